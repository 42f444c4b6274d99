// Dunning of past-due renewals: reminders, payment with another card, and the end of the membership after a week.

import * as z from 'zod'
import { FREE_OF_CHARGE } from '#contract/payments/messages.ts'
import { NOTHING_OWED } from '#contract/rooms/messages.ts'
import { untouchedFor } from '#server/db/clocks.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { PaymentInput } from '#server/features/orders/checkout/service.ts'
import { notifyBuyer } from '#server/features/orders/notify.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import * as paying from '#server/features/orders/subscriptions/past-due.ts'
import * as renewals from '#server/features/orders/subscriptions/renewals.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Viewer } from '#server/process/deps.ts'
import * as dunningQuery from './dunning-queries.ts'
import * as query from './member-queries.ts'
import { applyMembership, syncMembership } from './membership-sync.ts'
import { daysAfter, locksAt, membershipAfter, pastDueRemindersDue } from './past-due-rules.ts'
import { getVisibleRoom } from './service.ts'

/** Interval between syncs of a membership that needs one. */
const LOOK_AGAIN_MS = 10 * 60_000
const BATCH_SIZE = 50
const REMINDERS = ['first', 'second', 'last'] as const

/** A membership that is paid by a subscription. */
type Subscribed = Membership & { subscription_ref: string }

/** Sends the due reminder, or ends the membership at the end of the grace period. */
async function remindOrEnd(deps: SaleDeps, { id, room_id, subscription_ref: ref }: Subscribed) {
  const at = isoNow(deps)
  const ended = await transact(deps.db, async (tx) => {
    await query.countMembers(tx, room_id, 0)
    const today = await query.findMembershipBy(tx, ref)
    if (today?.id !== id || today.status !== 'past_due' || !today.past_due_at) return null
    if (locksAt(today.past_due_at) <= at) {
      const cancelAtPeriodEnd = today.cancel_at_period_end === 1
      const late = { status: 'past_due', cancelAtPeriodEnd } as const
      await applyMembership(deps, tx, today, membershipAfter(late, today, at))
      return today.user_id
    }
    await remind(deps, tx, today, today.past_due_at)
    return null
  })
  if (ended) await deps.bus.publish(RIGHTS_CHANGED, ended)
}

const EndWork = z.object({ ref: z.string() })

/**
 * The outbox job of a membership that has ended: the provider charges nothing more for it. A payment that was faster is
 * recorded by the last sync, and refunded.
 */
export async function endSubscription(deps: SaleDeps, payload: unknown) {
  const { ref } = EndWork.parse(payload)
  const account = await renewals.accountOf(deps, ref)
  if (!account) return
  await deps.payments.endSubscription({ account, ref, atPeriodEnd: false })
  await deps.payments.voidInvoices({ account, ref })
  await syncMembership(deps, account, ref)
}

async function remind(deps: SaleDeps, tx: Tx, today: Membership, pastDueAt: string) {
  const due = pastDueRemindersDue(pastDueAt, isoNow(deps))
  const reminder = REMINDERS[due - 1]
  if (!reminder || due <= today.reminders) return
  const { title } = await dunningQuery.findTitle(tx, today.room_id)
  await query.updateMembership(tx, today.id, { reminders: due })
  const email = {
    letter: 'renewalFailed',
    roomId: today.room_id,
    title,
    amount: today.amount,
    reminder,
    locksAt: locksAt(pastDueAt),
  } as const
  const about = `${today.id}:${pastDueAt}:${due}`
  await notifyBuyer(deps, tx, today.user_id, about, email, today.id)
}

async function look(deps: SaleDeps, { id, subscription_ref: ref }: Subscribed) {
  // First, so that a membership whose lookup fails goes to the end of the queue.
  await query.touch(deps.db, id, isoNow(deps))
  const account = await renewals.accountOf(deps, ref)
  if (account) await syncMembership(deps, account, ref)
}

/** A failure is logged and does not stop the sweep. */
async function each(
  deps: SaleDeps,
  rows: Subscribed[],
  work: (one: Subscribed) => Promise<unknown>,
) {
  for (const one of rows)
    await work(one).catch((error: unknown) =>
      deps.log.error(
        { membership: one.id, error: String(error) },
        'a membership could not be looked up',
      ),
    )
}

async function findOwnSubscription(deps: SaleDeps, viewer: Viewer, name: string) {
  const room = await getVisibleRoom(deps.db, viewer, name)
  const today = await query.findMembership(deps.db, room.id, viewer.id)
  if (!today || today.status === 'left') throw notFound()
  if (!today.subscription_ref) throw new ApiError(409, FREE_OF_CHARGE)
  const account = await renewals.accountOf(deps, today.subscription_ref)
  if (!account) throw new ApiError(409, NOTHING_OWED)
  return { account, ref: today.subscription_ref }
}

/** Pays the oldest past-due invoice with another card. If it is paid already, nothing is charged. */
export async function pay(deps: SaleDeps, viewer: Viewer, name: string, input: PaymentInput) {
  const { account, ref } = await findOwnSubscription(deps, viewer, name)
  const begun = { subscriptionId: ref, ownerId: account }
  const { subscription, pastDue } = await syncMembership(deps, account, ref)
  const [oldest] = pastDue
  if (!oldest) {
    // The invoices were read after the subscription: another request may have paid in between.
    const { status } =
      subscription.status === 'active'
        ? subscription
        : await deps.payments.findSubscription(account, ref)
    if (status !== 'active') throw new ApiError(409, NOTHING_OWED)
    return { ...begun, result: 'succeeded' as const, paymentIntent: null }
  }
  const charge = await paying.pay(deps, viewer, oldest, input)
  if (charge.status !== 'succeeded') {
    const paymentIntent = { client_secret: charge.clientSecret }
    return { ...begun, result: 'requires_action' as const, paymentIntent }
  }
  await syncMembership(deps, account, ref)
  return { ...begun, result: 'succeeded' as const, paymentIntent: null }
}

/** Outcome of the past-due payment; `paid` if nothing is past due. */
export async function outcome(deps: SaleDeps, ref: string): Promise<'paid' | 'open' | 'failed'> {
  const account = await renewals.accountOf(deps, ref)
  if (!account) return 'paid'
  const [oldest] = (await syncMembership(deps, account, ref)).pastDue
  return oldest ? paying.outcome(deps, oldest) : 'paid'
}

/** Syncs memberships whose period ended or that are past due; sends reminders, and ends those unpaid for a week. */
export async function sweep(deps: SaleDeps) {
  const at = deps.clock.now()
  const quiet = untouchedFor(at, LOOK_AGAIN_MS)
  await each(
    deps,
    await dunningQuery.listToSync(deps.db, at.toISOString(), quiet, BATCH_SIZE),
    (membership) => look(deps, membership),
  )
  const ago = (days: number) => daysAfter(at.toISOString(), -days)
  const since = { second: ago(3), last: ago(6), end: ago(7) }
  await each(deps, await dunningQuery.listPastDue(deps.db, since, BATCH_SIZE), (membership) =>
    remindOrEnd(deps, membership),
  )
}
