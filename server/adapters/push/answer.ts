import type { PushOutcome } from '#server/ports/push.ts'

/** Upper limit of a push service's `Retry-After`. */
const LONGEST_WAIT_MS = 24 * 60 * 60_000

/** Maps the status of a push service (RFC 8030, and the services' own rules). */
export function pushOutcomeOf(
  status: number,
  retryAfter: string | undefined,
  now: Date,
): PushOutcome {
  if (status >= 200 && status < 300) return { at: 'taken' }
  if (status === 404 || status === 410) return { at: 'gone' }
  const why = `answered ${status}`
  if (status === 408 || status === 429 || status >= 500)
    return { at: 'later', why, afterMs: waitOf(retryAfter, now) }
  return { at: 'refused', why }
}

/** `Retry-After`: seconds, or a date (RFC 9110, 10.2.3). */
function waitOf(retryAfter: string | undefined, now: Date): number | null {
  if (!retryAfter) return null
  const ms = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now.getTime()
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS)
}
