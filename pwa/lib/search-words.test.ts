import { expect, it } from 'vitest'
import { SEARCH_MAX } from '#contract/limits.ts'
import { searchWords } from './search-words.ts'

it.each([
  ['', ''],
  [' 　\n', ''],
  ['　落語 ', '落語'],
  ['落'.repeat(SEARCH_MAX), '落'.repeat(SEARCH_MAX)],
  ['落'.repeat(SEARCH_MAX + 1), '落'.repeat(SEARCH_MAX)],
  [`${'落'.repeat(SEARCH_MAX - 1)}🎷`, '落'.repeat(SEARCH_MAX - 1)],
  [`${'落'.repeat(SEARCH_MAX - 2)}🎷`, `${'落'.repeat(SEARCH_MAX - 2)}🎷`],
  [`${'落'.repeat(SEARCH_MAX - 1)} 語`, '落'.repeat(SEARCH_MAX - 1)],
  ['\ud83c', '\ufffd'],
])('of %o asks for %o, which can stand in an address', (typed, asked) => {
  expect(searchWords(typed)).toBe(asked)
  expect(() => encodeURIComponent(asked)).not.toThrow()
})
