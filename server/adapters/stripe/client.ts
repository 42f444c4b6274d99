import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import Stripe from 'stripe'
import { PROVIDER_LINE } from '#contract/payments/limits.ts'
import {
  Declined,
  IdempotencyConflict,
  ProviderBusy,
  ProviderDown,
  ProviderFailed,
  Unknown,
} from '#server/ports/payments.ts'
import { createLines, NEVER_SENT, pacedClient, type Time } from './pace.ts'

const TIMEOUT_MS = 20_000
const RETRIES = 2

/** Of all requests, and of the webhook endpoints. That of the SDK's types: another version has other fields. */
export const API_VERSION = '2026-10-28.endive'

const time: Time = { now: () => performance.now(), wait: (ms) => setTimeout(ms) }

/**
 * The Stripe SDK behind a rate limiter. `apiBase`: another host with the same API; empty: Stripe. The limiter is per process:
 * several processes share Stripe's 25 calls a second.
 */
export function createStripeClient(
  secretKey: string,
  apiBase: string,
  line = PROVIDER_LINE,
): Stripe {
  const turn = createLines({ ...time, ...line })
  const httpClient = pacedClient(Stripe.createNodeHttpClient(), turn, time)
  const options = {
    apiVersion: API_VERSION,
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    httpClient,
  } as const
  if (!apiBase) return new Stripe(secretKey, options)
  const { protocol, hostname, port } = new URL(apiBase)
  return new Stripe(secretKey, {
    ...options,
    host: hostname,
    protocol: protocol === 'https:' ? 'https' : 'http',
    ...(port && { port }),
  })
}

/** Options of a call in a seller's account. */
export const inAccount = (stripeAccount: string, idempotencyKey?: string) =>
  idempotencyKey ? { stripeAccount, idempotencyKey } : { stripeAccount }

/** Runs a call and maps its errors to those of the port. */
export async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw toPortError(error)
  }
}

/**
 * For objects that may exist twice, such as a customer or a price: repeats a call that got HTTP 500 under a new key, since
 * Stripe repeats the 500 for the same key for a day.
 */
export async function askTwice<T>(key: string, call: (key: string) => Promise<T>): Promise<T> {
  try {
    return await ask(() => call(key))
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error
    return ask(() => call(`${key}~${randomUUID()}`))
  }
}

function toPortError(error: unknown): unknown {
  const { errors } = Stripe
  if (error instanceof errors.StripeCardError)
    return new Declined(error.decline_code ?? error.code ?? 'card_error')
  if (error instanceof errors.StripeInvalidRequestError)
    return error.code === 'resource_missing' ? new Unknown(error.message) : error
  if (error instanceof errors.StripeIdempotencyError) return new IdempotencyConflict(error.message)
  if (error instanceof errors.StripeAPIError) return failed(error)
  const passing =
    error instanceof errors.StripeConnectionError || error instanceof errors.StripeRateLimitError
  return passing ? new ProviderDown(error instanceof Error ? error.message : String(error)) : error
}

function failed({ code, statusCode, message, headers }: Stripe.errors.StripeAPIError) {
  if (code === NEVER_SENT) return new ProviderBusy(message, Number(headers?.['retry-after']))
  // Stripe stores a 500 for its key: a retry with the same key gets it again.
  return statusCode === 500 ? new ProviderFailed(message) : new ProviderDown(message)
}

/** Error code of an account that is closed or disconnected. */
export const HAS_LEFT = 'account_invalid'

/** Whether the error has this code. */
export const isCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code

/** The result of a call, or `otherwise` in an account that is closed or disconnected. */
export const unlessLeft = <T>(call: () => Promise<T>, otherwise: T): Promise<T> =>
  call().catch((error: unknown) => {
    if (isCode(error, HAS_LEFT)) return otherwise
    throw error
  })

/** Ignores the error of a charge that was paid or cancelled concurrently: the state that is loaded next decides. */
export function ignoreEnded(error: unknown): void {
  if (!isCode(error, 'payment_intent_unexpected_state')) throw error
}
