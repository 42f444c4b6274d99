import type { Proceeds } from '#contract/dashboard/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { isoDate } from '#pwa/lib/format.ts'

type Day = Proceeds['term']['days'][number]

const WEEK = 7

const monthStart = (today: string) => `${today.slice(0, 8)}01`

/** One date range for both this month and the last seven days, from the earlier start. Days in Japan time. */
export function termFor(now: string): { start: string; end: string } {
  const end = isoDate(now)
  const week = isoDate(new Date(Date.parse(now) - (WEEK - 1) * DAY_MS).toISOString())
  return { start: week < monthStart(end) ? week : monthStart(end), end }
}

/** The sales of this month up to today, the last day. */
export function monthProfit(days: Day[]): number {
  const today = days.at(-1)?.date
  if (!today) return 0
  return days
    .filter(({ date }) => date >= monthStart(today))
    .reduce((sum, { profit }) => sum + profit, 0)
}
