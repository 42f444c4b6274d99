import { REFUSED, type RefusedStatus } from '#contract/messages.ts'

export type FieldErrors = Record<string, string[]>
interface Details {
  errors?: FieldErrors
  /** Seconds. */
  retryAfter?: number
}

/** A request we understood and will not carry out. Everything else that throws is our fault: a 500. */
export class Refusal extends Error {
  readonly status: RefusedStatus
  readonly details: Details
  constructor(status: RefusedStatus, message: string = REFUSED[status], details: Details = {}) {
    super(message)
    this.status = status
    this.details = details
  }
}

export const notFound = () => new Refusal(404)
export const forbidden = (why?: string) => new Refusal(403, why)
export const invalid = (errors: FieldErrors) => new Refusal(422, REFUSED[422], { errors })
export const tooMany = (retryAfter: number, why?: string) =>
  new Refusal(429, why, { retryAfter: Math.max(1, Math.ceil(retryAfter)) })
