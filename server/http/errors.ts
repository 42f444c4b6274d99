import type { ErrorHandler } from 'hono'
import { REFUSED, RETRY_LATER } from '#contract/messages.ts'
import type { Log } from '#server/ports/log.ts'
import { MediaDown } from '#server/ports/media.ts'
import { Refusal } from './refusal.ts'

/** Seconds. */
const STORE_RETRY_S = 10

/** A refusal in its own words; anything else is our fault and says nothing of itself. */
export const onError =
  (log: Log): ErrorHandler =>
  (error, c) => {
    // What was said of another answer (a validator, a lifetime) does not hold for this one.
    c.header('cache-control', 'no-store')
    if (error instanceof MediaDown) {
      log.error({ error: error.message }, 'the media store is down')
      c.header('retry-after', String(STORE_RETRY_S))
      return c.json({ message: REFUSED[503] }, 503)
    }
    if (!(error instanceof Refusal)) {
      log.error({ error, request_id: c.res.headers.get('x-request-id') }, 'request failed')
      // Beside a form: what was typed is in order, and was not kept.
      const errors = isOfDatabase(error) ? { database: [RETRY_LATER] } : undefined
      return c.json({ message: RETRY_LATER, errors }, 500)
    }
    const { errors, retryAfter } = error.details
    if (retryAfter) c.header('retry-after', String(retryAfter))
    return c.json({ message: error.message, errors }, error.status)
  }

/** Whether it was the database that failed: its file or disk, its connection, or a statement that it would not carry out. */
function isOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  // PostgreSQL's own codes look like some of the system's: what it says of them is how severe they are.
  return String(error.code).startsWith('SQLITE_') || 'severity' in error
}
