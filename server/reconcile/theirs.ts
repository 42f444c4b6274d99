import type Stripe from 'stripe'
import type {
  BalanceLine,
  Intent,
  PaidOut,
  Questioned,
  ReturnedPayment,
  Subscribed,
  Theirs,
} from './facts.ts'

const PAGE = 100

const idOf = (of: { id: string } | string | null | undefined) =>
  typeof of === 'string' ? of : (of?.id ?? '')

function lineOf(line: Stripe.BalanceTransaction, account: string): BalanceLine {
  const { id: ref, type, created, net, amount, fee_details } = line
  const fees = (of: (type: string) => boolean) =>
    fee_details.filter((fee) => of(fee.type)).reduce((sum, fee) => sum + fee.amount, 0)
  const base = { ref, account, type, created, net }
  // A separately refunded platform fee was never the buyer's.
  if (type === 'application_fee_refund')
    return { ...base, gross: 0, providerFee: 0, platformFee: -amount }
  return {
    ...base,
    gross: amount,
    platformFee: fees((fee) => fee === 'application_fee'),
    providerFee: fees((fee) => fee !== 'application_fee'),
  }
}

const questionState = (status: Stripe.Dispute.Status): Questioned['state'] | null => {
  if (/^warning|^prevented/.test(status)) return null
  if (status === 'won') return 'won'
  return status === 'lost' ? 'lost' : 'open'
}

const payoutState = (status: string): PaidOut['state'] => {
  if (status === 'paid') return 'paid'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'in_transit'
}

const LIVE = ['active', 'trialing', 'past_due', 'unpaid', 'paused']

const toQuestioned = (account: string, one: Stripe.Dispute): Questioned[] => {
  const state = questionState(one.status)
  const { id: ref, amount, created } = one
  return state ? [{ ref, account, intent: idOf(one.payment_intent), amount, state, created }] : []
}

const toReturned = (account: string, one: Stripe.Refund): ReturnedPayment => ({
  ref: one.id,
  account,
  intent: idOf(one.payment_intent),
  amount: one.amount,
  failed: one.status === 'failed' || one.status === 'canceled',
  created: one.created,
})

function toIntent(
  account: string,
  one: Stripe.PaymentIntent,
  charges: Stripe.Charge[],
  questioned: Questioned[],
): Intent {
  const lost = questioned.filter(({ intent, state }) => intent === one.id && state === 'lost')
  const back = charges
    .filter((charge) => idOf(charge.payment_intent) === one.id)
    .reduce((sum, charge) => sum + charge.amount_refunded, 0)
  return {
    ref: one.id,
    account,
    amount: one.amount,
    currency: one.currency,
    paid: one.status === 'succeeded',
    returned: back + lost.reduce((sum, { amount }) => sum + amount, 0),
    disputed: questioned.some(({ intent, state }) => intent === one.id && state === 'open'),
    metadata: one.metadata,
    created: one.created,
  }
}

const toPaidOut = (account: string, one: Stripe.Payout): PaidOut => ({
  ref: one.id,
  account,
  amount: one.amount,
  state: payoutState(one.status),
  created: one.created,
})

const toSubscribed = (account: string, one: Stripe.Subscription): Subscribed => ({
  ref: one.id,
  account,
  live: LIVE.includes(one.status),
  endsWithPeriod: one.cancel_at_period_end,
  metadata: one.metadata,
  created: one.created,
})

/** Reads all sales data of a seller's account, one list after the other. */
async function readAccount(stripe: Stripe, account: string) {
  const at = { stripeAccount: account }
  const page = { limit: PAGE }
  const lines = await Array.fromAsync(stripe.balanceTransactions.list(page, at))
  const intents = await Array.fromAsync(stripe.paymentIntents.list(page, at))
  const charges = await Array.fromAsync(stripe.charges.list(page, at))
  const refunds = await Array.fromAsync(stripe.refunds.list(page, at))
  const disputes = await Array.fromAsync(stripe.disputes.list(page, at))
  const payouts = await Array.fromAsync(stripe.payouts.list(page, at))
  const subscriptions = await Array.fromAsync(
    stripe.subscriptions.list({ ...page, status: 'all' }, at),
  )
  const questioned = disputes.flatMap((one) => toQuestioned(account, one))
  return {
    lines: lines.map((line) => lineOf(line, account)),
    refunds: refunds.map((one) => toReturned(account, one)),
    disputes: questioned,
    intents: intents.map((one) => toIntent(account, one, charges, questioned)),
    payouts: payouts.map((one) => toPaidOut(account, one)),
    subscriptions: subscriptions.map((one) => toSubscribed(account, one)),
  }
}

/** Reads these accounts from the provider's API. */
export async function readTheirs(stripe: Stripe, accounts: string[]): Promise<Theirs> {
  const theirs: Theirs = {
    accounts,
    lines: [],
    intents: [],
    refunds: [],
    disputes: [],
    payouts: [],
    subscriptions: [],
  }
  for (const account of accounts) {
    const of = await readAccount(stripe, account)
    theirs.lines.push(...of.lines)
    theirs.intents.push(...of.intents)
    theirs.refunds.push(...of.refunds)
    theirs.disputes.push(...of.disputes)
    theirs.payouts.push(...of.payouts)
    theirs.subscriptions.push(...of.subscriptions)
  }
  return theirs
}
