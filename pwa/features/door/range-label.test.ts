import { expect, it } from 'vitest'
import { ENDLESS } from '#contract/door/number-ranges.ts'
import { rangeLabel } from './range-label.ts'

it.each([
  { what: 'none', ranges: [], words: 'まだありません' },
  { what: 'all', ranges: [[0, ENDLESS]], words: 'すべて' },
  { what: 'some', ranges: [[1, 40]], words: '1〜40' },
  { what: 'one', ranges: [[7, 7]], words: '7' },
  {
    what: 'some, and the rest',
    ranges: [
      [0, 40],
      [1_000, ENDLESS],
    ],
    words: '1〜40、1000〜',
  },
  {
    what: 'the rest, with the first number another’s',
    ranges: [
      [0, 0],
      [2, ENDLESS],
    ],
    words: '2〜',
  },
] as const)('formats the numbers of a gate: $what', ({ ranges, words }) => {
  expect(rangeLabel(ranges)).toBe(words)
})
