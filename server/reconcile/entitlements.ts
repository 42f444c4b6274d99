import { defined } from '#contract/lib/defined.ts'
import type { Todo } from '#contract/operator/reconciliation-labels.ts'
import {
  type Difference,
  type Intent,
  type Invariant,
  type Ours,
  type Theirs,
  yen,
} from './facts.ts'

/** Whether the seller kept a part of the payment. */
const isPaid = ({ paid, amount, returned }: Intent) => paid && returned < amount
type Order = Ours['orders'][number]

/** The first mismatch between an order and its payment; null if they match. */
function misfit(order: Order, intent: Intent): string | null {
  const { metadata } = intent
  const says = (name: string, value: string) =>
    metadata[name] !== undefined && metadata[name] !== value
  if (intent.amount !== order.amount) return `the sum is ${yen(intent.amount)}`
  if (intent.currency !== 'jpy') return `the currency is ${intent.currency}`
  if (says('order_id', order.id)) return `it was made for order ${metadata.order_id}`
  if (says('user_id', order.buyer_id)) return `it was made for ${metadata.user_id}`
  if (says('subject_id', order.subject_id)) return `it was made for ${metadata.subject_id}`
  return null
}

/** Both sides, with what is looked up in them. */
interface Records {
  ours: Ours
  theirs: Theirs
  orders: Map<string, Order>
  /** By their payment. */
  attempts: Map<string, Ours['attempts'][number]>
  intents: Map<string, Intent>
  /** Payments of an order that the seller kept. */
  paidFor: Map<string, Intent[]>
}

function recordsOf(ours: Ours, theirs: Theirs): Records {
  const intents = new Map(theirs.intents.map((intent) => [intent.ref, intent]))
  const paidFor = new Map<string, Intent[]>()
  for (const attempt of ours.attempts) {
    const intent = intents.get(attempt.intent_ref)
    if (!intent || !isPaid(intent)) continue
    paidFor.set(attempt.order_id, [...(paidFor.get(attempt.order_id) ?? []), intent])
  }
  return {
    ours,
    theirs,
    orders: new Map(ours.orders.map((order) => [order.id, order])),
    attempts: new Map(ours.attempts.map((attempt) => [attempt.intent_ref, attempt])),
    intents,
    paidFor,
  }
}

/** I2 to I4: every payment has its entitlement, and the reverse. */
export function compareRights(ours: Ours, theirs: Theirs): Difference[] {
  const records = recordsOf(ours, theirs)
  return [
    ...rightsWithoutPayment(records),
    ...settledWithoutPayment(records),
    ...paymentsWithoutRight(records),
    ...orderedOnce(records),
  ]
}

const differ = (
  invariant: Invariant,
  account: string,
  object: string,
  [ours, theirs, todo]: [ours: string, theirs: string, todo: Todo],
): Difference => ({ invariant, account, object, ours, theirs, todo })

/** A refund is pending or required. */
const isOwed = ({ ours }: Records, orderId: string, attemptId: string | null) =>
  ours.refunds.some(
    (refund) =>
      refund.order_id === orderId &&
      (refund.state === 'open' || refund.state === 'failed') &&
      (refund.attempt_id === null || attemptId === null || refund.attempt_id === attemptId),
  )

/** Summary of an order's payments at the provider. */
const historyOf = ({ ours, intents }: Records, orderId: string) =>
  [
    ...ours.attempts
      .filter(({ order_id }) => order_id === orderId)
      .map(({ intent_ref }) => intents.get(intent_ref))
      .map((one) => (one ? `${one.ref}: ${yen(one.amount)}, ${yen(one.returned)} back` : '?')),
    ...ours.refunds
      .filter(({ order_id }) => order_id === orderId)
      .map(({ reason, state, amount }) => `our refund ${reason} ${yen(amount)} ${state}`),
    ...ours.disputes
      .filter(({ order_id }) => order_id === orderId)
      .map(({ state }) => `dispute ${state}`),
  ].join('; ')

const archiveSide = (liveOnly: Order['live_only']) =>
  liveOnly === 1 ? 'without the archive' : 'with the archive'

