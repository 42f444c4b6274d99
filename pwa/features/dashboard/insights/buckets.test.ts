import { describe, expect, it } from 'vitest'
import { INSIGHT_DAYS, type InsightDay } from '#contract/dashboard/calls.ts'
import { addDays } from '#contract/lib/days.ts'
import { bucketsOf, changeLabel, keptPercent } from './buckets.ts'

const daysOf = (length: number): InsightDay[] =>
  Array.from({ length }, (_, n) => ({
    date: addDays('2026-01-01', n),
    sales: 1,
    joined: 2,
    left: 1,
    members: n,
    recurring: n * 10,
  }))

describe('buckets of a period', () => {
  it.each(INSIGHT_DAYS)('are equally long and keep every yen of %d days', (length) => {
    const days = daysOf(length)
    const buckets = bucketsOf(days, length)
    expect(new Set(buckets.map(({ sales }) => sales)).size).toBe(1)
    expect(buckets.reduce((sum, { sales }) => sum + sales, 0)).toBe(length)
    expect(buckets.at(-1)).toMatchObject({ members: length - 1, recurring: (length - 1) * 10 })
    expect(new Set(buckets.map(({ label }) => label)).size).toBe(buckets.length)
    expect(buckets.length).toBeLessThanOrEqual(73)
  })

  it('are named by their days', () => {
    expect(bucketsOf(daysOf(7), 7)[0]!.label).toBe('1/1')
    expect(bucketsOf(daysOf(90), 90)[0]).toMatchObject({ label: '1/1–1/3', mark: '1/1' })
  })
})

it.each([
  [110, 100, '+10%'],
  [354, 25, '+1,316%'],
  [97, 100, '−3%'],
  [100, 100, '変わらず'],
  [0, 0, '変わらず'],
  [5, 0, '増加'],
  [5, -10, '増加'],
  [-20, -10, '減少'],
])('change to %d from %d is %s', (now, before, label) => {
  expect(changeLabel(now, before)).toBe(label)
})

it('keeping rate has one decimal, and none without members', () => {
  expect(keptPercent({ of: 0, members: 0 })).toBe(null)
  expect(keptPercent({ of: 3, members: 2 })).toBe(66.7)
  expect(keptPercent({ of: 3, members: 3 })).toBe(100)
})
