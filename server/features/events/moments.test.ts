import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import { type Due, eventRemindersDue } from './moments.ts'

/** Reminders due at `now` for an event starting at `start`. */
const dueFor = (now: string, start: string): Due['moment'][] =>
  eventRemindersDue(new Date(now))
    .filter(({ from, to }) => from <= start && start < to)
    .map(({ moment }) => moment)

it.each([
  // 20:00 in Japan on the 21st.
  ['2026-11-20T09:59:59.999Z', []],
  ['2026-11-20T10:00:00.000Z', ['tomorrow']],
  ['2026-11-20T13:59:59.999Z', ['tomorrow']],
  ['2026-11-20T14:00:00.000Z', []],
  ['2026-11-21T07:59:59.999Z', []],
  ['2026-11-21T08:00:00.000Z', ['mail']],
  ['2026-11-21T09:59:59.999Z', ['mail']],
  ['2026-11-21T10:00:00.000Z', ['soon']],
  ['2026-11-21T10:59:59.999Z', ['soon']],
  ['2026-11-21T11:00:00.000Z', []],
] as const)('at %s an evening event has the due reminders %j', (now, due) => {
  expect(dueFor(now, '2026-11-21T11:00:00.000Z')).toEqual(due)
})

it.each([
  ['just after midnight', '2026-11-20T15:00:00.000Z', ['tomorrow']],
  ['on the day after that', '2026-11-21T15:00:00.000Z', []],
  ['late the same evening', '2026-11-20T14:59:59.999Z', []],
] as const)('in the evening of the 20th, an event that begins %s', (_, start, due) => {
  expect(dueFor('2026-11-20T10:00:00.000Z', start).filter((one) => one === 'tomorrow')).toEqual(due)
})

it('reminders of every start time are due the evening before, three hours and one hour before', () => {
  const starts = fc.date({
    min: new Date('2026-01-05'),
    max: new Date('2030-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(starts, (at) => {
      const start = at.toISOString()
      const seen = new Map<string, number>()
      for (let ms = 30 * 60; ms >= 0; ms--) {
        const now = new Date(at.getTime() - ms * MINUTE_MS)
        for (const moment of dueFor(now.toISOString(), start))
          if (!seen.has(moment)) seen.set(moment, ms)
      }
      expect([...seen.keys()].toSorted()).toEqual(['mail', 'soon', 'tomorrow'])
      expect(seen.get('mail')).toBe(180)
      expect(seen.get('soon')).toBe(60)
    }),
    { numRuns: 50 },
  )
})
