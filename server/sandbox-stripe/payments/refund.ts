import { invalid } from '../core/failures.ts'
import { later } from '../core/jobs.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { emit } from '../webhooks/events.ts'
import { bookCharge } from './charge.ts'
import { isChargedBack } from './dispute.ts'
import { refundFee, shareToRefund } from './fees.ts'
import { updateWarnings } from './fraud-warning.ts'
import { applicationFee, book } from './money.ts'
import { cardOf } from './payment-method.ts'

type Charge = Kinds['charge']
type Refund = Kinds['refund']

/** Time until the bank's answer to a pending refund. */
const BANK_ANSWERS_SECONDS = 60
/** Time for the customer to name a bank account. */
const ANSWER_WITHIN_SECONDS = 45 * 86_400

export interface RefundParams {
  amount: number | undefined
  reason: Refund['reason'] | undefined
  metadata: Record<string, string>
  withFee: boolean
  /** Where the provider asks for a bank account, for payments that cannot be returned by themselves. */
  instructionsEmail?: string | undefined
}

/** Refunds a charge from the seller, now or `late_seconds` later, and the platform fee if requested. */
export function refund(scope: Scope, before: Charge, params: RefundParams): Refund {
  const left = before.amount - before.amount_refunded
  const amount = params.amount ?? left
  refuse(scope, before, amount, left)
  // The charge must be in the balance before its refund.
  const charge = bookCharge(scope, before.id)
  const then = charge.amount_refunded + amount
  const share = params.withFee ? giveShareBack(scope, charge, then) : 0
  const id = scope.newId('refund')
  const { late_seconds: late } = scope.settings
  const behaviour = cardOf(scope, charge.payment_method).refund
  const created = scope.put<'refund'>(
    {
      ...refundOf(scope, charge, { ...params, id, amount }),
      status: behaviour === 'pending' ? 'pending' : 'succeeded',
      ...(behaviour === 'asks' && asking(scope, charge, params)),
    },
    { feeRefunded: share },
  )
  const result = late > 0 ? created : takeMoney(scope, created)
  const after = scope.put<'charge'>({
    ...charge,
    amount_refunded: then,
    refunded: then === charge.amount,
  })
  emit<'refund'>(scope, 'refund.created', result)
  emit<'charge'>(scope, 'charge.refunded', after, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  })
  updateWarnings(scope, after)
  if (late > 0) later(scope, 'book_refund', id, scope.now() + late)
  if (behaviour && behaviour !== 'asks')
    later(scope, 'settle_refund', id, scope.now() + BANK_ANSWERS_SECONDS)
  return result
}

/** Debits the seller for a refund whose balance transaction was delayed. */
export function bookRefund(scope: Scope, id: string): Refund {
  const before = scope.take('refund', id)
  if (before.balance_transaction) return before
  const after = takeMoney(scope, before)
  const { balance_transaction } = before
  emit<'refund'>(scope, 'refund.updated', after, { balance_transaction })
  return after
}

function takeMoney(scope: Scope, refund: Refund): Refund {
  const { feeRefunded: share = 0 } = scope.hidden(refund.id)
  const entry = book(scope, {
    amount: -refund.amount,
    currency: refund.currency,
    type: 'refund',
    category: 'refund',
    source: refund.id,
    description: 'REFUND FOR CHARGE',
    fees: share > 0 ? [applicationFee(-share)] : [],
  })
  return scope.put<'refund'>({ ...refund, balance_transaction: entry.id })
}

function refuse(scope: Scope, charge: Charge, amount: number, left: number): void {
  if (!charge.paid)
    throw invalid(`Charge ${charge.id} was not paid and cannot be refunded.`, { param: 'charge' })
  if (isChargedBack(scope, charge))
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

/** The provider has emailed the customer, and waits for a bank account. */
function asking(scope: Scope, { billing_details }: Charge, { instructionsEmail }: RefundParams) {
  const email_sent_to = instructionsEmail ?? billing_details.email ?? ''
  const email_sent = { email_sent_at: scope.now(), email_sent_to }
  const expires_at = scope.now() + ANSWER_WITHIN_SECONDS
  return {
    status: 'requires_action',
    instructions_email: email_sent_to,
    destination_details: {
      type: 'jp_bank_transfer',
      jp_bank_transfer: { reference: null, reference_status: null },
    },
    next_action: { type: 'display_details', display_details: { email_sent, expires_at } },
  }
}

/** The customer has named a bank account; the transfer follows. */
export function giveRefundAccount(scope: Scope, id: string): Refund {
  const before = scope.take('refund', id)
  if (before.status !== 'requires_action') return before
  const { next_action: _, ...refund } = before
  const after = scope.put<'refund'>({ ...refund, status: 'pending' })
  notify(scope, 'refund.updated', after, before)
  later(scope, 'settle_refund', id, scope.now() + BANK_ANSWERS_SECONDS)
  return after
}

/** Completes a pending refund: succeeded, or failed and returned. */
export function settleRefund(scope: Scope, id: string): void {
  const refund = scope.take('refund', id)
  const { refund: behaviour } = cardOf(scope, idOf(refund.payment_method) ?? '')
  if (behaviour === 'fails') failRefund(scope, refund, 'lost_or_stolen_card')
  else if (refund.status === 'pending')
    notify(scope, 'refund.updated', scope.put<'refund'>({ ...refund, status: 'succeeded' }), refund)
}

export function failRefund(scope: Scope, before: Refund, reason: string): void {
  if (before.status === 'failed') return
  const refund = bookRefund(scope, before.id)
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
  const charge = scope.take('charge', refund.charge)
  const after = scope.put<'charge'>({
    ...charge,
    amount_refunded: charge.amount_refunded - refund.amount,
    refunded: false,
  })
  updateWarnings(scope, after)
  notify(scope, 'refund.failed', failed, refund)
}

function notify(
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
  params: RefundParams & { id: string; amount: number },
): Refund => ({
  id: params.id,
  object: 'refund',
  amount: params.amount,
  balance_transaction: null,
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
  metadata: params.metadata,
  payment_intent: idOf(charge.payment_intent),
  payment_method: charge.payment_method,
  reason: params.reason ?? null,
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'pending',
  transfer_reversal: null,
})
