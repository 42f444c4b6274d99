import { expect, it } from 'vitest'
import { SEARCH_MAX } from '#contract/shared/limits.ts'
import { searchTerms } from './search-terms.ts'

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
])('normalizes %o to %o, which is valid in a URL', (typed, expected) => {
  expect(searchTerms(typed)).toBe(expected)
  expect(() => encodeURIComponent(expected)).not.toThrow()
})