function* rightsWithoutPayment(records: Records): Generator<Difference> {
  const { ours, orders, paidFor } = records
  for (const right of ours.rights) {
    const order = orders.get(right.order_id ?? '')
    if (right.status !== 'valid' || !order || order.amount === 0) continue
    const account = ours.attempts.find(({ order_id }) => order_id === order.id)?.account_ref ?? '?'
    const paid = paidFor.get(order.id) ?? []
    const owed = isOwed(records, order.id, null)
    // A refunded month may have been followed by another one.
    if (order.kind !== 'room' && paid.length !== 1 && !owed)
      yield differ('I2', account, `${right.kind} right ${right.id}`, [
        `order ${order.id} (${order.state}), ${yen(order.amount)}`,
        `${paid.length} payments that were kept; ${historyOf(records, order.id)}`,
        paid.length === 0 ? 'revoke it, or ask its holder to pay' : 'give the others back',
      ])
    if (right.live_only !== (order.live_only ?? 0))
      yield differ('I2', account, `${right.kind} right ${right.id}`, [
        archiveSide(right.live_only),
        `order ${order.id}: ${archiveSide(order.live_only)}`,
        'stop, and find out who changed it',
      ])
    for (const intent of paid) {
      const why = misfit(order, intent)
      if (why)
        yield differ('I2', intent.account, intent.ref, [
          `order ${order.id}, ${yen(order.amount)}`,
          why,
          'stop, and find out who changed it',
        ])
    }
  }
}

function* settledWithoutPayment({ ours, intents }: Records): Generator<Difference> {
  for (const order of ours.orders) {
    if (order.state !== 'settled' || order.amount === 0 || order.refunded_amount > 0) continue
    const succeeded = ours.attempts.filter(
      ({ order_id, state }) => order_id === order.id && state === 'succeeded',
    )
    if (!succeeded.some(({ intent_ref }) => intents.get(intent_ref)?.paid))
      yield differ('I4', succeeded[0]?.account_ref ?? '?', `order ${order.id}`, [
        `settled, ${yen(order.amount)}`,
        'nothing was paid',
        'ask the provider; the right was given for nothing',
      ])
  }
}

function* paymentsWithoutRight(records: Records): Generator<Difference> {
  const { ours, theirs, orders, attempts } = records
  for (const intent of theirs.intents) {
    if (!isPaid(intent)) continue
    const attempt = attempts.get(intent.ref)
    const order = attempt && orders.get(attempt.order_id)
    const theirValue = `${yen(intent.amount)} paid, ${yen(intent.returned)} back`
    if (!attempt || !order) {
      yield differ('I3', intent.account, intent.ref, [
        'unknown',
        theirValue,
        'find its buyer by its metadata; give the money back where nobody can say what for',
      ])
      continue
    }
    if (attempt.account_ref !== intent.account)
      yield differ('I3', intent.account, intent.ref, [
        `in ${attempt.account_ref}`,
        theirValue,
        'correct the attempt’s account',
      ])
    if (intent.disputed || isOwed(records, order.id, attempt.id)) continue
    const live = ours.rights.filter(
      ({ status, order_id }) => status === 'valid' && order_id === order.id,
    )
    const over = order.kind === 'room' && order.state === 'settled'
    if (live.length !== 1 && !over)
      yield differ('I3', intent.account, intent.ref, [
        `order ${order.id} (${order.state}), ${live.length} rights`,
        theirValue,
        'look the payment up again; give the money back where there is no place',
      ])
    if (attempt.state !== 'succeeded')
      yield differ('I3', intent.account, intent.ref, [
        `attempt ${attempt.id} is ${attempt.state}`,
        theirValue,
        'look the payment up again',
      ])
  }
}

function* orderedOnce(records: Records): Generator<Difference> {
  const { attempts, paidFor } = records
  for (const [orderId, paid] of paidFor) {
    const unowed = paid.filter(
      ({ ref }) => !isOwed(records, orderId, defined(attempts.get(ref), ref).id),
    )
    const [first, second] = unowed
    if (first && second)
      yield differ('I3', first.account, `order ${orderId}`, [
        'one order',
        `${unowed.length} payments: ${unowed.map(({ ref }) => ref).join(', ')}`,
        'give the later ones back',
      ])
  }
}
