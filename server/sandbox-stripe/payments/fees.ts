import type Stripe from 'stripe'
import { invalid } from '../core/failures.ts'
import { newId } from '../core/ids.ts'
import { later } from '../core/jobs.ts'
import { idOf } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { defined } from '../core/values.ts'
import { emit } from '../webhooks/events.ts'
import { book } from './money.ts'

type Fee = Stripe.ApplicationFee

/** Refunds a part of the platform fee; if made with a refund, it is in that refund's balance transaction. */
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

/** Credits the fee to the seller by its own balance transaction: now or `late_seconds` later. */
export function returnToSeller(platform: Scope, fee: Fee, feeRefund: Stripe.FeeRefund): void {
  const seller = platform.as(idOf(fee.account))
  const subject = `${fee.id}/${feeRefund.id}`
  const { late_seconds: late } = platform.settings
  if (late > 0) later(seller, 'book_fee_refund', subject, platform.now() + late)
  else bookFeeRefund(seller, subject)
}

export function bookFeeRefund(seller: Scope, subject: string): void {
  const [feeId = '', id] = subject.split('/')
  const { refunds } = seller.as('').take('application_fee', feeId)
  const feeRefund = defined(
    refunds.data.find((refund) => refund.id === id),
    subject,
  )
  book(seller, {
    amount: feeRefund.amount,
    currency: feeRefund.currency,
    type: 'application_fee_refund',
    category: 'fee',
    source: feeRefund.id,
  })
}

/** In proportion to the refunded part of the charge, so that parts add up exactly. */
export const shareToRefund = (fee: Fee, charge: Stripe.Charge, refundedThen: number) =>
  Math.round((fee.amount * refundedThen) / charge.amount) - fee.amount_refunded
