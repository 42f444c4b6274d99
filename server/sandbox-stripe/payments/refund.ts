import type Stripe from 'stripe'
import { invalid } from '../core/failures.ts'
import { later } from '../core/jobs.ts'
import { idOf } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { emit } from '../webhooks/events.ts'
import { refundFee, shareToRefund } from './fees.ts'
import { applicationFee, book } from './money.ts'
import { cardBehind } from './payment-method.ts'

type Charge = Stripe.Charge
type Refund = Stripe.Refund

/** When a bank lets hear from itself about a refund that is not settled at once. */
const BANK_ANSWERS_SECONDS = 60

export interface Wanted {
  amount: number | undefined
  reason: Refund['reason'] | undefined
  metadata: Record<string, string>
  withFee: boolean
}

/** Money goes back: from the seller, and the platform's share too where that is wanted. */
export function refund(scope: Scope, charge: Charge, wanted: Wanted): Refund {
  const left = charge.amount - charge.amount_refunded
  const amount = wanted.amount ?? left
  refuse(charge, amount, left)
  const then = charge.amount_refunded + amount
  const share = wanted.withFee ? giveShareBack(scope, charge, then) : 0
  const id = scope.newId('refund')
  const entry = book(scope, {
    amount: -amount,
    currency: charge.currency,
    type: 'refund',
    category: 'refund',
    source: id,
    description: 'REFUND FOR CHARGE',
    fees: share > 0 ? [applicationFee(-share)] : [],
  })
  const behaviour = cardBehind(scope, charge.payment_method!).refund
  const made = refundOf(scope, charge, { ...wanted, id, amount, entry: entry.id })
  const kept = scope.put<'refund'>({
    ...made,
    status: behaviour === 'pending' ? 'pending' : 'succeeded',
  })
  const after = scope.put<'charge'>({
    ...charge,
    amount_refunded: then,
    refunded: then === charge.amount,
  })
  emit<'refund'>(scope, 'refund.created', kept)
  emit<'charge'>(scope, 'charge.refunded', after, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  })
  if (behaviour) later(scope, 'settle_refund', id, scope.now() + BANK_ANSWERS_SECONDS)
  return kept
}

function refuse(charge: Charge, amount: number, left: number): void {
  if (!charge.paid)
    throw invalid(`Charge ${charge.id} was not paid and cannot be refunded.`, { param: 'charge' })
  if (charge.disputed)
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
      param: 'charge',
    })
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (amount < 1 || amount > left)
    throw invalid(
      `Refund amount (¥${amount}) is greater than unrefunded amount on charge (¥${left})`,
      { param: 'amount' },
    )
}

function giveShareBack(scope: Scope, charge: Charge, refundedThen: number): number {
  const id = idOf(charge.application_fee)
  if (!id)
    throw invalid('The charge has no application fee to refund.', {
      param: 'refund_application_fee',
    })
  const platform = scope.as('')
  const fee = platform.take('application_fee', id)
  const share = shareToRefund(fee, charge, refundedThen)
  if (share > 0) refundFee(platform, fee, share)
  return share
}

/** The bank has answered: the money has arrived, or it comes back. */
export function settleRefund(scope: Scope, id: string): void {
  const refund = scope.take('refund', id)
  const { refund: behaviour } = cardBehind(scope, idOf(refund.payment_method) ?? '')
  if (behaviour === 'fails') failRefund(scope, refund, 'lost_or_stolen_card')
  else if (refund.status === 'pending')
    tell(scope, 'refund.updated', scope.put<'refund'>({ ...refund, status: 'succeeded' }), refund)
}

export function failRefund(scope: Scope, refund: Refund, reason: string): void {
  if (refund.status === 'failed') return
  const entry = book(scope, {
    amount: refund.amount,
    currency: refund.currency,
    type: 'refund_failure',
    category: 'refund_failure',
    source: refund.id,
    description: 'REFUND FAILURE',
  })
  const failed = scope.put<'refund'>({
    ...refund,
    status: 'failed',
    failure_reason: reason,
    failure_balance_transaction: entry.id,
  })
  const charge = scope.take('charge', idOf(refund.charge)!)
  scope.put<'charge'>({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  tell(scope, 'refund.failed', failed, refund)
}

function tell(
  scope: Scope,
  type: 'refund.failed' | 'refund.updated',
  after: Refund,
  { status }: Refund,
): void {
  if (type === 'refund.failed') emit<'refund'>(scope, 'refund.updated', after, { status })
  emit<'refund'>(scope, type, after, { status })
  emit<'refund'>(scope, 'charge.refund.updated', after, { status })
}

const refundOf = (
  scope: Scope,
  charge: Charge,
  said: Wanted & { id: string; amount: number; entry: string },
): Refund => ({
  id: said.id,
  object: 'refund',
  amount: said.amount,
  balance_transaction: said.entry,
  charge: charge.id,
  created: scope.now(),
  currency: charge.currency,
  customer: idOf(charge.customer),
  customer_account: null,
  destination_details: {
    card: {
      reference_status: 'pending',
      reference_type: 'acquirer_reference_number',
      type: 'refund',
    },
    type: 'card',
  },
  metadata: said.metadata,
  payment_intent: idOf(charge.payment_intent),
  payment_method: charge.payment_method,
  reason: said.reason ?? null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'pending',
  transfer_reversal: null,
})
