import fc from 'fast-check'
import { expect, it } from 'vitest'
import { nightEnds, notifyAt } from './quiet-hours.ts'

it.each([
  ['2026-11-20T13:59:59.999Z', null],
  ['2026-11-20T14:00:00.000Z', '2026-11-20T23:00:00.000Z'],
  ['2026-11-20T15:00:00.000Z', '2026-11-20T23:00:00.000Z'],
  ['2026-11-20T22:59:59.999Z', '2026-11-20T23:00:00.000Z'],
  ['2026-11-20T23:00:00.000Z', null],
  ['2026-12-31T14:30:00.000Z', '2026-12-31T23:00:00.000Z'],
  ['2028-02-28T14:00:00.000Z', '2028-02-28T23:00:00.000Z'],
])('quiet hours are from 23:00 to 8:00 in Japan: %s', (now, ends) => {
  expect(nightEnds(new Date(now))?.toISOString() ?? null).toBe(ends)
})

it('quiet hours end within nine hours, in daytime', () => {
  const instants = fc.date({
    min: new Date('2020-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(instants, (now) => {
      const ends = nightEnds(now)
      if (!ends) return
      expect(ends.getTime() - now.getTime()).toBeGreaterThan(0)
      expect(ends.getTime() - now.getTime()).toBeLessThanOrEqual(9 * 60 * 60_000)
      expect(nightEnds(ends)).toBeNull()
    }),
  )
})

const NIGHT = '2026-11-20T14:00:00.000Z'
const MORNING = '2026-11-20T23:00:00.000Z'
const EIGHT_AND = '2026-11-20T23:00:00.001Z'

it.each([
  // First and last moment of quiet hours.
  ['2026-11-20T13:59:59.999Z', {}, '2026-11-20T13:59:59.999Z'],
  [NIGHT, {}, MORNING],
  ['2026-11-20T14:00:00.001Z', {}, MORNING],
  ['2026-11-20T22:59:59.999Z', {}, MORNING],
  [MORNING, {}, MORNING],
  [EIGHT_AND, {}, EIGHT_AND],
  // Quiet hours switched off, and a notification that is sent at night.
  [NIGHT, { quiet: false }, NIGHT],
  [NIGHT, { bypassQuietHours: true }, NIGHT],
  // Expiry at night and in daytime.
  [NIGHT, { until: '2026-11-20T22:59:59.999Z' }, null],
  [NIGHT, { until: MORNING }, null],
  [NIGHT, { until: EIGHT_AND }, MORNING],
  [MORNING, { until: '2026-11-20T22:59:59.999Z' }, null],
  [MORNING, { until: MORNING }, null],
  [MORNING, { until: EIGHT_AND }, MORNING],
])(
  'notifications are sent at once in daytime, after quiet hours at night, never after expiry: %s %o',
  (now, overrides, at) => {
    const request = { quiet: true, until: '2026-12-01T00:00:00.000Z', ...overrides }
    expect(notifyAt(new Date(now), request)?.toISOString() ?? null).toBe(at)
  },
)
