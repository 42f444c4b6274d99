import type { ErrorHandler } from 'hono'
import { RETRY_LATER, STATUS_MESSAGES } from '#contract/shared/messages.ts'
import type { Log } from '#server/ports/log.ts'
import { MediaDown } from '#server/ports/media.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { ApiError } from './api-error.ts'
import { providerErrorOf, RETRY_AFTER_S } from './provider-errors.ts'

/** Maps errors to responses: an `ApiError` by its message, any other to a generic 500 or 503. */
export const onError =
  (log: Log): ErrorHandler =>
  (error, c) => {
    // Headers set for the intended response (ETag, max-age) do not apply to the error.
    c.header('cache-control', 'no-store')
    const isApiError = error instanceof ApiError
    if (!isApiError)
      log.error({ error, request_id: c.res.headers.get('x-request-id') }, 'request failed')
    const apiError = isApiError ? error : providerErrorOf(error)
    if (!apiError) {
      // Shown next to a form: the input is valid, but was not saved.
      const errors = isOfDatabase(error) ? { database: [RETRY_LATER] } : undefined
      if (!isUnavailable(error)) return c.json({ message: RETRY_LATER, errors }, 500)
      c.header('retry-after', String(RETRY_AFTER_S))
      return c.json({ message: STATUS_MESSAGES[503], errors }, 503)
    }
    const { errors, retryAfter } = apiError.details
    if (retryAfter) c.header('retry-after', String(retryAfter))
    return c.json({ message: apiError.message, errors }, apiError.status)
  }

/** Whether the error came from the database: its file, disk or connection, or a refused statement. */
function isOfDatabase(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error)) return false
  // PostgreSQL's codes may look like system codes, but only its errors have a severity.
  return String(error.code).startsWith('SQLITE_') || 'severity' in error
}

/**
 * Temporary errors: a database that is locked, full, read-only or restarting (PostgreSQL's classes 08, 53 and 57P), a
 * database timeout (57014, 55P03, 25P03, 25P04; for SQLite our own, ENDED), a full disk, no file descriptor left.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const UNAVAILABLE =
  /^(SQLITE_(BUSY|LOCKED|ENDED|FULL|IOERR|READONLY|CANTOPEN)|(08|53)...$|57P|57014$|55P03$|25P0[34]$|ECONN|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|EROFS|EIO$|EMFILE|ENFILE)/
/** Temporary errors without a code of the driver. */
const UNCODED =
  /^(timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed))/

function isUnavailable(error: unknown): boolean {
  if (error instanceof MediaDown || error instanceof ProviderDown) return true
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  if (!(error instanceof Error)) return false
  return 'code' in error ? UNAVAILABLE.test(String(error.code)) : UNCODED.test(error.message)
}
