import { expect, it } from 'vitest'
import { clock, untilStart } from './clock.ts'

it.each([
  [0, '0:00'],
  [59.9, '0:59'],
  [60, '1:00'],
  [3_599, '59:59'],
  [3_600, '1:00:00'],
  [36_061, '10:01:01'],
  [-1, '0:00'],
])('formats %s seconds as %s', (seconds, text) => {
  expect(clock(seconds)).toBe(text)
})

const start = '2026-11-20T11:00:00.000Z'
const before = (seconds: number) => new Date(Date.parse(start) - seconds * 1_000).toISOString()
it.each([
  [2 * 86_400 + 3 * 3_600, '開始まであと2日と3時間'],
  [86_400, '開始まであと1日'],
  [86_400 - 60, '開始まであと23時間59分'],
  [3_600, '開始まであと1時間'],
  [3_540, '開始まであと59分'],
  [1, '開始まであと1分'],
  [0, null],
  [-1, null],
])('formats %s seconds before the start as %s', (seconds, text) => {
  expect(untilStart(start, before(seconds))).toBe(text)
})
