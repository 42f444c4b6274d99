import type Stripe from 'stripe'

export interface ErrorBody {
  type: Stripe.PaymentIntent.LastPaymentError.Type
  message: string
  code?: string
  decline_code?: string
  param?: string
  charge?: string
  /** Objects; for a browser with fewer fields. */
  payment_intent?: object
  payment_method?: object
  setup_intent?: object
}

/** An error in Stripe's format. */
export class Failure extends Error {
  readonly status: number
  readonly body: ErrorBody
  /** A decline reports something that happened: the work is committed. */
  readonly keepsWork: boolean
  /** Thrown before the endpoint ran, so that the key can be used again. */
  readonly beforeWork: boolean
  readonly headers: Record<string, string>

  constructor(
    status: number,
    body: ErrorBody,
    how: { keepsWork?: boolean; beforeWork?: boolean; headers?: Record<string, string> } = {},
  ) {
    super(body.message)
    this.status = status
    this.body = body
    this.keepsWork = how.keepsWork ?? false
    this.beforeWork = how.beforeWork ?? false
    this.headers = how.headers ?? {}
  }
}

/** 400: the operation is not possible. */
export const invalid = (message: string, more: { code?: string; param?: string } = {}) =>
  new Failure(400, { type: 'invalid_request_error', message, ...more })

/** 400 for an invalid request, before anything ran. */
export const malformed = (message: string, more: { code?: string; param?: string } = {}) =>
  new Failure(400, { type: 'invalid_request_error', message, ...more }, { beforeWork: true })

export const missing = (kind: string, id: string, param: string) =>
  new Failure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind.replaceAll('_', ' ').replace('payment method', 'PaymentMethod')}: '${id}'`,
    param,
  })

export const rateLimited = () =>
  new Failure(
    429,
    {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message:
        'Request rate limit exceeded. Learn more about rate limits: https://stripe.com/docs/rate-limits.',
    },
    {
      beforeWork: true,
      headers: {
        'stripe-rate-limited-reason': 'endpoint-rate',
        'stripe-should-retry': 'false',
        'retry-after': '1',
      },
    },
  )

export const lockTimeout = () =>
  new Failure(
    429,
    {
      type: 'invalid_request_error',
      code: 'lock_timeout',
      message:
        'This object cannot be accessed right now because another API request or Stripe process is currently accessing it. If you see this error intermittently, retry the request. If you see this error frequently and are making multiple concurrent requests to a single object, make your requests serially or at a lower rate.',
    },
    { beforeWork: true, headers: { 'stripe-should-retry': 'true' } },
  )

export const keyInUse = (key: string) =>
  new Failure(
    409,
    {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: `There is currently another in-progress request using this Idempotency Key: ${key}. This error may occur if you are reusing a key without waiting for the first request to finish.`,
    },
    { beforeWork: true },
  )

export const keyReused = (key: string) =>
  new Failure(
    400,
    {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    },
    { beforeWork: true },
  )

/** An internal error; stored for the key like any other response. */
export const serverError = () =>
  new Failure(
    500,
    {
      type: 'api_error',
      message: 'An unknown error occurred. The sandbox was told to answer so.',
    },
    { headers: { 'stripe-should-retry': 'false' } },
  )
