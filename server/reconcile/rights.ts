import { defined } from '#contract/defined.ts'
import type { Todo } from '#contract/operator/reconciliation-labels.ts'
import type { Difference, Intent, Invariant, Ours, Theirs } from './facts.ts'

const yen = (amount: number) => `¥${amount.toLocaleString('en')}`
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

/** I2 and I3: every payment has its entitlement, and the reverse. */
export function compareRights(ours: Ours, theirs: Theirs): Difference[] {
  const found: Difference[] = []
  const differ = (
    invariant: Invariant,
    account: string,
    object: string,
    [ourValue, theirValue, todo]: [string, string, Todo],
  ) => found.push({ invariant, account, object, ours: ourValue, theirs: theirValue, todo })

  const orders = new Map(ours.orders.map((order) => [order.id, order]))
  const attempts = new Map(ours.attempts.map((attempt) => [attempt.intent_ref, attempt]))
  const intents = new Map(theirs.intents.map((intent) => [intent.ref, intent]))
  const paidFor = new Map<string, Intent[]>()
  for (const attempt of ours.attempts) {
    const intent = intents.get(attempt.intent_ref)
    if (!intent || !isPaid(intent)) continue
    paidFor.set(attempt.order_id, [...(paidFor.get(attempt.order_id) ?? []), intent])
  }
  /** A refund is pending or required. */
  const isOwed = (orderId: string, attemptId: string | null) =>
    ours.refunds.some(
      (refund) =>
        refund.order_id === orderId &&
        (refund.state === 'open' || refund.state === 'failed') &&
        (refund.attempt_id === null || attemptId === null || refund.attempt_id === attemptId),
    )

  /** Summary of an order's payments at the provider. */
  const historyOf = (orderId: string) =>
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

  for (const right of ours.rights) {
    const order = orders.get(right.order_id ?? '')
    if (right.status !== 'valid' || !order || order.amount === 0) continue
    const account = ours.attempts.find(({ order_id }) => order_id === order.id)?.account_ref ?? '?'
    const paid = paidFor.get(order.id) ?? []
    const owed = isOwed(order.id, null)
    // A refunded month may have been followed by another one.
    if (order.kind !== 'room' && paid.length !== 1 && !owed)
      differ('I2', account, `${right.kind} right ${right.id}`, [
        `order ${order.id} (${order.state}), ${yen(order.amount)}`,
        `${paid.length} payments that were kept; ${historyOf(order.id)}`,
        paid.length === 0 ? 'revoke it, or ask its holder to pay' : 'give the others back',
      ])
    for (const intent of paid) {
      const why = misfit(order, intent)
      if (why)
        differ('I2', intent.account, intent.ref, [
          `order ${order.id}, ${yen(order.amount)}`,
          why,
          'stop, and find out who changed it',
        ])
    }
  }

  for (const order of ours.orders) {
    if (order.state !== 'settled' || order.amount === 0 || order.refunded_amount > 0) continue
    const succeeded = ours.attempts.filter(
      ({ order_id, state }) => order_id === order.id && state === 'succeeded',
    )
    if (!succeeded.some(({ intent_ref }) => intents.get(intent_ref)?.paid))
      differ('I4', succeeded[0]?.account_ref ?? '?', `order ${order.id}`, [
        `settled, ${yen(order.amount)}`,
        'nothing was paid',
        'ask the provider; the right was given for nothing',
      ])
  }

  for (const intent of theirs.intents) {
    if (!isPaid(intent)) continue
    const attempt = attempts.get(intent.ref)
    const order = attempt && orders.get(attempt.order_id)
    const theirValue = `${yen(intent.amount)} paid, ${yen(intent.returned)} back`
    if (!attempt || !order) {
      differ('I3', intent.account, intent.ref, [
        'unknown',
        theirValue,
        'find its buyer by its metadata; give the money back where nobody can say what for',
      ])
      continue
    }
    if (attempt.account_ref !== intent.account)
      differ('I3', intent.account, intent.ref, [
        `in ${attempt.account_ref}`,
        theirValue,
        'correct the attempt’s account',
      ])
    if (intent.disputed || isOwed(order.id, attempt.id)) continue
    const live = ours.rights.filter(
      ({ status, order_id }) => status === 'valid' && order_id === order.id,
    )
    const over = order.kind === 'room' && order.state === 'settled'
    if (live.length !== 1 && !over)
      differ('I3', intent.account, intent.ref, [
        `order ${order.id} (${order.state}), ${live.length} rights`,
        theirValue,
        'look the payment up again; give the money back where there is no place',
      ])
    if (attempt.state !== 'succeeded')
      differ('I3', intent.account, intent.ref, [
        `attempt ${attempt.id} is ${attempt.state}`,
        theirValue,
        'look the payment up again',
      ])
  }
  for (const [orderId, paid] of paidFor) {
    const unowed = paid.filter(({ ref }) => !isOwed(orderId, defined(attempts.get(ref), ref).id))
    const [first, second] = unowed
    if (first && second)
      differ('I3', first.account, `order ${orderId}`, [
        'one order',
        `${unowed.length} payments: ${unowed.map(({ ref }) => ref).join(', ')}`,
        'give the later ones back',
      ])
  }
  return found
}

