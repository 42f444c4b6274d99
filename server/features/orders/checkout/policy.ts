import type { Charge, PaidCharge, Subscription } from '#server/ports/payments.ts'
import type { AttemptWithOrder } from './queries.ts'

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
export const hasEnded = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'
