import type { ErrorHandler } from 'hono'
import { RETRY_LATER } from '#contract/messages.ts'
import type { Log } from '#server/ports/log.ts'
import { Refusal } from './refusal.ts'

/** A refusal in its own words; anything else is our fault and says nothing of itself. */
export const onError =
  (log: Log): ErrorHandler =>
  (error, c) => {
    // What was said of another answer (a validator, a lifetime) does not hold for this one.
    c.header('cache-control', 'no-store')
    if (!(error instanceof Refusal)) {
      log.error({ error, request_id: c.res.headers.get('x-request-id') }, 'request failed')
      return c.json({ message: RETRY_LATER }, 500)
    }
    const { errors, retryAfter } = error.details
    if (retryAfter) c.header('retry-after', String(retryAfter))
    return c.json({ message: error.message, errors }, error.status)
  }
