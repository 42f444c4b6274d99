import { DAY_MS } from '#contract/lib/durations.ts'

/** Offset of JST, which has no daylight saving time. */
const JST_MS = 9 * 3_600_000

/** Last instant of the JST day that is `days` after the day of `end`. */
export function archiveUntil(end: Date, days: number): string {
  const day = Math.floor((end.getTime() + JST_MS) / DAY_MS)
  return new Date((day + days + 1) * DAY_MS - JST_MS - 1).toISOString()
}
