import { CROWDED } from '#contract/messages.ts'
import { ProviderBusy, ProviderDown } from '#server/ports/payments.ts'
import { Refusal } from './refusal.ts'

/** Whoever could not be served since something of the machine was away comes back after so many seconds. */
export const AWAY_S = 5

/** What is in the way may be over in a moment. */
export const away = () => new Refusal(503, undefined, { retryAfter: AWAY_S })

/** The payment provider's silence, as the caller hears it; null for anything else. */
export function silenceOf(error: unknown): Refusal | null {
  if (error instanceof ProviderBusy) return new Refusal(503, CROWDED, { retryAfter: error.afterS })
  if (error instanceof ProviderDown) return away()
  return null
}
