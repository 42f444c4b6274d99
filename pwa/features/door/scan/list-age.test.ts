import { expect, it } from 'vitest'
import { BUNDLE_STALE_MS } from '#contract/door/limits.ts'
import { isStale, listAge } from './list-age.ts'

const NOW = Date.parse('2026-11-20T10:00:00.000Z')
const MINUTE = 60_000

it.each([
  [0, 'たった今'],
  [MINUTE - 1, 'たった今'],
  [MINUTE, '1分前'],
  [60 * MINUTE - 1, '59分前'],
  [60 * MINUTE, '18:00 時点'],
])('shows the age of a list of %d ms ago as %s (40)', (age, expected) => {
  expect(listAge(NOW - age, NOW)).toBe(expected)
})

it.each([
  [BUNDLE_STALE_MS - 1, false],
  [BUNDLE_STALE_MS, false],
  [BUNDLE_STALE_MS + 1, true],
])('warns about an outdated list: %d ms, %s (40)', (age, stale) => {
  expect(isStale(NOW - age, NOW)).toBe(stale)
})
