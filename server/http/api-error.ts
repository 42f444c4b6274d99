import type { FieldErrors } from '#contract/http/caller.ts'
import { type ErrorStatus, STATUS_MESSAGES } from '#contract/shared/messages.ts'

interface Details {
  errors?: FieldErrors
  /** Seconds. */
  retryAfter?: number
}

/** An expected error response. Every other thrown error is a 500. */
export class ApiError extends Error {
  readonly status: ErrorStatus
  readonly details: Details
  constructor(
    status: ErrorStatus,
    message: string = STATUS_MESSAGES[status],
    details: Details = {},
  ) {
    super(message)
    this.status = status
    this.details = details
  }
}

export const notFound = () => new ApiError(404)
/** The value that was found; a 404 without one. */
export function orNotFound<T>(value: T): NonNullable<T> {
  if (!value) throw notFound()
  return value
}
export const forbidden = (why?: string) => new ApiError(403, why)
export const invalid = (errors: FieldErrors) => new ApiError(422, STATUS_MESSAGES[422], { errors })
export const tooMany = (retryAfter: number, why?: string) =>
  new ApiError(429, why, { retryAfter: Math.max(1, Math.ceil(retryAfter)) })
