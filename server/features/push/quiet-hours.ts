import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { QUIET_HOURS } from '#contract/push/limits.ts'

const JST_MS = 9 * HOUR_MS

/** End of the quiet hours that contain `now`, in Japan; null in daytime. Start inclusive, end exclusive. */
export function nightEnds(now: Date): Date | null {
  const midnight = Math.floor((now.getTime() + JST_MS) / DAY_MS) * DAY_MS - JST_MS
  const hour = (now.getTime() - midnight) / HOUR_MS
  if (hour < QUIET_HOURS.to) return new Date(midnight + QUIET_HOURS.to * HOUR_MS)
  if (hour >= QUIET_HOURS.from) return new Date(midnight + DAY_MS + QUIET_HOURS.to * HOUR_MS)
  return null
}

/**
 * When to send: at once in daytime, otherwise at the end of quiet hours. Null if that is not before the expiry
 * `until`.
 */
export function notifyAt(
  now: Date,
  {
    quiet,
    until,
    bypassQuietHours = false,
  }: { quiet: boolean; until: string; bypassQuietHours?: boolean },
): Date | null {
  const at = (quiet && !bypassQuietHours && nightEnds(now)) || now
  return at.toISOString() < until ? at : null
}
