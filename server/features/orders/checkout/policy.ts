import type { Charge, Subscription } from '#server/ports/payments.ts'
import type { AttemptWithOrder } from './queries.ts'

/** Whether the provider's charge is the one that this order asked for: nothing is granted for any other. */
export const matchesOrder = (attempt: AttemptWithOrder, charge: Charge): boolean =>
  charge.account === attempt.account_ref &&
  charge.amount === attempt.amount &&
  charge.currency === 'jpy' &&
  (charge.metadata.order_id ?? attempt.order_id) === attempt.order_id

/** Why a charge gave no money yet, and whether it still may. */
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

/** Nothing will be paid for it any more. */
export const hasEnded = ({ status }: Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'
