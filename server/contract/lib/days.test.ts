import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, dayOf, daysFrom, lengthInDays, startOf } from './days.ts'

it.each([
  ['2026-11-19T14:59:59.999Z', '2026-11-19'],
  ['2026-11-19T15:00:00.000Z', '2026-11-20'],
  ['2026-11-30T15:00:00.000Z', '2026-12-01'],
  ['2026-12-31T14:59:59.999Z', '2026-12-31'],
  ['2028-02-28T15:00:00.000Z', '2028-02-29'],
])('day in Japan at %s is %s', (instant, day) => {
  expect(dayOf(instant)).toBe(day)
})

const anyDay = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map(dayOf)

it('each day begins where the previous one ended', () => {
  fc.assert(
    fc.property(anyDay, (day) => {
      expect(dayOf(startOf(day))).toBe(day)
      const last = new Date(Date.parse(startOf(day)) - 1)
      expect(dayOf(last)).toBe(addDays(day, -1))
    }),
  )
})

it('length of a period includes both ends', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: 0, max: 800 }), (start, more) => {
      const end = addDays(start, more)
      expect(lengthInDays(start, end)).toBe(more + 1)
      const days = daysFrom(start, end)
      expect([days[0], days.at(-1), days.length]).toEqual([start, end, more + 1])
    }),
  )
})
