import { addDays, dayOf, daysFrom, startOf } from '#contract/lib/days.ts'
import type { Db } from '#server/db/schema.ts'
import { earnedByHour } from './queries.ts'

/** The owner's earnings on each day of the term. */
export async function listProfits(
  db: Db,
  ownerId: string,
  { start, end }: { start: string; end: string },
) {
  const until = startOf(addDays(end, 1))
  const hours = await earnedByHour(db, ownerId, startOf(start), until)
  const byDay = new Map<string, number>()
  for (const { hour, sum } of hours) {
    const day = dayOf(`${hour}:00:00.000Z`)
    byDay.set(day, (byDay.get(day) ?? 0) + Number(sum))
  }
  return daysFrom(start, end).map((date) => ({ date, profit: byDay.get(date) ?? 0 }))
}