/** I5: one active subscription per person and room on both sides; one ticket per person and event. */
export function compareAccounts(ours: Ours, theirs: Theirs): Difference[] {
  const found: Difference[] = []
  const differ = (
    account: string,
    object: string,
    ourValue: string,
    theirValue: string,
    todo: Todo,
  ) => found.push({ invariant: 'I5', account, object, ours: ourValue, theirs: theirValue, todo })
  const running = new Map<string, string[]>()
  for (const subscription of theirs.subscriptions.filter(({ live }) => live)) {
    const { ref, account, metadata } = subscription
    const begun = ours.attempts.find(({ subscription_ref }) => subscription_ref === ref)
    const order = ours.orders.find(({ id }) => id === begun?.order_id)
    const whose = order
      ? `${order.buyer_id} in ${order.subject_id}`
      : metadata.user_id
        ? `${metadata.user_id} in ${metadata.subject_id}`
        : ref
    running.set(whose, [...(running.get(whose) ?? []), ref])
    const membership = ours.memberships.find(({ subscription_ref }) => subscription_ref === ref)
    if (!membership || membership.status === 'left')
      differ(
        account,
        ref,
        membership ? 'left' : 'no membership',
        'goes on',
        'end the subscription, or it is renewed for nothing',
      )
    else if ((membership.cancel_at_period_end === 1) !== subscription.endsWithPeriod)
      differ(
        account,
        ref,
        membership.cancel_at_period_end ? 'ends with its period' : 'goes on',
        subscription.endsWithPeriod ? 'ends with its period' : 'goes on',
        'look the subscription up again',
      )
  }
  for (const [whose, refs] of running)
    if (refs.length > 1) differ('?', whose, 'one', refs.join(', '), 'end all but the newest')
  // Returned by a bank up to the end of the paid period, after the end of the subscription.
  const won = new Set(
    ours.disputes.flatMap(({ state, order_id }) => (state === 'won' ? [order_id] : [])),
  )
  const wonBack = new Set(
    ours.attempts
      .filter(({ order_id }) => won.has(order_id))
      .map(({ subscription_ref }) => subscription_ref),
  )
  for (const membership of ours.memberships) {
    const { status, subscription_ref, user_id, room_id, cancel_at_period_end } = membership
    const subscription = theirs.subscriptions.find(({ ref }) => ref === subscription_ref)
    if (cancel_at_period_end && subscription && wonBack.has(subscription_ref)) continue
    if ((status === 'active' || status === 'past_due') && !subscription?.live)
      differ(
        subscription?.account ?? '?',
        `${user_id} in ${room_id}`,
        status,
        subscription ? 'over' : 'no such subscription',
        'look the subscription up again',
      )
  }
  const tickets = new Map<string, number>()
  for (const { user_id, kind, subject_id, status } of ours.rights)
    if (status === 'valid' && kind !== 'room') {
      const whose = `${user_id} at ${subject_id}`
      tickets.set(whose, (tickets.get(whose) ?? 0) + 1)
    }
  for (const [whose, count] of tickets)
    if (count > 1) differ('?', whose, `${count} tickets`, '—', 'revoke all but one')
  return found
}

/** I1, I7, I8 and I11: invariants within our own tables. */
export function checkOurselves(ours: Ours): Difference[] {
  const found: Difference[] = []
  const differ = (invariant: Invariant, object: string, ourValue: string, todo: Todo) =>
    found.push({ invariant, account: '—', object, ours: ourValue, theirs: '—', todo })
  const tickets = ours.rights.filter(({ kind, status }) => kind === 'event' && status === 'valid')
  for (const { id, capacity, taken, participants } of ours.events) {
    const sold = tickets.filter(({ subject_id }) => subject_id === id).length
    const held = ours.holds.filter(
      ({ kind, subject_id }) => kind === 'event' && subject_id === id,
    ).length
    if (capacity !== null && sold > capacity)
      differ('I1', `event ${id}`, `${sold} tickets for ${capacity} seats`, 'move or refund some')
    if (taken !== sold + held || participants !== sold)
      differ(
        'I7',
        `event ${id}`,
        `${taken} taken, ${participants} counted; ${sold} tickets, ${held} held`,
        'count again: the nightly recount does',
      )
  }
  for (const { id, works } of ours.notices)
    if (works > 1) differ('I8', id, `its work was left ${works} times`, 'find out how')
  for (const damage of ours.damage)
    differ('I11', 'database', damage, 'stop; bring back the last backup')
  return found
}
