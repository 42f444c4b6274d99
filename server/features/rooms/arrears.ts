import { FREE_OF_CHARGE, NOTHING_OWED } from '#contract/messages.ts'
import { quietFor } from '#server/db/clocks.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import type { PaymentInput } from '#server/features/orders/checkout/service.ts'
import { createBuyerNotifications } from '#server/features/orders/notify.ts'
import { createPastDuePayments } from '#server/features/orders/subscriptions/past-due.ts'
import type { Renewals } from '#server/features/orders/subscriptions/renewals.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { daysAfter, locksAt, remindersDue, standingAfter } from './grace.ts'
import type { KeepingUp } from './keeping-up.ts'
import * as query from './member-queries.ts'
import * as owing from './owing-queries.ts'
import { seeRoom } from './service.ts'

/** What is unsure is asked about again after so long. */
const LOOK_AGAIN_MS = 10 * 60_000
const MOST_AT_ONCE = 50
const REMINDERS = ['first', 'second', 'last'] as const

type ArrearsDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>
export type Arrears = ReturnType<typeof arrears>

/** Members who are behind with a renewal: they are told, may pay with another card, and lose the room after a week. */
export function arrears(deps: ArrearsDeps, renewals: Renewals, { keepUp, apply }: KeepingUp) {
  const { db, clock, log, bus } = deps
  const paying = createPastDuePayments(deps)
  const notifyBuyer = createBuyerNotifications(deps)
  const now = () => clock.now().toISOString()

  /** Tells what is due by now, and closes the room where the days are over. */
  async function press({ id, room_id, subscription_ref: ref }: Membership) {
    const at = now()
    const locked = await transact(db, async (tx) => {
      await query.countMembers(tx, room_id, 0)
      const today = await query.findMembershipBy(tx, ref!)
      if (today?.id !== id || today.status !== 'past_due' || !today.past_due_at) return null
      if (locksAt(today.past_due_at) <= at) {
        const late = { status: 'past_due', cancelAtPeriodEnd: today.cancel_at_period_end === 1 }
        await apply(tx, today, standingAfter(late as never, today, at))
        return today.user_id
      }
      await remind(tx, today, remindersDue(today.past_due_at, at))
      return null
    })
    if (locked) await bus.publish(RIGHTS_CHANGED, locked)
  }

  async function remind(tx: Parameters<typeof notifyBuyer>[0], today: Membership, due: number) {
    if (due <= today.reminders) return
    const { title } = await owing.findTitle(tx, today.room_id)
    await query.updateMembership(tx, today.id, { reminders: due })
    await notifyBuyer(tx, today.user_id, `${today.id}:${today.past_due_at}:${due}`, {
      letter: 'renewalFailed',
      title,
      amount: today.amount,
      reminder: REMINDERS[due - 1]!,
      locksAt: locksAt(today.past_due_at!),
    })
  }

  async function look({ id, subscription_ref: ref }: Membership) {
    // First: one that cannot be looked up must not stand before the others the next time, too.
    await query.touch(db, id, now())
    const account = await renewals.accountOf(ref!)
    if (account) await keepUp(account, ref!)
  }

  /** One that fails keeps no other waiting. */
  async function each(found: Membership[], work: (one: Membership) => Promise<unknown>) {
    for (const one of found)
      await work(one).catch((error: unknown) =>
        log.error(
          { membership: one.id, error: String(error) },
          'a membership could not be looked up',
        ),
      )
  }

  async function mine(viewer: Viewer, name: string) {
    const room = await seeRoom(db, viewer, name)
    const today = await query.findMembership(db, room.id, viewer.id)
    if (!today || today.status === 'left') throw notFound()
    if (!today.subscription_ref) throw new Refusal(409, FREE_OF_CHARGE)
    const account = await renewals.accountOf(today.subscription_ref)
    if (!account) throw new Refusal(409, NOTHING_OWED)
    return { account, ref: today.subscription_ref }
  }

  return {
    /** Tries what is owed with another card. What is paid already is told as paid, and nothing is charged. */
    async pay(viewer: Viewer, name: string, asked: PaymentInput) {
      const { account, ref } = await mine(viewer, name)
      const begun = { subscriptionId: ref, ownerId: account }
      const { subscription, owed } = await keepUp(account, ref)
      const [oldest] = owed
      // Nobody is asked for what is missing any more: the provider's next word says how it goes on.
      if (!oldest && subscription.status !== 'active') throw new Refusal(409, NOTHING_OWED)
      if (!oldest) return { ...begun, result: 'succeeded' as const, paymentIntent: null }
      const charge = await paying.pay(viewer, oldest, asked)
      if (charge.status !== 'succeeded') {
        const paymentIntent = { client_secret: charge.clientSecret }
        return { ...begun, result: 'requires_action' as const, paymentIntent }
      }
      await keepUp(account, ref)
      return { ...begun, result: 'succeeded' as const, paymentIntent: null }
    },

    /** How far the payment of what is owed is; nothing where all is paid. */
    async standing(ref: string): Promise<'paid' | 'open' | 'failed'> {
      const account = await renewals.accountOf(ref)
      if (!account) return 'paid'
      const [oldest] = (await keepUp(account, ref)).owed
      return oldest ? paying.outcome(oldest) : 'paid'
    },

    /** Looks up months that are over and whoever is behind; reminds and locks. */
    async sweep() {
      const at = clock.now()
      const quiet = quietFor(at, LOOK_AGAIN_MS)
      await each(await owing.listUnsure(db, at.toISOString(), quiet, MOST_AT_ONCE), look)
      const [second, last, end] = [3, 6, 7].map((days) => daysAfter(at.toISOString(), -days))
      const since = { second: second!, last: last!, end: end! }
      await each(await owing.listBehind(db, since, MOST_AT_ONCE), press)
    },
  }
}
