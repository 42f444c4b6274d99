import { expect, it } from 'vitest'
import { fakeClock } from '#server/ports/clock.ts'
import { createThrottle, waitMs } from './throttle.ts'

const LIMIT = { max: 1, perMs: 60_000 }

it('throttle drops the oldest keys above its limit', () => {
  const throttle = createThrottle(fakeClock(), LIMIT)
  expect([throttle.take('first'), throttle.take('first')]).toEqual([true, false])
  for (let n = 0; n < 100_000; n++) throttle.take(`key ${n}`)
  expect(throttle.take('first')).toBe(true)
  expect(throttle.take('key 99999')).toBe(false)
})

it('throttle is not prolonged by a clock that is set back', () => {
  const clock = fakeClock()
  const throttle = createThrottle(clock, LIMIT)
  throttle.count('key')
  clock.move(-3_600_000)
  expect(() => throttle.count('key')).not.toThrow()
})

it('waitMs returns the waiting time for actions counted in the database', () => {
  const at = Date.parse('2026-11-20T03:00:00.000Z')
  const instants = (ms: number) => [new Date(at + ms).toISOString()]
  expect([-60_000, -1, 1].map((ms) => waitMs(LIMIT, instants(ms), at))).toEqual([0, 59_999, 60_001])
  expect(waitMs(LIMIT, [], at)).toBe(0)
})
