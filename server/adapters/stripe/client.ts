import Stripe from 'stripe'
import { Declined, ProviderDown, Unknown } from '#server/ports/payments.ts'

const TIMEOUT_MS = 20_000
const RETRIES = 2

/** The provider's SDK. `apiBase`: another host that speaks its API; empty: the provider itself. */
export function openStripe(secretKey: string, apiBase: string): Stripe {
  const options = { maxNetworkRetries: RETRIES, timeout: TIMEOUT_MS, telemetry: false }
  if (!apiBase) return new Stripe(secretKey, options)
  const { protocol, hostname, port } = new URL(apiBase)
  return new Stripe(secretKey, {
    ...options,
    host: hostname,
    protocol: protocol === 'https:' ? 'https' : 'http',
    ...(port && { port }),
  })
}

/** Runs a call, and says what went wrong in the product's own words. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw inOurWords(error)
  }
}

function inOurWords(error: unknown): unknown {
  const { errors } = Stripe
  if (error instanceof errors.StripeCardError)
    return new Declined(error.decline_code ?? error.code ?? 'card_error')
  if (error instanceof errors.StripeInvalidRequestError)
    return error.code === 'resource_missing' ? new Unknown(error.message) : error
  const passing =
    error instanceof errors.StripeConnectionError ||
    error instanceof errors.StripeAPIError ||
    error instanceof errors.StripeRateLimitError ||
    (error instanceof errors.StripeIdempotencyError && error.statusCode === 409)
  return passing ? new ProviderDown((error as Error).message) : error
}

/** Whether the provider gave this reason. */
export const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
