import { ROOM_CLOSED } from '#contract/rooms/messages.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import { transact } from '#server/db/transact.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { createBuyerNotifications } from '#server/features/orders/notify.ts'
import type { Renewals } from '#server/features/orders/subscriptions/renewals.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { serviceUnavailable } from '#server/http/provider-errors.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { findTitle } from './dunning-queries.ts'
import * as query from './member-queries.ts'
import type { MembershipSync } from './membership-sync.ts'
import { isIn } from './past-due.ts'
import { findRoomOf, stateOf } from './queries.ts'

type LeavingDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments' | 'bus'>

/** Response without anything left to end. */
const GONE = { cancel_at_period_end: false, current_period_end: null }

/** Leaving a room, and undoing that before the paid period ends. */
export function roomLeaving(deps: LeavingDeps, renewals: Renewals, { sync }: MembershipSync) {
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

  /** Emails once per leaving, however often it is requested. */
  const notify = (today: Membership, paidUntil: string | null) =>
    transact(db, async (tx) => {
      const { title } = await findTitle(tx, today.room_id)
      await write(tx, today.user_id, `${today.id}:${newId()}`, {
        letter: 'roomLeft',
        title,
        paidUntil,
      })
    })

  /** Ends the renewal; the paid period stays. An unpaid subscription ends at once. */
  async function leavePaid(today: Membership, ref: string) {
    const account = await renewals.accountOf(ref)
    if (!account) throw serviceUnavailable()
    const { subscription } = await sync(account, ref)
    const before = await query.findMembershipBy(db, ref)
    // Ended meanwhile, or replaced by another subscription.
    if (!before || before.status === 'left') return GONE
    const paidUntil = before.current_period_end
    const atPeriodEnd = before.status === 'active' && (paidUntil ?? '') > now()
    // Marked first, so that the member is told of leaving and not of a lost membership.
    if (!atPeriodEnd) await query.updateMembership(db, today.id, { cancel_at_period_end: 1 })
    if (!(atPeriodEnd && subscription.cancelAtPeriodEnd)) {
      await payments.endSubscription({ account, ref, atPeriodEnd })
      await notify(today, atPeriodEnd ? paidUntil : null)
    }
    await sync(account, ref)
    return {
      cancel_at_period_end: atPeriodEnd,
      current_period_end: atPeriodEnd ? paidUntil : null,
    }
  }

  return {
    async leave(viewer: Viewer, name: string) {
      // Not `getVisibleRoom`, which hides suspended rooms: their members must be able to leave, too.
      const owner = await findUserByName(db, name)
      const room = owner && (await findRoomOf(db, viewer.id, owner.id))
      const today = room && (await query.findMembership(db, room.id, viewer.id))
      if (!today) throw notFound()
      // Repeated, or already ended: success.
      if (today.status === 'left') return GONE
      return today.subscription_ref ? leavePaid(today, today.subscription_ref) : leaveNow(today)
    },

    /** Undoes leaving before the period ends: nothing is charged, and the renewals continue. */
    async rejoin({ subscription_ref: ref, room_id }: Membership) {
      const account = ref && (await renewals.accountOf(ref))
      if (!ref || !account) return
      const { subscription } = await sync(account, ref)
      if (subscription.status !== 'active' || !subscription.cancelAtPeriodEnd) return
      if (!(await isOpen(room_id))) throw new ApiError(409, ROOM_CLOSED)
      await payments.endSubscription({ account, ref, atPeriodEnd: null })
      // The room may have closed meanwhile, and its job may have skipped this membership.
      const stays = await isOpen(room_id)
      if (!stays) await payments.endSubscription({ account, ref, atPeriodEnd: true })
      await sync(account, ref)
      if (!stays) throw new ApiError(409, ROOM_CLOSED)
    },
  }
}
