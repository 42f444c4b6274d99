import { QUIET_HOURS } from '#contract/limits.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const JST_MS = 9 * HOUR_MS

/** When the night that `now` lies in ends in Japan; null by day. Its first moment is night, its last is day. */
export function nightEnds(now: Date): Date | null {
  const midnight = Math.floor((now.getTime() + JST_MS) / DAY_MS) * DAY_MS - JST_MS
  const hour = (now.getTime() - midnight) / HOUR_MS
  if (hour < QUIET_HOURS.to) return new Date(midnight + QUIET_HOURS.to * HOUR_MS)
  if (hour >= QUIET_HOURS.from) return new Date(midnight + DAY_MS + QUIET_HOURS.to * HOUR_MS)
  return null
}
