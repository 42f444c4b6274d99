import { expect, it } from 'vitest'
import { CLOCK_WRONG_MS, corrected, offsetAfter, offsetOf } from './phone-clock.ts'

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

it('corrects the time of a phone whose clock is a day fast or slow', () => {
  const now = '2026-11-27T10:00:00.000Z'
  expect(corrected(now, 0)).toBe(now)
  expect(corrected(now, -86_400_000)).toBe('2026-11-26T10:00:00.000Z')
  expect(corrected(now, 86_400_000)).toBe('2026-11-28T10:00:00.000Z')
})
