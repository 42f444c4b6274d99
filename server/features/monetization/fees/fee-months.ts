// What the platform's fees of a seller sum up to in a period.

import { addDays, dayOf } from '#contract/lib/days.ts'
import type { FeeBody } from './fee-body.ts'
import type { HourOfFees } from './queries.ts'

export const monthOf = (day: string) => day.slice(0, 7)
export const firstDay = (month: string) => `${month}-01`
export const nextMonth = (month: string) => monthOf(addDays(`${month}-28`, 4))
export const lastDay = (month: string) => addDays(firstDay(nextMonth(month)), -1)
export const previousMonth = (month: string) => monthOf(addDays(firstDay(month), -1))

export type Fees = Pick<FeeBody, 'shares' | 'given_back' | 'total'>
type Share = Fees['shares'][number]

const dayOfHour = ({ hour }: HourOfFees) => dayOf(`${hour}:00:00.000Z`)

export const monthsIn = (rows: HourOfFees[]) =>
  [...new Set(rows.map((row) => monthOf(dayOfHour(row))))].toSorted()

function addShare(shares: Share[], { percent, taken, sales }: Share): Share[] {
  const same = shares.find((share) => share.percent === percent)
  if (!same) return [...shares, { percent, taken, sales }]
  const both = { percent, taken: same.taken + taken, sales: same.sales + sales }
  return shares.map((share) => (share === same ? both : share))
}

/** The fees of the days of a period; shares are sorted, so that equal fees are equal. */
export function sumFees(rows: HourOfFees[], { start, end }: FeeBody['period']): Fees {
  const within = rows.filter((row) => dayOfHour(row) >= start && dayOfHour(row) <= end)
  const shares = within
    .filter(({ kind }) => kind === 'sale')
    .map(({ fee_percent, sum, count }) => ({
      percent: fee_percent,
      taken: Number(sum),
      sales: Number(count),
    }))
    .reduce(addShare, [])
    .toSorted((a, b) => (a.percent ?? 0) - (b.percent ?? 0))
  const given_back = within
    .filter(({ kind }) => kind !== 'sale')
    .reduce((back, { sum }) => back - Number(sum), 0)
  const taken = shares.reduce((sum, share) => sum + share.taken, 0)
  return { shares, given_back, total: taken - given_back }
}

export const areNone = ({ shares, given_back }: Fees) => shares.length === 0 && given_back === 0
export const areSame = (one: Fees, other: Fees) =>
  JSON.stringify([one.shares, one.given_back]) === JSON.stringify([other.shares, other.given_back])

/**
 * The periods of a month that get a paper each: the month, or its days before and since the issuer's registration,
 * since an invoice number must not stand on a paper about earlier days.
 */
export function periodsOf(month: string, since: string | null): FeeBody['period'][] {
  const [start, end] = [firstDay(month), lastDay(month)]
  if (!since || since <= start || since > end) return [{ start, end }]
  return [
    { start, end: addDays(since, -1) },
    { start: since, end },
  ]
}

/** The day at which the papers of a month are divided; null if they are not. */
export function dividedAt(month: string, issued: FeeBody['period'][]): string | null {
  const [found] = issued
  if (!found) return null
  if (found.start > firstDay(month)) return found.start
  return found.end < lastDay(month) ? addDays(found.end, 1) : null
}
