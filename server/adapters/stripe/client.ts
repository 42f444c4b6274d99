import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import { PROVIDER_LINE } from '#contract/limits.ts'
import {
  Declined,
  KeyClash,
  ProviderBusy,
  ProviderDown,
  ProviderFailed,
  Unknown,
} from '#server/ports/payments.ts'
import { createLines, NEVER_SENT, pacedClient, type Time } from './pace.ts'

const TIMEOUT_MS = 20_000
const RETRIES = 2

const time: Time = { now: () => performance.now(), wait: (ms) => setTimeout(ms) }

/**
 * The provider's SDK, its calls in line. `apiBase`: another host that speaks its API; empty: the provider itself. The
 * lines are this process's own: sites of several processes share the provider's 25 calls a second among them.
 */
export function openStripe(secretKey: string, apiBase: string, line = PROVIDER_LINE): Stripe {
  const turn = createLines({ ...time, ...line })
  const httpClient = pacedClient(Stripe.createNodeHttpClient(), turn, time)
  const options = { maxNetworkRetries: RETRIES, timeout: TIMEOUT_MS, telemetry: false, httpClient }
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

/**
 * For what may be made twice and does no harm, a customer or a price: where the provider broke down over it, the call
 * is made once more under a key of its own, since the first one would be answered with that breakdown for a day.
 */
export async function askTwice<T>(key: string, call: (key: string) => Promise<T>): Promise<T> {
  try {
    return await ask(() => call(key))
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    return ask(() => call(`${key}~${randomUUID()}`))
  }
}

function inOurWords(error: unknown): unknown {
  const { errors } = Stripe
  if (error instanceof errors.StripeCardError)
    return new Declined(error.decline_code ?? error.code ?? 'card_error')
  if (error instanceof errors.StripeInvalidRequestError)
    return error.code === 'resource_missing' ? new Unknown(error.message) : error
  if (error instanceof errors.StripeIdempotencyError) return new KeyClash(error.message)
  if (error instanceof errors.StripeAPIError) return failed(error)
  const passing =
    error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError
  return passing ? new ProviderDown((error as Error).message) : error
}

function failed({ code, statusCode, message, headers }: Stripe.errors.StripeAPIError) {
  if (code === NEVER_SENT) return new ProviderBusy(message, Number(headers?.['retry-after']))
  // Once work began, the answer is kept for its key: sent again, it would only be said again.
  return statusCode === 500 ? new ProviderFailed(message) : new ProviderDown(message)
}

/** A seller's account is closed, or not ours to speak for any more. */
export const HAS_LEFT = 'account_invalid'

/** Whether the provider gave this reason. */
export const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
