import { describe, expect, it } from 'vitest'
import { balanceParts } from './balance-parts.ts'
import { monthProfit, termFor } from './term.ts'

describe('requested date range', () => {
  it.each([
    { now: '2026-11-20T06:00:00.000Z', start: '2026-11-01', end: '2026-11-20' },
    { now: '2026-11-07T06:00:00.000Z', start: '2026-11-01', end: '2026-11-07' },
    { now: '2026-11-06T06:00:00.000Z', start: '2026-10-31', end: '2026-11-06' },
    { now: '2026-10-31T15:00:00.000Z', start: '2026-10-26', end: '2026-11-01' },
    { now: '2026-12-31T15:00:00.000Z', start: '2026-12-26', end: '2027-01-01' },
  ])('is $start to $end at $now', ({ now, start, end }) => {
    expect(termFor(now)).toEqual({ start, end })
  })
})

describe('days of the date range', () => {
  const days = [
    { date: '2026-10-30', profit: 100 },
    { date: '2026-10-31', profit: 200 },
    { date: '2026-11-01', profit: 1_000 },
    { date: '2026-11-02', profit: -300 },
  ]

  it('sum to this month only', () => expect(monthProfit(days)).toBe(700))
  it('sum to 0 if there are none', () => expect(monthProfit([])).toBe(0))
})

describe('parts of the balance', () => {
  const amounts = { held: 300, available: 500, in_transit: 20, paid: 9_000, unbooked: 0 }
  const balance = { ...amounts, blocked: [] }

  it('omit blocked money if there is none', () => {
    expect(balanceParts(balance).map(({ name }) => name)).toEqual([
      'available',
      'held',
      'transit',
      'paid',
    ])
  })

  it('show all blocked money, and why', () => {
    const blocked = [
      { amount: 1_980, reason: '返金の手続き中です' },
      { amount: 20, reason: '確認中です' },
    ]
    expect(
      balanceParts({ ...balance, blocked }).find(({ name }) => name === 'blocked'),
    ).toMatchObject({ amount: 2_000, note: '返金の手続き中です 確認中です' })
  })
})
