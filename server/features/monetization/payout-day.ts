import { addDays, dayOf } from '#contract/days.ts'
import { PAYOUT_WEEKDAY } from '#contract/limits.ts'

const WEEK = 7
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The latest day of payouts, today included, as Japan counts days. */
export function lastPayoutDay(now: Date): string {
  const today = dayOf(now)
  return addDays(today, -((weekday(today) - PAYOUT_WEEKDAY + WEEK) % WEEK))
}

/** The next one for an account that was seen to on `seenTo`: today's, where it was not yet. */
export function nextPayoutDay(now: Date, seenTo: string | null): string {
  const last = lastPayoutDay(now)
  return last === dayOf(now) && (seenTo ?? '') < last ? last : addDays(last, WEEK)
}
