import { expect, it } from 'vitest'
import { ENDLESS } from '#contract/door/spans.ts'
import { rangeWords } from './range-words.ts'

it.each([
  { what: 'none', spans: [], words: 'まだありません' },
  { what: 'all', spans: [[0, ENDLESS]], words: 'すべて' },
  { what: 'some', spans: [[1, 40]], words: '1〜40' },
  { what: 'one', spans: [[7, 7]], words: '7' },
  {
    what: 'some, and the rest',
    spans: [
      [0, 40],
      [1_000, ENDLESS],
    ],
    words: '1〜40、1,000〜',
  },
  {
    what: 'the rest, with the first number another’s',
    spans: [
      [0, 0],
      [2, ENDLESS],
    ],
    words: '2〜',
  },
] as const)('says which numbers a gate admits: $what', ({ spans, words }) => {
  expect(rangeWords(spans)).toBe(words)
})
