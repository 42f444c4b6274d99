import type Stripe from 'stripe'
import {
  type NewRefund,
  type Payments,
  type ProviderDispute,
  ProviderFailed,
  type ProviderFraudWarning,
  type ProviderRefund,
  Unknown,
} from '#server/ports/payments.ts'
import { instant, toBalanceTransaction } from './balance-transaction.ts'
import { ask, askTwice, inAccount, isCode } from './client.ts'

const WITH_LINES = ['balance_transaction', 'failure_balance_transaction']
const MAX_REFUNDS = 100
/** Of one refund, after the first. */
const MORE_KEYS = 4

const idOf = (object: { id: string } | string | null | undefined) =>
  typeof object === 'string' ? object : (object?.id ?? '')

const REFUND_STATUS: Record<string, ProviderRefund['status']> = {
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'failed',
}

const toRefunding = (refund: Stripe.Refund, account: string): ProviderRefund => ({
  ref: refund.id,
  account,
  charge: idOf(refund.payment_intent),
  amount: refund.amount,
  status: REFUND_STATUS[refund.status ?? ''] ?? 'pending',
  asksAccount: refund.status === 'requires_action',
  metadata: refund.metadata ?? {},
  booked: toBalanceTransaction(refund.balance_transaction),
  returned: toBalanceTransaction(refund.failure_balance_transaction),
})

/** Inquiries (`warning_*`) and prevented disputes take no money. */
const DISPUTE_STATE: Partial<Record<Stripe.Dispute.Status, ProviderDispute['state']>> = {
  won: 'won',
  lost: 'lost',
  warning_needs_response: 'asked',
  warning_under_review: 'asked',
  warning_closed: 'answered',
  prevented: 'answered',
}

type Refunds = Pick<
  Payments,
  'refundCharge' | 'findRefund' | 'listRefunds' | 'findDispute' | 'findFraudWarning' | 'refundFee'
>

/** Refunds, ours and the dashboard's, and disputes. */
export const stripeRefunds = (stripe: Stripe): Refunds => ({
  refundCharge: (refund, key) => refundCharge(stripe, refund, key),
  findRefund: (account, ref) => findRefund(stripe, account, ref),
  listRefunds: (account, charge) => listRefunds(stripe, account, charge),
  findDispute: (account, ref) => findDispute(stripe, account, ref),
  findFraudWarning: (account, ref) => findFraudWarning(stripe, account, ref),
  refundFee: (account, charge, key) => refundFee(stripe, account, charge, key),
})

async function refundCharge(
  stripe: Stripe,
  { account, charge, amount, metadata, email, mayExist }: NewRefund,
  key: string,
): Promise<ProviderRefund> {
  const params = {
    payment_intent: charge,
    amount,
    refund_application_fee: true,
    metadata,
    ...(email && { instructions_email: email }),
    expand: WITH_LINES,
  }
  const earlier = async () =>
    (await listRefunds(stripe, account, charge)).find(
      (one) => one.metadata.refund_id === metadata.refund_id && one.status !== 'failed',
    )
  const made = mayExist ? await earlier() : undefined
  if (made) return made
  try {
    return await tryKeys(key, earlier, async (own) =>
      toRefunding(await ask(() => stripe.refunds.create(params, inAccount(account, own))), account),
    )
  } catch (error) {
    // Refunded in the dashboard, or by an earlier call whose key has expired.
    if (!isCode(error, 'charge_already_refunded')) throw error
    const [existing] = await listRefunds(stripe, account, charge)
    if (!existing) throw error
    return existing
  }
}

/**
 * Stripe repeats a 500 for its key for a day: if nothing was made, the next key is tried. The keys are the same in every
 * process, since two that try at once must not refund a part of a charge twice.
 */
async function tryKeys(
  key: string,
  earlier: () => Promise<ProviderRefund | undefined>,
  give: (key: string) => Promise<ProviderRefund>,
) {
  for (let n = 0; ; n++) {
    try {
      return await give(n === 0 ? key : `${key}~${n}`)
    } catch (error) {
      if (!(error instanceof ProviderFailed) || n === MORE_KEYS) throw error
      const made = await earlier()
      if (made) return made
    }
  }
}

async function findRefund(stripe: Stripe, account: string, ref: string): Promise<ProviderRefund> {
  const refunds = await ask(() =>
    stripe.refunds.retrieve(ref, { expand: WITH_LINES }, inAccount(account)),
  )
  return toRefunding(refunds, account)
}

async function listRefunds(stripe: Stripe, account: string, payment_intent: string) {
  const expand = WITH_LINES.map((line) => `data.${line}`)
  const { data } = await ask(() =>
    stripe.refunds.list({ payment_intent, limit: MAX_REFUNDS, expand }, inAccount(account)),
  )
  return data.map((refund) => toRefunding(refund, account))
}

async function findDispute(stripe: Stripe, account: string, ref: string): Promise<ProviderDispute> {
  const dispute = await ask(() => stripe.disputes.retrieve(ref, {}, inAccount(account)))
  const bookings = dispute.balance_transactions
    .map(toBalanceTransaction)
    .filter((line) => line !== null)
  return {
    ref: dispute.id,
    account,
    charge: idOf(dispute.payment_intent),
    amount: dispute.amount,
    state: DISPUTE_STATE[dispute.status] ?? 'open',
    answerBy: dispute.evidence_details.due_by ? instant(dispute.evidence_details.due_by) : null,
    bookings,
  }
}

async function findFraudWarning(
  stripe: Stripe,
  account: string,
  ref: string,
): Promise<ProviderFraudWarning> {
  const { id, payment_intent, actionable } = await ask(() =>
    stripe.radar.earlyFraudWarnings.retrieve(ref, {}, inAccount(account)),
  )
  return { ref: id, account, charge: idOf(payment_intent), actionable }
}

async function refundFee(stripe: Stripe, account: string, charge: string, key: string) {
  const intent = await ask(() =>
    stripe.paymentIntents.retrieve(charge, { expand: ['latest_charge'] }, inAccount(account)),
  )
  const { latest_charge } = intent
  if (!latest_charge || typeof latest_charge === 'string') return null
  const fee = idOf(latest_charge.application_fee)
  if (!fee && latest_charge.application_fee_amount)
    throw new Unknown('an application fee that is not written yet')
  if (!fee) return null
  try {
    const { id } = await askTwice(key, (idempotencyKey) =>
      stripe.applicationFees.createRefund(fee, { metadata: { key } }, { idempotencyKey }),
    )
    return await writtenLineOf(stripe, account, id)
  } catch (error) {
    if (!isCode(error, 'application_fee_already_refunded')) throw error
    // The fee is refunded already: with a refund, whose balance transaction has it, or by a call whose answer was lost.
    const { data } = await ask(() => stripe.applicationFees.listRefunds(fee))
    const ours = data.find(({ metadata }) => metadata?.key === key)
    if (ours) return writtenLineOf(stripe, account, ours.id)
    return data[0] ? lineOf(stripe, account, data[0].id) : null
  }
}

/** The seller's balance transaction of a refunded application fee. */
async function lineOf(stripe: Stripe, account: string, source: string) {
  const { data } = await ask(() => stripe.balanceTransactions.list({ source }, inAccount(account)))
  return toBalanceTransaction(data[0])
}

async function writtenLineOf(stripe: Stripe, account: string, source: string) {
  const line = await lineOf(stripe, account, source)
  if (!line) throw new Unknown('the line of a returned fee is not written yet')
  return line
}
