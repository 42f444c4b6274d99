import { describe, expect, it } from 'vitest'
import { HOUR_MS } from '../lib/durations.ts'
import { KONBINI_LEAST_MS, konbiniDeadline } from './konbini.ts'

/** Friday, noon in Japan. */
const NOW = '2026-11-20T03:00:00.000Z'
const later = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString()
const sale = {
  amount: 1_980,
  konbini_days: 3,
  sales_end: later(240 * HOUR_MS),
  start: later(240 * HOUR_MS),
  resale: false,
}

describe('deadline of a payment number', () => {
  it.each([
    [1, '2026-11-21T14:59:59.000Z'],
    [2, '2026-11-22T14:59:59.000Z'],
    [3, '2026-11-23T14:59:59.000Z'],
  ])('is the end of the day in Japan after %d days', (konbini_days, until) => {
    expect(konbiniDeadline({ ...sale, konbini_days }, NOW)).toBe(until)
  })

  it('changes with the day in Japan', () => {
    const one = { ...sale, konbini_days: 1 }
    expect(konbiniDeadline(one, '2026-11-20T14:59:59.999Z')).toBe('2026-11-21T14:59:59.000Z')
    expect(konbiniDeadline(one, '2026-11-20T15:00:00.000Z')).toBe('2026-11-22T14:59:59.000Z')
  })

  it.each(['sales_end', 'start'])('is never past the %s, in whole seconds', (what) => {
    const ends = '2026-11-21T01:30:00.500Z'
    expect(konbiniDeadline({ ...sale, [what]: ends }, NOW)).toBe('2026-11-21T01:30:00.000Z')
  })

  it('is none where too little time is left', () => {
    const ends = (ms: number) => konbiniDeadline({ ...sale, sales_end: later(ms) }, NOW)
    expect(ends(KONBINI_LEAST_MS - 1)).toBeNull()
    expect(ends(KONBINI_LEAST_MS)).toBe(later(KONBINI_LEAST_MS))
    expect(ends(-HOUR_MS)).toBeNull()
  })

  it.each([
    [119, false],
    [120, true],
    [300_000, true],
    [300_001, false],
  ])('of ¥%d is there: %s', (amount, isThere) => {
    expect(konbiniDeadline({ ...sale, amount }, NOW) !== null).toBe(isThere)
  })

  it('is none where the owner does not offer it', () => {
    expect(konbiniDeadline({ ...sale, konbini_days: 0 }, NOW)).toBeNull()
    expect(konbiniDeadline({ ...sale, resale: true }, NOW), 'a seat given back').toBeNull()
  })
})
