import type Stripe from 'stripe'
import type { Booking } from '#server/ports/payments.ts'

export const instant = (seconds: number) => new Date(seconds * 1000).toISOString()

/** A line of a seller's balance; null where the provider only names it, or has not written it yet. */
export function toBooking(
  line: Stripe.BalanceTransaction | string | null | undefined,
): Booking | null {
  if (!line || typeof line === 'string') return null
  const base = { ref: line.id, at: instant(line.created) }
  // The platform's fee comes back on a line of its own: nothing of it was the buyer's.
  if (line.type === 'application_fee_refund')
    return { ...base, gross: 0, providerFee: 0, platformFee: -line.amount }
  const fees = (of: (type: string) => boolean) =>
    line.fee_details.filter(({ type }) => of(type)).reduce((sum, { amount }) => sum + amount, 0)
  return {
    ...base,
    gross: line.amount,
    platformFee: fees((type) => type === 'application_fee'),
    providerFee: fees((type) => type !== 'application_fee'),
  }
}
