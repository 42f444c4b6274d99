import { ROOM_CLOSED } from '#contract/messages.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import { transact } from '#server/db/transact.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { createBuyerNotifications } from '#server/features/orders/notify.ts'
import type { Renewals } from '#server/features/orders/subscriptions/renewals.ts'
import { serviceUnavailable } from '#server/http/provider-errors.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { findTitle } from './dunning-queries.ts'
import * as query from './member-queries.ts'
import type { MembershipSync } from './membership-sync.ts'
import { isIn } from './past-due.ts'
import { findRoomOf, stateOf } from './queries.ts'

type LeavingDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments' | 'bus'>

/** Nothing is left to end. */
const GONE = { cancel_at_period_end: false, current_period_end: null }

/** Leaving a room, and coming back before it is over. */
export function leaving(deps: LeavingDeps, renewals: Renewals, { sync }: MembershipSync) {
  const { db, clock, newId, payments, bus } = deps
  const write = createBuyerNotifications(deps)
  const now = () => clock.now().toISOString()

  async function leaveNow({ id, room_id, user_id }: Membership) {
    await transact(db, async (tx) => {
      await query.countMembers(tx, room_id, 0)
      const today = await query.findMembership(tx, room_id, user_id)
      if (today?.id !== id || today.status === 'left') return
      if (isIn(today.status)) await query.countMembers(tx, room_id, -1)
      await query.updateMembership(tx, id, { status: 'left', left_at: now() })
      await query.revokeRight(tx, room_id, user_id, now())
    })
    await bus.publish(RIGHTS_CHANGED, user_id)
    return GONE
  }

  const isOpen = async (roomId: string) => (await stateOf(db, roomId)) === 1

  /** Said once for each leaving, however often it is asked for. */
  const tell = (today: Membership, paidUntil: string | null) =>
    transact(db, async (tx) => {
      const { title } = await findTitle(tx, today.room_id)
      await write(tx, today.user_id, `${today.id}:${newId()}`, {
        letter: 'roomLeft',
        title,
        paidUntil,
      })
    })

  /** What is paid for stays; only the renewal ends. Of what is not paid, nothing is asked for any more. */
  async function leavePaid(today: Membership, ref: string) {
    const account = await renewals.accountOf(ref)
    if (!account) throw serviceUnavailable()
    const { subscription } = await sync(account, ref)
    const before = (await query.findMembershipBy(db, ref))!
    if (before.status === 'left') return GONE
    const paidUntil = before.current_period_end
    const atPeriodEnd = before.status === 'active' && (paidUntil ?? '') > now()
    // So that it is told as a leaving, not as a loss.
    if (!atPeriodEnd) await query.updateMembership(db, today.id, { cancel_at_period_end: 1 })
    if (!(atPeriodEnd && subscription.cancelAtPeriodEnd)) {
      await payments.endSubscription({ account, ref, atPeriodEnd })
      await tell(today, atPeriodEnd ? paidUntil : null)
    }
    await sync(account, ref)
    return {
      cancel_at_period_end: atPeriodEnd,
      current_period_end: atPeriodEnd ? paidUntil : null,
    }
  }

  return {
    async leave(viewer: Viewer, name: string) {
      // Not `seeRoom`: whoever pays for a room that an operator has suspended may leave it all the same.
      const owner = await findUserByName(db, name)
      const room = owner && (await findRoomOf(db, viewer.id, owner.id))
      const today = room && (await query.findMembership(db, room.id, viewer.id))
      if (!today) throw notFound()
      // Said twice, or after it had ended by itself: it is as they wish.
      if (today.status === 'left') return GONE
      return today.subscription_ref ? leavePaid(today, today.subscription_ref) : leaveNow(today)
    },

    /** Takes back a leaving whose day has not come: nothing is charged, and the renewals go on. */
    async comeBack({ subscription_ref: ref, room_id }: Membership) {
      const account = ref && (await renewals.accountOf(ref))
      if (!ref || !account) return
      const { subscription } = await sync(account, ref)
      if (subscription.status !== 'active' || !subscription.cancelAtPeriodEnd) return
      if (!(await isOpen(room_id))) throw new Refusal(409, ROOM_CLOSED)
      await payments.endSubscription({ account, ref, atPeriodEnd: null })
      // Closed in between: whoever ends its renewals may have passed this one by.
      const stays = await isOpen(room_id)
      if (!stays) await payments.endSubscription({ account, ref, atPeriodEnd: true })
      await sync(account, ref)
      if (!stays) throw new Refusal(409, ROOM_CLOSED)
    },
  }
}
