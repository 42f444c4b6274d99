import { takeFree } from '#server/features/orders/checkout/create-order.ts'
import { withProviderErrors } from '#server/http/provider-errors.ts'
import { isoNow } from '#server/ports/clock.ts'
// Joining and leaving a room.

import { roomConfirmation } from '#contract/orders/confirmation.ts'
import { CARD_NOT_AUTHENTICATED, PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { statementLine } from '#contract/payments/statement.ts'
import { ALREADY_MEMBER, OWED_FIRST, OWN_ROOM, ROOM_CLOSED } from '#contract/rooms/messages.ts'
import type { Membership } from '#server/db/schema/rooms.ts'
import type { PaymentInput } from '#server/features/orders/checkout/service.ts'
import * as sales from '#server/features/orders/checkout/service.ts'
import {
  type Grant,
  type Granted,
  NO_HOLDERS,
  type SaleDeps,
  type SubscribedProduct,
} from '#server/features/orders/product.ts'
import * as rights from '#server/features/orders/right-queries.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { Viewer } from '#server/process/deps.ts'
import * as cancellation from './cancellation.ts'
import * as dunning from './dunning.ts'
import * as query from './member-queries.ts'
import { isIn } from './past-due-rules.ts'
import { mayJoin, type RoomRole } from './policy.ts'
import { getVisibleRoom } from './service.ts'

function refuseJoining(who: RoomRole, before: Membership | undefined) {
  if (who.isOwner) throw new ApiError(409, OWN_ROOM)
  if (who.isMember) throw new ApiError(409, ALREADY_MEMBER)
  // The first subscription still exists: a second one would charge twice.
  if (before?.status === 'incomplete') throw new ApiError(409, OWED_FIRST)
  if (!mayJoin(who)) throw new ApiError(409, ROOM_CLOSED)
}

/** Membership as a product of orders, with unlimited seats. */
export const roomProduct: SubscribedProduct = {
  kind: 'room',
  async quote(deps, viewer, name) {
    const room = await getVisibleRoom(deps.db, viewer, name)
    refuseJoining(room.who, await query.findMembership(deps.db, room.id, viewer.id))
    return {
      productId: room.id,
      sellerId: room.owner_id,
      title: room.title,
      amount: room.amount,
      confirmation: [...roomConfirmation(room.amount, isoNow(deps)), statementLine(name)],
      payUntil: null,
      type: null,
      liveOnly: null,
      promotion: null,
      seats: 1,
    }
  },
  ended: () => new ApiError(409, ROOM_CLOSED),
  holdSeat: async () => ({ offerId: null, contested: false }),
  freeSeats: async () => {},

  async grant(
    deps,
    tx,
    { userId, productId, orderId, at, subscription }: Grant,
  ): Promise<Granted | null> {
    const { state } = await query.countMembers(tx, productId, 0)
    const before = await query.findMembership(tx, productId, userId)
    if (before && isIn(before.status)) return { id: before.id, number: 0, already: true }
    if (state !== 1) return null
    await query.countMembers(tx, productId, 1)
    const { id } = await query.saveMembership(tx, {
      id: deps.newId(),
      room_id: productId,
      user_id: userId,
      status: 'active',
      amount: subscription?.amount ?? 0,
      current_period_end: subscription?.periodEnd ?? null,
      cancel_at_period_end: 0,
      subscription_ref: subscription?.ref ?? null,
      last_seen_at: at,
      muted_at: null,
      joined_at: at,
      left_at: null,
      past_due_at: null,
      reminders: 0,
      looked_at: null,
      look: null,
      fee_percent: subscription?.feePercent ?? null,
    })
    const right = {
      id: deps.newId(),
      user_id: userId,
      kind: 'room' as const,
      subject_id: productId,
    }
    const granted = await rights.giveRight(tx, { ...right, order_id: orderId, number: 0 }, at)
    return granted && { id, number: 0, already: false }
  },

  findGranted: (db, { userId, productId }) =>
    rights.findRight(db, { user_id: userId, kind: 'room', subject_id: productId }),
  lock: (tx, roomId) => query.countMembers(tx, roomId, 0),

  async revoke(_deps, tx, { userId, productId, at }) {
    await query.countMembers(tx, productId, 0)
    const today = await query.findMembership(tx, productId, userId)
    if (!today || today.status === 'left') return NO_HOLDERS
    if (isIn(today.status)) await query.countMembers(tx, productId, -1)
    await query.updateMembership(tx, today.id, { status: 'left', left_at: at, past_due_at: null })
    await query.revokeRight(tx, productId, userId, at)
    return { holder: userId, companions: [] }
  },

  /** Restores access to the end of the paid period; the renewal has ended. */
  async restore(deps, tx, { userId, productId, orderId, at }) {
    await query.countMembers(tx, productId, 0)
    const before = await query.findMembership(tx, productId, userId)
    if (before?.status !== 'left' || (before.current_period_end ?? '') <= at) return NO_HOLDERS
    if (!(await rights.holdPerson(tx, userId))) return NO_HOLDERS
    await query.countMembers(tx, productId, 1)
    const active = { status: 'active', left_at: null, cancel_at_period_end: 1 } as const
    await query.updateMembership(tx, before.id, active)
    const right = {
      id: deps.newId(),
      user_id: userId,
      kind: 'room' as const,
      subject_id: productId,
    }
    const back = await rights.giveRightBack(tx, { ...right, order_id: orderId, number: 0 }, at)
    return { holder: back && userId, companions: [] }
  },

  async stop(deps, { userId, productId }) {
    const before = await query.findMembership(deps.db, productId, userId)
    const ref = before?.status === 'left' ? before.subscription_ref : null
    const account = ref && (await query.findAccount(deps.db, productId))
    if (ref && account) await deps.payments.endSubscription({ account, ref, atPeriodEnd: false })
  },

  async renew(tx, { userId, productId, ref, paidAt, periodEnd }) {
    await query.countMembers(tx, productId, 0)
    const today = await query.findMembership(tx, productId, userId)
    if (!today) return 'over'
    // The membership has ended or restarted with another payment: a month that it used up belongs to the old one.
    const isUsed = (end: string) => paidAt <= end && periodEnd <= end
    if (today.subscription_ref !== ref) return isUsed(today.joined_at) ? 'renewed' : 'over'
    if (today.status === 'left') return isUsed(today.left_at ?? '') ? 'renewed' : 'over'
    if (await query.isHeldSince(tx, productId, userId, paidAt)) return 'suspended'
    if (periodEnd > (today.current_period_end ?? ''))
      await query.updateMembership(tx, today.id, { current_period_end: periodEnd })
    return 'renewed'
  },
}

/** Refuses with a message while a renewal is unpaid. */
async function paidUp(deps: SaleDeps, ref: string) {
  const at = await withProviderErrors(dunning.outcome(deps, ref))
  if (at === 'open') throw new ApiError(409, PAYMENT_UNFINISHED)
  if (at === 'failed') throw new ApiError(402, CARD_NOT_AUTHENTICATED)
}

export async function start(
  deps: SaleDeps,
  viewer: Viewer,
  { room_id, ...input }: { room_id: string } & PaymentInput,
) {
  const started = await sales.start(deps, viewer, 'room', room_id, input)
  const { charge, subscription, account } = started
  if (!subscription) throw new Error(`the charge ${charge.ref} started no subscription`)
  const paid = charge.status === 'succeeded'
  return {
    result: paid ? ('succeeded' as const) : ('requires_action' as const),
    subscriptionId: subscription.ref,
    ownerId: account,
    paymentIntent: paid ? null : { client_secret: charge.clientSecret },
  }
}

/** Also undoes leaving before the period ends, and reports the outcome of a past due payment. */
export async function join(
  deps: SaleDeps,
  viewer: Viewer,
  name: string,
  subscriptionId: string | undefined,
) {
  const room = await getVisibleRoom(deps.db, viewer, name)
  const before = await query.findMembership(deps.db, room.id, viewer.id)
  const known = before && before.status !== 'left' ? before : null
  if (subscriptionId && known?.subscription_ref === subscriptionId)
    await paidUp(deps, subscriptionId)
  else if (subscriptionId) await sales.finish(deps, viewer, 'room', room.id, subscriptionId)
  else if (known && isIn(known.status)) await withProviderErrors(cancellation.rejoin(deps, known))
  else await takeFree(deps, viewer, 'room', name)
  const today = await query.findMembership(deps.db, room.id, viewer.id)
  if (!today || today.status === 'left') throw notFound()
  return new Reply({ room_id: name, status: today.status }, { status: known ? 200 : 201 })
}

export const pay = (deps: SaleDeps, viewer: Viewer, name: string, input: PaymentInput) =>
  withProviderErrors(dunning.pay(deps, viewer, name, input))

export const leave = (deps: SaleDeps, viewer: Viewer, name: string) =>
  withProviderErrors(cancellation.leave(deps, viewer, name))
