import { CROWDED } from '#contract/shared/messages.ts'
import { ProviderBusy, ProviderDown } from '#server/ports/payments.ts'
import { ApiError } from './api-error.ts'

/** `Retry-After` of a 503 caused by an unavailable dependency, in seconds. */
export const RETRY_AFTER_S = 5

export const serviceUnavailable = () => new ApiError(503, undefined, { retryAfter: RETRY_AFTER_S })

/** Maps an outage of the payment provider to a 503; null for any other error. */
export function providerErrorOf(error: unknown): ApiError | null {
  if (error instanceof ProviderBusy) return new ApiError(503, CROWDED, { retryAfter: error.afterS })
  if (error instanceof ProviderDown) return serviceUnavailable()
  return null
}

/** The result of provider calls; an outage of the provider becomes a 503. */
export const withProviderErrors = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw providerErrorOf(error) ?? error
  })
