import type Stripe from 'stripe'
import { invalid } from '../core/failures.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { change, emit } from '../webhooks/events.ts'
import { updateWarnings } from './fraud-warning.ts'
import { book, DISPUTE_FEE, stripeFee } from './money.ts'
import { cardOf } from './payment-method.ts'

type Dispute = Stripe.Dispute
type Charge = Kinds['charge']
const DAY = 86_400
const DAYS_TO_ANSWER = 7

/**
 * Opens a dispute: the money is withdrawn at once, except for an inquiry. The bank may not know about a full refund: the
 * dispute is then over the whole amount.
 */
export function openDispute(
  scope: Scope,
  charge: Charge,
  reason: string,
  inquiry: boolean,
  amount = charge.amount - charge.amount_refunded || charge.amount,
): Dispute {
  if (!charge.paid || chargedBack(scope, charge) + amount > charge.amount)
    throw invalid(`Charge ${charge.id} cannot be disputed.`, { param: 'charge' })
  const created = scope.put<'dispute'>({
    ...disputeOf(scope, charge, reason, inquiry),
    amount,
  })
  const after = scope.put<'charge'>({ ...charge, disputed: !inquiry })
  emit<'dispute'>(scope, 'charge.dispute.created', created)
  return inquiry ? created : withdraw(scope, created, after)
}

/** The bank turns an inquiry into a dispute, and takes the money. */
export function escalateInquiry(scope: Scope, dispute: Dispute): Dispute {
  if (!dispute.status.startsWith('warning') || dispute.status === 'warning_closed')
    throw invalid(`This dispute is no open inquiry: ${dispute.status}.`)
  const charge = scope.take('charge', idOf(dispute.charge))
  const disputed = scope.put<'charge'>({ ...charge, disputed: true })
  const opened: Partial<Dispute> = { status: 'needs_response', is_charge_refundable: false }
  const after = change<'dispute'>(scope, dispute, opened, 'charge.dispute.updated')
  return withdraw(scope, after, disputed)
}

function withdraw(scope: Scope, dispute: Dispute, charge: Charge): Dispute {
  emit<'charge'>(scope, 'charge.updated', charge, { disputed: false })
  updateWarnings(scope, charge)
  const updated = move(scope, dispute, -dispute.amount, DISPUTE_FEE)
  emit<'dispute'>(scope, 'charge.dispute.funds_withdrawn', updated)
  return updated
}

/** The bank decides for the seller after all: a lost dispute is won, and its money comes back. */
export function reverseDispute(scope: Scope, dispute: Dispute): Dispute {
  if (dispute.status !== 'lost') throw invalid(`This dispute is not lost: ${dispute.status}.`)
  const won = change<'dispute'>(scope, dispute, { status: 'won' }, 'charge.dispute.updated')
  const after = move(scope, won, dispute.amount, 0)
  emit<'dispute'>(scope, 'charge.dispute.funds_reinstated', after)
  return after
}

export const isChargedBack = (scope: Scope, charge: Charge) => chargedBack(scope, charge) > 0

/** The sum of a charge that the bank has: `disputed` stays true after the seller has won it back. */
function chargedBack(scope: Scope, charge: Charge): number {
  if (!charge.disputed) return 0
  const disputes = scope.list('dispute', { charge: charge.id }).data
  return disputes.reduce((sum, { status, amount }) => sum + (status === 'won' ? 0 : amount), 0)
}

/** Opens the dispute of a test card right after the payment. */
export function disputeByCard(scope: Scope, chargeId: string): void {
  const charge = scope.take('charge', chargeId)
  const { dispute, inquiry = false } = cardOf(scope, charge.payment_method)
  if (dispute && !charge.disputed) openDispute(scope, charge, dispute, inquiry)
}

export function endDispute(scope: Scope, dispute: Dispute, outcome: 'won' | 'lost'): Dispute {
  if (dispute.status === 'won' || dispute.status === 'lost' || dispute.status === 'warning_closed')
    throw invalid(`This dispute is already closed: ${dispute.status}.`)
  const inquiry = dispute.status.startsWith('warning')
  const status = inquiry ? 'warning_closed' : outcome
  const closed = scope.put<'dispute'>({ ...dispute, status })
  const after = status === 'won' ? move(scope, closed, dispute.amount, 0) : closed
  if (status === 'won') emit<'dispute'>(scope, 'charge.dispute.funds_reinstated', after)
  emit<'dispute'>(scope, 'charge.dispute.closed', after)
  return after
}

function move(scope: Scope, dispute: Dispute, amount: number, fee: number): Dispute {
  const entry = book(scope, {
    amount,
    currency: dispute.currency,
    type: 'adjustment',
    category: amount < 0 ? 'dispute' : 'dispute_reversal',
    source: dispute.id,
    description: `Chargeback ${amount < 0 ? 'withdrawal' : 'reversal'} for ${idOf(dispute.charge)}`,
    fees: fee > 0 ? [{ ...stripeFee(fee), description: 'Dispute fee' }] : [],
    atOnce: true,
  })
  return scope.put<'dispute'>({
    ...dispute,
    balance_transactions: [...dispute.balance_transactions, entry],
  })
}

function disputeOf(scope: Scope, charge: Charge, reason: string, inquiry: boolean): Dispute {
  const card = charge.payment_method_details?.card
  return {
    id: scope.newId('dispute'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: scope.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: noEvidence,
    evidence_details: {
      due_by: scope.now() + DAYS_TO_ANSWER * DAY,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      card: {
        brand: card?.brand ?? 'visa',
        case_type: inquiry ? 'inquiry' : 'chargeback',
        network: card?.network ?? 'visa',
        network_reason_code: reason === 'fraudulent' ? '10.4' : '13.1',
      },
      type: 'card',
    },
    reason,
    status: inquiry ? 'warning_needs_response' : 'needs_response',
  }
}

const noEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
