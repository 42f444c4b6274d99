import { expect, it } from 'vitest'
import { isYoung } from './clock.ts'

it.each([
  { what: 'kept just now', now: 1_000, holds: true },
  { what: 'kept a moment less than its time ago', now: 1_999, holds: true },
  { what: 'kept for its time', now: 2_000, holds: false },
  { what: 'kept by a clock that was ahead', now: 999, holds: false },
])('cached value that is $what is valid: $holds', ({ now, holds }) => {
  expect(isYoung(1_000, now, 1_000)).toBe(holds)
})
