// Leaving a room, and undoing that before the paid period ends.

import { ROOM_CLOSED } from '#contract/rooms/messages.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import { transact } from '#server/db/transact.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { notifyBuyer } from '#server/features/orders/notify.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import * as renewals from '#server/features/orders/subscriptions/renewals.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { serviceUnavailable } from '#server/http/provider-errors.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Viewer } from '#server/process/deps.ts'
import { findTitle } from './dunning-queries.ts'
import * as query from './member-queries.ts'
import { syncMembership } from './membership-sync.ts'
import { isIn } from './past-due-rules.ts'
import { findRoomOf, stateOf } from './queries.ts'

/** Response without anything left to end. */
const GONE = { cancel_at_period_end: false, current_period_end: null }

async function leaveNow(deps: SaleDeps, { id, room_id, user_id }: Membership) {
  await transact(deps.db, async (tx) => {
    await query.countMembers(tx, room_id, 0)
    const today = await query.findMembership(tx, room_id, user_id)
    if (today?.id !== id || today.status === 'left') return
    if (isIn(today.status)) await query.countMembers(tx, room_id, -1)
    await query.updateMembership(tx, id, { status: 'left', left_at: isoNow(deps) })
    await query.revokeRight(tx, room_id, user_id, isoNow(deps))
  })
  await deps.bus.publish(RIGHTS_CHANGED, user_id)
  return GONE
}

const isOpen = async (deps: SaleDeps, roomId: string) => (await stateOf(deps.db, roomId)) === 1

/** Emails once per leaving, however often it is requested. */
const notify = (deps: SaleDeps, today: Membership, paidUntil: string | null) =>
  transact(deps.db, async (tx) => {
    const { title } = await findTitle(tx, today.room_id)
    await notifyBuyer(deps, tx, today.user_id, `${today.id}:${deps.newId()}`, {
      letter: 'roomLeft',
      roomId: today.room_id,
      title,
      paidUntil,
    })
  })

/** Ends the renewal; the paid period stays. An unpaid subscription ends at once. */
async function leavePaid(deps: SaleDeps, today: Membership, ref: string) {
  const account = await renewals.accountOf(deps, ref)
  if (!account) throw serviceUnavailable()
  const { subscription } = await syncMembership(deps, account, ref)
  const before = await query.findMembershipBy(deps.db, ref)
  // Ended meanwhile, or replaced by another subscription.
  if (!before || before.status === 'left') return GONE
  const paidUntil = before.current_period_end
  const atPeriodEnd = before.status === 'active' && (paidUntil ?? '') > isoNow(deps)
  // Marked first, so that the member is told of leaving and not of a lost membership.
  if (!atPeriodEnd) await query.updateMembership(deps.db, today.id, { cancel_at_period_end: 1 })
  if (!(atPeriodEnd && subscription.cancelAtPeriodEnd)) {
    await deps.payments.endSubscription({ account, ref, atPeriodEnd })
    await notify(deps, today, atPeriodEnd ? paidUntil : null)
  }
  await syncMembership(deps, account, ref)
  return {
    cancel_at_period_end: atPeriodEnd,
    current_period_end: atPeriodEnd ? paidUntil : null,
  }
}

export async function leave(deps: SaleDeps, viewer: Viewer, name: string) {
  // Not `getVisibleRoom`, which hides suspended rooms: their members must be able to leave, too.
  const owner = orNotFound(await findUserByName(deps.db, name))
  const room = orNotFound(await findRoomOf(deps.db, viewer.id, owner.id))
  const today = orNotFound(await query.findMembership(deps.db, room.id, viewer.id))
  // Repeated, or already ended: success.
  if (today.status === 'left') return GONE
  return today.subscription_ref
    ? leavePaid(deps, today, today.subscription_ref)
    : leaveNow(deps, today)
}

/** Undoes leaving before the period ends: nothing is charged, and the renewals continue. */
export async function rejoin(deps: SaleDeps, { subscription_ref: ref, room_id }: Membership) {
  const account = ref && (await renewals.accountOf(deps, ref))
  if (!ref || !account) return
  const { subscription } = await syncMembership(deps, account, ref)
  if (subscription.status !== 'active' || !subscription.cancelAtPeriodEnd) return
  if (!(await isOpen(deps, room_id))) throw new ApiError(409, ROOM_CLOSED)
  await deps.payments.endSubscription({ account, ref, atPeriodEnd: null })
  // The room may have closed meanwhile, and its job may have skipped this membership.
  const stays = await isOpen(deps, room_id)
  if (!stays) await deps.payments.endSubscription({ account, ref, atPeriodEnd: true })
  await syncMembership(deps, account, ref)
  if (!stays) throw new ApiError(409, ROOM_CLOSED)
}
