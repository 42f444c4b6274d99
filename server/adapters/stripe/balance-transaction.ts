import type Stripe from 'stripe'
import type { BalanceTransaction } from '#server/ports/payments.ts'

export const instant = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Null if the object is not expanded, or not written yet. */
export function toBalanceTransaction(
  line: Stripe.BalanceTransaction | string | null | undefined,
): BalanceTransaction | null {
  if (!line || typeof line === 'string') return null
  const base = { ref: line.id, at: instant(line.created) }
  // A refunded platform fee has its own line, of which nothing is the buyer's.
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
