import { expect, it, vi } from 'vitest'
import { inJapan, longDay, longMoment } from './japan-time.ts'

it.each([
  ['2026-11-19T15:00:00.000Z', '2026年11月20日', '2026年11月20日 0:00'],
  ['2026-11-20T11:05:00.000Z', '2026年11月20日', '2026年11月20日 20:05'],
])('formats %s in Japan’s time', (instant, day, moment) => {
  expect([longDay(instant), longMoment(new Date(instant))]).toEqual([day, moment])
})

it('makes a formatter once, at its first use', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  const month = inJapan({ month: 'long' })
  expect(made).not.toHaveBeenCalled()
  for (const instant of ['2026-11-20T11:00:00.000Z', '2026-12-20T11:00:00.000Z']) month(instant)
  expect(made).toHaveBeenCalledOnce()
  made.mockRestore()
})
