import { FREE_OF_CHARGE } from '#contract/payments/messages.ts'
import { NOTHING_OWED } from '#contract/rooms/messages.ts'
import { untouchedFor } from '#server/db/clocks.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { PaymentInput } from '#server/features/orders/checkout/service.ts'
import { createBuyerNotifications } from '#server/features/orders/notify.ts'
import { createPastDuePayments } from '#server/features/orders/subscriptions/past-due.ts'
import type { Renewals } from '#server/features/orders/subscriptions/renewals.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as dunningQuery from './dunning-queries.ts'
import * as query from './member-queries.ts'
import type { MembershipSync } from './membership-sync.ts'
import { daysAfter, locksAt, membershipAfter, pastDueRemindersDue } from './past-due.ts'
import { getVisibleRoom } from './service.ts'

/** Interval between syncs of a membership that needs one. */
const LOOK_AGAIN_MS = 10 * 60_000
const BATCH_SIZE = 50
const REMINDERS = ['first', 'second', 'last'] as const

/** A membership that is paid by a subscription. */
type Subscribed = Membership & { subscription_ref: string }
type DunningDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>
export type Dunning = ReturnType<typeof createDunning>

/** Dunning of past-due renewals: reminders, payment with another card, and the lock after a week. */
export function createDunning(
  deps: DunningDeps,
  renewals: Renewals,
  { sync, apply }: MembershipSync,
) {
  const { db, clock, log, bus } = deps
  const paying = createPastDuePayments(deps)
  const notifyBuyer = createBuyerNotifications(deps)
  const now = () => clock.now().toISOString()

  /** Sends the due reminder, or locks the room at the end of the grace period. */
  async function remindOrLock({ id, room_id, subscription_ref: ref }: Subscribed) {
    const at = now()
    const locked = await transact(db, async (tx) => {
      await query.countMembers(tx, room_id, 0)
      const today = await query.findMembershipBy(tx, ref)
      if (today?.id !== id || today.status !== 'past_due' || !today.past_due_at) return null
      if (locksAt(today.past_due_at) <= at) {
        const cancelAtPeriodEnd = today.cancel_at_period_end === 1
        const late = { status: 'past_due', cancelAtPeriodEnd } as const
        await apply(tx, today, membershipAfter(late, today, at))
        return today.user_id
      }
      await remind(tx, today, today.past_due_at)
      return null
    })
    if (locked) await bus.publish(RIGHTS_CHANGED, locked)
  }

  async function remind(tx: Tx, today: Membership, pastDueAt: string) {
    const due = pastDueRemindersDue(pastDueAt, now())
    const reminder = REMINDERS[due - 1]
    if (!reminder || due <= today.reminders) return
    const { title } = await dunningQuery.findTitle(tx, today.room_id)
    await query.updateMembership(tx, today.id, { reminders: due })
    await notifyBuyer(tx, today.user_id, `${today.id}:${pastDueAt}:${due}`, {
      letter: 'renewalFailed',
      title,
      amount: today.amount,
      reminder,
      locksAt: locksAt(pastDueAt),
    })
  }

  async function look({ id, subscription_ref: ref }: Subscribed) {
    // First, so that a membership whose lookup fails goes to the end of the queue.
    await query.touch(db, id, now())
    const account = await renewals.accountOf(ref)
    if (account) await sync(account, ref)
  }

  /** A failure is logged and does not stop the sweep. */
  async function each(found: Subscribed[], work: (one: Subscribed) => Promise<unknown>) {
    for (const one of found)
      await work(one).catch((error: unknown) =>
        log.error(
          { membership: one.id, error: String(error) },
          'a membership could not be looked up',
        ),
      )
  }

  async function findOwnSubscription(viewer: Viewer, name: string) {
    const room = await getVisibleRoom(db, viewer, name)
    const today = await query.findMembership(db, room.id, viewer.id)
    if (!today || today.status === 'left') throw notFound()
    if (!today.subscription_ref) throw new ApiError(409, FREE_OF_CHARGE)
    const account = await renewals.accountOf(today.subscription_ref)
    if (!account) throw new ApiError(409, NOTHING_OWED)
    return { account, ref: today.subscription_ref }
  }

  return {
    /** Pays the oldest past-due invoice with another card. If it is paid already, nothing is charged. */
    async pay(viewer: Viewer, name: string, input: PaymentInput) {
      const { account, ref } = await findOwnSubscription(viewer, name)
      const begun = { subscriptionId: ref, ownerId: account }
      const { subscription, pastDue } = await sync(account, ref)
      const [oldest] = pastDue
      // No open invoice is left to pay: the provider's next event decides.
      if (!oldest && subscription.status !== 'active') throw new ApiError(409, NOTHING_OWED)
      if (!oldest) return { ...begun, result: 'succeeded' as const, paymentIntent: null }
      const charge = await paying.pay(viewer, oldest, input)
      if (charge.status !== 'succeeded') {
        const paymentIntent = { client_secret: charge.clientSecret }
        return { ...begun, result: 'requires_action' as const, paymentIntent }
      }
      await sync(account, ref)
      return { ...begun, result: 'succeeded' as const, paymentIntent: null }
    },

    /** Outcome of the past-due payment; `paid` if nothing is past due. */
    async outcome(ref: string): Promise<'paid' | 'open' | 'failed'> {
      const account = await renewals.accountOf(ref)
      if (!account) return 'paid'
      const [oldest] = (await sync(account, ref)).pastDue
      return oldest ? paying.outcome(oldest) : 'paid'
    },

    /** Syncs memberships whose period ended or that are past due; sends reminders and locks. */
    async sweep() {
      const at = clock.now()
      const quiet = untouchedFor(at, LOOK_AGAIN_MS)
      await each(await dunningQuery.listToSync(db, at.toISOString(), quiet, BATCH_SIZE), look)
      const ago = (days: number) => daysAfter(at.toISOString(), -days)
      const since = { second: ago(3), last: ago(6), end: ago(7) }
      await each(await dunningQuery.listPastDue(db, since, BATCH_SIZE), remindOrLock)
    },
  }
}
