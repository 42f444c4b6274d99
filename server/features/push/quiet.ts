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

/**
 * When to tell somebody, from `now` on: at once by day, in the morning where their nights are quiet. Null where that
 * is too late: what holds `until` then is of no use from that instant on.
 */
export function whenToTell(
  now: Date,
  { quiet, until, despiteNight = false }: { quiet: boolean; until: string; despiteNight?: boolean },
): Date | null {
  const at = (quiet && !despiteNight && nightEnds(now)) || now
  return at.toISOString() < until ? at : null
}
