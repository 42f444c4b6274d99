import { expect, it } from 'vitest'
import { isMinor } from './birthday.ts'

const now = '2026-11-20T03:00:00.000Z'

it.each([
  { year: '2008', month: '11', day: '19', minor: false },
  { year: '2008', month: '11', day: '20', minor: false },
  { year: '2008', month: '11', day: '21', minor: true },
  { year: '', month: '', day: '', minor: false },
  { year: '20', month: '1', day: '1', minor: false },
])('requires a guardian’s consent for $year/$month/$day: $minor', ({ minor, ...birthday }) => {
  expect(isMinor(birthday, now)).toBe(minor)
})
