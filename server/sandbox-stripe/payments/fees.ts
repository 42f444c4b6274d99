import type Stripe from 'stripe'
import { invalid } from '../core/failures.ts'
import { newId } from '../core/ids.ts'
import { later } from '../core/jobs.ts'
import { idOf } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { emit } from '../webhooks/events.ts'
import { book } from './money.ts'

type Fee = Stripe.ApplicationFee

/** Gives a part of the platform's share back; what goes with a refund stands on that refund's own line. */
export function refundFee(
  platform: Scope,
  fee: Fee,
  amount: number,
  metadata: Stripe.Metadata = {},
): Stripe.FeeRefund {
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
    metadata,
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

/** Its seller has it back, on a line of its own: now or `late_seconds` later. */
export function returnToSeller(platform: Scope, fee: Fee, made: Stripe.FeeRefund): void {
  const seller = platform.as(idOf(fee.account)!)
  const subject = `${fee.id}/${made.id}`
  const { late_seconds: late } = platform.settings
  if (late > 0) later(seller, 'book_fee_refund', subject, platform.now() + late)
  else bookFeeRefund(seller, subject)
}

export function bookFeeRefund(seller: Scope, subject: string): void {
  const [feeId = '', id] = subject.split('/')
  const { refunds } = seller.as('').take('application_fee', feeId)
  const made = refunds.data.find((refund) => refund.id === id)!
  book(seller, {
    amount: made.amount,
    currency: made.currency,
    type: 'application_fee_refund',
    category: 'fee',
    source: made.id,
  })
}

/** In proportion to what has been refunded of the charge, so that parts add up to the whole. */
export const shareToRefund = (fee: Fee, charge: Stripe.Charge, refundedThen: number) =>
  Math.round((fee.amount * refundedThen) / charge.amount) - fee.amount_refunded
