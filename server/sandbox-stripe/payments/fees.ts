import type Stripe from 'stripe'
import { invalid } from '../core/failures.ts'
import { newId } from '../core/ids.ts'
import type { Scope } from '../core/scope.ts'
import { emit } from '../webhooks/events.ts'
import { book } from './money.ts'

type Fee = Stripe.ApplicationFee

/** Gives a part of the platform's share back; what goes with a refund stands on that refund's own line. */
export function refundFee(platform: Scope, fee: Fee, amount: number): Stripe.FeeRefund {
  if (amount < 1 || amount > fee.amount - fee.amount_refunded)
    throw invalid('Refund amount is greater than the unrefunded amount on the fee.', {
      code: 'application_fee_already_refunded',
      param: 'amount',
    })
  const id = newId('fr')
  const entry = book(platform, {
    amount: -amount,
    currency: fee.currency,
    type: 'application_fee_refund',
    category: 'platform_earning_refund',
    source: id,
  })
  const refund: Stripe.FeeRefund = {
    id,
    object: 'fee_refund',
    amount,
    balance_transaction: entry.id,
    created: platform.now(),
    currency: fee.currency,
    fee: fee.id,
    metadata: {},
  }
  const refunded = fee.amount_refunded + amount
  const after = platform.put<'application_fee'>({
    ...fee,
    amount_refunded: refunded,
    refunded: refunded === fee.amount,
    refunds: { ...fee.refunds, data: [refund, ...fee.refunds.data] },
  })
  emit<'application_fee'>(platform, 'application_fee.refunded', after, {
    amount_refunded: fee.amount_refunded,
    refunded: fee.refunded,
  })
  return refund
}

/** In proportion to what has been refunded of the charge, so that parts add up to the whole. */
export const shareToRefund = (fee: Fee, charge: Stripe.Charge, refundedThen: number) =>
  Math.round((fee.amount * refundedThen) / charge.amount) - fee.amount_refunded
