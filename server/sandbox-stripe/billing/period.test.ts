import { expect, it } from 'vitest'
import { endAfter } from './period.ts'

const at = (text: string) => Date.parse(text) / 1000
const month = { interval: 'month', interval_count: 1 }

it.each([
  ['2026-01-31', ['2026-02-28', '2026-03-31', '2026-04-30', '2026-05-31']],
  ['2028-01-30', ['2028-02-29', '2028-03-30', '2028-04-30', '2028-05-30']],
  ['2026-11-15', ['2026-12-15', '2027-01-15', '2027-02-15', '2027-03-15']],
])('month from %s ends at %j', (anchor, ends) => {
  let start = at(anchor)
  for (const end of ends) {
    start = endAfter(at(anchor), month, start)
    expect(new Date(start * 1000).toISOString()).toBe(`${end}T00:00:00.000Z`)
  }
})

it.each([
  [{ interval: 'year', interval_count: 1 }, '2028-02-29', '2029-02-28'],
  [{ interval: 'week', interval_count: 2 }, '2026-11-15', '2026-11-29'],
  [{ interval: 'day', interval_count: 3 }, '2026-12-30', '2027-01-02'],
  [{ interval: 'month', interval_count: 3 }, '2026-11-30', '2027-02-28'],
])('period %j from %s ends %s', (rhythm, anchor, end) => {
  expect(endAfter(at(anchor), rhythm, at(anchor))).toBe(at(end))
})
