import { addDays, dayOf } from '#contract/lib/days.ts'
import { PAYOUT_WEEKDAY } from '#contract/payouts/limits.ts'

const WEEK = 7
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The latest payout day up to and including today, in JST. */
export function lastPayoutDay(now: Date): string {
  const today = dayOf(now)
  return addDays(today, -((weekday(today) - PAYOUT_WEEKDAY + WEEK) % WEEK))
}

/** Next payout day of an account handled on `seenTo`: today if it is one and not handled yet. */
export function nextPayoutDay(now: Date, seenTo: string | null): string {
  const last = lastPayoutDay(now)
  return last === dayOf(now) && (seenTo ?? '') < last ? last : addDays(last, WEEK)
}
