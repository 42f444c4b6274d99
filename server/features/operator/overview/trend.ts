import { addDays, dayOf, daysFrom, startOf } from '#contract/lib/days.ts'
import type { Overview } from '#contract/operator/overview/calls.ts'
import type { Db } from '#server/db/schema.ts'
import * as query from './queries.ts'

/** Days of the trends, today included. */
const DAYS = 14

type Day = NonNullable<Overview['trend']>[number]

/** Sums by day of rows by hour; zero for days without any. */
function byDay(rows: { hour: string; sum: number }[]) {
  const sums = new Map<string, number>()
  for (const { hour, sum } of rows) {
    const day = dayOf(`${hour}:00:00.000Z`)
    sums.set(day, (sums.get(day) ?? 0) + Number(sum))
  }
  return (day: string) => sums.get(day) ?? 0
}

/** What happened on each of the last days. */
export async function readTrend(db: Db, now: Date): Promise<Day[]> {
  const today = dayOf(now)
  const first = addDays(today, 1 - DAYS)
  const since = startOf(first)
  const [people, reports, sales, fees] = await Promise.all([
    query.countNewPeople(db, since),
    query.countNewReports(db, since),
    query.sumSales(db, since, 'buyer'),
    query.sumSales(db, since, 'platform_fee'),
  ])
  const peopleOn = byDay(people)
  const reportsOn = byDay(reports)
  const salesOn = byDay(sales)
  const feesOn = byDay(fees)
  return daysFrom(first, today).map((date) => ({
    date,
    people: peopleOn(date),
    // Payments are negative in the ledger; `|| 0` avoids a negative zero.
    sales: -salesOn(date) || 0,
    platform_fee: feesOn(date),
    reports: reportsOn(date),
  }))
}
