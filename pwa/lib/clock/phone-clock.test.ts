import { afterEach, expect, it, vi } from 'vitest'
import { ours } from '#pwa/testing/answers.ts'
import { offsetAfter, offsetOf, storeOffset } from './phone-clock.ts'
import {
  CLOCK_WRONG_MS,
  checkClock,
  clockOffset,
  restoreOffset,
  serverTimeOf,
  withClockCheck,
} from './server-time.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  storeOffset(0, 0)
})

const AT = Date.parse('2026-11-27T10:00:00.000Z')
const date = (ms: number) => new Date(ms).toUTCString()

it.each([
  { what: 'a clock that is right', written: AT, offset: 0 },
  { what: 'less than a minute', written: AT + CLOCK_WRONG_MS - 1_000, offset: 0 },
  { what: 'a minute slow', written: AT + CLOCK_WRONG_MS, offset: CLOCK_WRONG_MS + 500 },
  { what: 'five minutes fast', written: AT - 300_000, offset: -299_500 },
])('measures the error of a phone’s clock: $what', ({ written, offset }) => {
  expect(offsetOf(date(written), AT, AT)).toBe(offset)
})

it.each([
  { what: 'no date', date: null, answered: AT },
  { what: 'a date that is none', date: 'gestern', answered: AT },
  { what: 'a slow answer', date: date(AT - 300_000), answered: AT + 5_001 },
  { what: 'a clock that was set meanwhile', date: date(AT), answered: AT - 1 },
])('ignores $what', ({ date, answered }) => {
  expect(offsetOf(date, AT, answered)).toBeNull()
})

it('resets the offset after the clock was corrected, but not after the phone slept', () => {
  expect(offsetAfter(-300_000, -295_000)).toBe(0)
  expect(offsetAfter(-300_000, 7_200_000)).toBe(-300_000)
  expect(offsetAfter(-300_000, 0)).toBe(-300_000)
  expect(offsetAfter(0, -20_000)).toBe(0)
})

it('corrects the time of a phone whose clock is a day fast or slow, also after a reload', () => {
  vi.useFakeTimers({ now: AT, toFake: ['Date'] })
  expect(serverTimeOf(AT)).toBe('2026-11-27T10:00:00.000Z')
  storeOffset(-86_400_000, AT)
  expect(serverTimeOf(AT)).toBe('2026-11-26T10:00:00.000Z')
  clockOffset.set(0)
  restoreOffset()
  expect(serverTimeOf(AT)).toBe('2026-11-26T10:00:00.000Z')
  storeOffset(86_400_000, AT)
  expect(serverTimeOf(AT)).toBe('2026-11-28T10:00:00.000Z')
})

const HOUR_MS = 3_600_000
const FAST_MS = 3 * HOUR_MS
const answerOf = (serverMs: number, cacheControl: string) =>
  new Response('{}', { headers: { date: date(serverMs), 'cache-control': cacheControl } })

/** A phone whose clock is hours fast. */
function fastPhone() {
  vi.useFakeTimers({ now: AT, toFake: ['Date'] })
  const measured = vi.fn(async () => ours(answerOf(AT - FAST_MS, 'no-store')))
  vi.stubGlobal('fetch', measured)
  return measured
}

it.each([
  ['a fresh answer', () => ours(answerOf(AT - FAST_MS, 'private, no-store')), true],
  ['no answer that a cache may have kept', () => ours(answerOf(0, 'public, no-cache')), false],
  ['no answer of a captive portal', () => answerOf(0, 'no-store'), false],
])('learns that a clock is hours fast from %s', async (_, answer, learns) => {
  const measured = fastPhone()
  await withClockCheck(async () => answer())('/api/application/me', {})
  await vi.dynamicImportSettled()
  expect(measured).toHaveBeenCalledTimes(learns ? 1 : 0)
  expect(clockOffset.get()).toBe(learns ? 500 - FAST_MS : 0)
})

it('measures the clock once where a page was written at another time', async () => {
  const measured = fastPhone()
  await checkClock(new Date(AT - 5_000).toISOString())
  expect(measured).not.toHaveBeenCalled()
  const written = new Date(AT - FAST_MS).toISOString()
  await Promise.all([checkClock(written), checkClock(written)])
  await checkClock(written)
  expect(measured).toHaveBeenCalledOnce()
  expect(clockOffset.get()).toBe(500 - FAST_MS)
})
