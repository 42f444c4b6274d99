import { KONBINI_REMIND_AT_LEFT } from '#contract/payments/konbini.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { aheadOf } from '#server/db/clocks.ts'
import type { Hold } from '#server/db/schema/seats.ts'
import type { Charge, PaidCharge, ProviderSubscription } from '#server/ports/payments.ts'
import type { AttemptWithOrder } from './payment-attempt-queries.ts'

/** Whether a charge has the account, amount, currency and order of this attempt. No right is granted for any other. */
export const matchesOrder = (attempt: AttemptWithOrder, charge: Charge): boolean =>
  charge.account === attempt.account_ref &&
  charge.amount === attempt.amount &&
  charge.currency === 'jpy' &&
  (charge.metadata.order_id ?? attempt.order_id) === attempt.order_id

export const isPaid = (charge: Charge): charge is PaidCharge =>
  charge.status === 'succeeded' && charge.paidAt !== null

/** Outcome of a charge. `open`: it may still be paid. `failed`: it needs another card, or was cancelled. */
export function chargeOutcome(charge: Charge): 'paid' | 'open' | 'failed' {
  switch (charge.status) {
    case 'succeeded':
      return 'paid'
    case 'requires_confirmation':
    case 'requires_action':
    case 'processing':
      return 'open'
    case 'requires_payment_method':
    case 'canceled':
      return 'failed'
  }
}

/** The provider makes no further invoices for this subscription. */
export const hasEnded = ({ status }: ProviderSubscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** Limits of seat holds at one instant. */
export interface HoldTimes {
  now: string
  /** Expiry of a hold that starts now. */
  until: string
  /** A hold that expires later than this was written while the clock was ahead. */
  ahead: string
}

export function holdTimes(now: Date): HoldTimes {
  const until = new Date(now.getTime() + HOLD_MS)
  return { now: now.toISOString(), until: until.toISOString(), ahead: aheadOf(until) }
}

/** Null: the hold is released. */
type StoredHold = { [K in 'expires_at' | 'shortened_to' | 'remind_at']: Hold[K] | null }

/**
 * Expiry of a hold. The expiry that the buyer was shown counts, not a shorter one that was written after the clock went
 * back, unless the shown one can only come from a clock that was ahead. `listExpired` applies the same rule in SQL. The
 * deadline of a payment number was confirmed by the provider's clock.
 */
export const heldUntil = (
  { expires_at, shortened_to, remind_at }: StoredHold,
  { ahead }: HoldTimes,
): string | null =>
  remind_at === null && shortened_to !== null && (expires_at ?? '') > ahead
    ? shortened_to
    : expires_at

/** When the buyer of a payment number is reminded, who got it at `now`. */
export function voucherReminder(expiresAt: string, now: Date): string {
  const ends = Date.parse(expiresAt)
  return new Date(ends - (ends - now.getTime()) * KONBINI_REMIND_AT_LEFT).toISOString()
}
