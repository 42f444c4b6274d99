import type { Todo } from '#contract/operator/reconciliation-labels.ts'
import type { Difference, Ours, Subscribed, Theirs } from './facts.ts'

/** I5: one active subscription per person and room on both sides; one ticket per person and event. */
export const compareAccounts = (ours: Ours, theirs: Theirs): Difference[] => [
  ...runningSubscriptions(ours, theirs),
  ...runningTwice(ours, theirs),
  ...activeMemberships(ours, theirs),
  ...ticketsTwice(ours),
]

const differ = (
  account: string,
  object: string,
  [ours, theirs, todo]: [ours: string, theirs: string, todo: Todo],
): Difference => ({ invariant: 'I5', account, object, ours, theirs, todo })

function* runningSubscriptions(ours: Ours, theirs: Theirs): Generator<Difference> {
  for (const { ref, account, live, endsWithPeriod } of theirs.subscriptions) {
    if (!live) continue
    const membership = ours.memberships.find(({ subscription_ref }) => subscription_ref === ref)
    if (!membership || membership.status === 'left')
      yield differ(account, ref, [
        membership ? 'left' : 'no membership',
        'goes on',
        'end the subscription, or it is renewed for nothing',
      ])
    else if ((membership.cancel_at_period_end === 1) !== endsWithPeriod)
      yield differ(account, ref, [
        membership.cancel_at_period_end ? 'ends with its period' : 'goes on',
        endsWithPeriod ? 'ends with its period' : 'goes on',
        'look the subscription up again',
      ])
  }
}

function* runningTwice(ours: Ours, theirs: Theirs): Generator<Difference> {
  const running = Map.groupBy(
    theirs.subscriptions.filter(({ live }) => live),
    (subscription) => holderOf(ours, subscription),
  )
  for (const [whose, subscriptions] of running)
    if (subscriptions.length > 1)
      yield differ('?', whose, [
        'one',
        subscriptions.map(({ ref }) => ref).join(', '),
        'end all but the newest',
      ])
}

/** Who is in which room by a subscription; its reference if nobody knows. */
function holderOf(ours: Ours, { ref, metadata }: Subscribed): string {
  const begun = ours.attempts.find(({ subscription_ref }) => subscription_ref === ref)
  const order = ours.orders.find(({ id }) => id === begun?.order_id)
  if (order) return `${order.buyer_id} in ${order.subject_id}`
  return metadata.user_id ? `${metadata.user_id} in ${metadata.subject_id}` : ref
}

function* activeMemberships(ours: Ours, theirs: Theirs): Generator<Difference> {
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
      yield differ(subscription?.account ?? '?', `${user_id} in ${room_id}`, [
        status,
        subscription ? 'over' : 'no such subscription',
        'look the subscription up again',
      ])
  }
}

function* ticketsTwice({ rights }: Ours): Generator<Difference> {
  const tickets = Map.groupBy(
    rights.filter(({ status, kind }) => status === 'valid' && kind !== 'room'),
    ({ user_id, subject_id }) => `${user_id} at ${subject_id}`,
  )
  for (const [whose, { length }] of tickets)
    if (length > 1) yield differ('?', whose, [`${length} tickets`, '—', 'revoke all but one'])
}
