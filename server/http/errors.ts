import type { ErrorHandler } from 'hono'
import { REFUSED, RETRY_LATER } from '#contract/messages.ts'
import type { Log } from '#server/ports/log.ts'
import { MediaDown } from '#server/ports/media.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { providerErrorOf, RETRY_AFTER_S } from './provider-errors.ts'
import { Refusal } from './refusal.ts'

/** A refusal in its own words; anything else is our fault, or the machine's, and says nothing of itself. */
export const onError =
  (log: Log): ErrorHandler =>
  (error, c) => {
    // What was said of another answer (a validator, a lifetime) does not hold for this one.
    c.header('cache-control', 'no-store')
    const isRefusal = error instanceof Refusal
    if (!isRefusal)
      log.error({ error, request_id: c.res.headers.get('x-request-id') }, 'request failed')
    const refusal = isRefusal ? error : providerErrorOf(error)
    if (!refusal) {
      // Beside a form: what was typed is in order, and was not kept.
      const errors = isOfDatabase(error) ? { database: [RETRY_LATER] } : undefined
      if (!isAway(error)) return c.json({ message: RETRY_LATER, errors }, 500)
      c.header('retry-after', String(RETRY_AFTER_S))
      return c.json({ message: REFUSED[503], errors }, 503)
    }
    const { errors, retryAfter } = refusal.details
    if (retryAfter) c.header('retry-after', String(retryAfter))
    return c.json({ message: refusal.message, errors }, refusal.status)
  }

/** Whether it was the database that failed: its file or disk, its connection, or a statement that it would not carry out. */
function isOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  // PostgreSQL's own codes look like some of the system's: what it says of them is how severe they are.
  return String(error.code).startsWith('SQLITE_') || 'severity' in error
}

/**
 * What may well succeed in a moment: a database that is locked, full, read-only or restarting (PostgreSQL's classes 08,
 * 53 and 57P), one that ended what took too long (57014, 55P03, 25P03, 25P04; of SQLite we do, ENDED), a disk without
 * room, no file left to open.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const AWAY =
  /^(SQLITE_(BUSY|LOCKED|ENDED|FULL|IOERR|READONLY|CANTOPEN)|(08|53)...$|57P|57014$|55P03$|25P0[34]$|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO$|EMFILE|ENFILE)/
/** Those for which the driver has no code. */
const UNCODED =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed))/

function isAway(error: unknown): boolean {
  if (error instanceof MediaDown || error instanceof ProviderDown) return true
  if (error instanceof AggregateError) return error.errors.some(isAway)
  if (!(error instanceof Error)) return false
  return 'code' in error ? AWAY.test(String(error.code)) : UNCODED.test(error.message)
}
