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

/** Reads all sales data of a seller's account. */
async function readAccount(stripe: Stripe, account: string) {
  const at = { stripeAccount: account }
  const all = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
    const found: T[] = []
    for await (const one of list) found.push(one)
    return found
  }
  const page = { limit: PAGE }
  const lines = await all(stripe.balanceTransactions.list(page, at))
  const intents = await all(stripe.paymentIntents.list(page, at))
  const charges = await all(stripe.charges.list(page, at))
  const refunds = await all(stripe.refunds.list(page, at))
  const disputes = await all(stripe.disputes.list(page, at))
  const payouts = await all(stripe.payouts.list(page, at))
  const subscriptions = await all(stripe.subscriptions.list({ ...page, status: 'all' }, at))

  const questioned = disputes.flatMap((one): Questioned[] => {
    const state = questionState(one.status)
    const { id: ref, amount, created } = one
    return state ? [{ ref, account, intent: idOf(one.payment_intent), amount, state, created }] : []
  })
  const returned = refunds.map(
    (one): ReturnedPayment => ({
      ref: one.id,
      account,
      intent: idOf(one.payment_intent),
      amount: one.amount,
      failed: one.status === 'failed' || one.status === 'canceled',
      created: one.created,
    }),
  )
  return {
    lines: lines.map((line) => lineOf(line, account)),
    refunds: returned,
    disputes: questioned,
    intents: intents.map((one): Intent => {
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
    }),
    payouts: payouts.map(
      ({ id: ref, amount, status, created }): PaidOut => ({
        ref,
        account,
        amount,
        state: payoutState(status),
        created,
      }),
    ),
    subscriptions: subscriptions.map(
      ({ id: ref, status, cancel_at_period_end, metadata, created }): Subscribed => ({
        ref,
        account,
        live: LIVE.includes(status),
        endsWithPeriod: cancel_at_period_end,
        metadata,
        created,
      }),
    ),
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
