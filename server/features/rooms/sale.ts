import { roomConfirmation } from '#contract/confirmation.ts'
import { ALREADY_MEMBER, NOT_FREE, OWN_ROOM, ROOM_CLOSED } from '#contract/messages.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { giveRight } from '#server/features/orders/rights.ts'
import type { PaymentAsked, Sales } from '#server/features/orders/sales.ts'
import type { Grant, Granted, Subject } from '#server/features/orders/subject.ts'
import { cardBox } from '#server/features/payments/cards.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { Reply } from '#server/http/reply.ts'
import type { Subscription } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import * as query from './member-queries.ts'
import { mayJoin, type Standing } from './policy.ts'
import { seeRoom } from './service.ts'

type SaleDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments' | 'bus'>

function refuseJoining(who: Standing) {
  if (who.isOwner) throw new Refusal(409, OWN_ROOM)
  if (who.isMember) throw new Refusal(409, ALREADY_MEMBER)
  if (!mayJoin(who)) throw new Refusal(409, ROOM_CLOSED)
}

const STATUS: Record<Subscription['status'], 'active' | 'past_due' | 'incomplete' | 'left'> = {
  active: 'active',
  past_due: 'past_due',
  unpaid: 'past_due',
  incomplete: 'incomplete',
  incomplete_expired: 'left',
  canceled: 'left',
}
const isIn = (status: string | undefined) => status === 'active' || status === 'past_due'

/** Membership of a room, as orders sell it: there is always a place. */
export function roomSubject({ db, clock, newId, bus, payments }: SaleDeps): Subject {
  return {
    kind: 'room',
    async quote(viewer, name) {
      const room = await seeRoom(db, viewer, name)
      refuseJoining(room.who)
      return {
        subjectId: room.id,
        sellerId: room.owner_id,
        title: room.title,
        amount: room.amount,
        confirmation: roomConfirmation(room.amount, clock.now().toISOString()),
      }
    },
    holdSeat: async () => true,
    freeSeat: async () => {},

    async grant(tx, { userId, subjectId, orderId, at, subscription }: Grant): Promise<Granted> {
      await query.countMembers(tx, subjectId, 0)
      const before = await query.findMembership(tx, subjectId, userId)
      if (before && isIn(before.status)) return { id: before.id, number: 0, already: true }
      await query.countMembers(tx, subjectId, 1)
      const { id } = await query.saveMembership(tx, {
        id: newId(),
        room_id: subjectId,
        user_id: userId,
        status: 'active',
        amount: subscription?.amount ?? 0,
        current_period_end: subscription?.periodEnd ?? null,
        cancel_at_period_end: 0,
        subscription_ref: subscription?.ref ?? null,
        last_seen_at: at,
        joined_at: at,
        left_at: null,
        past_due_at: null,
        reminders: 0,
        looked_at: null,
      })
      const right = { id: newId(), user_id: userId, kind: 'room' as const, subject_id: subjectId }
      await giveRight(tx, { ...right, order_id: orderId, number: 0 }, at)
      return { id, number: 0, already: false }
    },

    lock: (tx, roomId) => query.countMembers(tx, roomId, 0),

    async revoke(tx, { userId, subjectId, at }) {
      await query.countMembers(tx, subjectId, 0)
      const today = await query.findMembership(tx, subjectId, userId)
      if (!today || today.status === 'left') return false
      if (isIn(today.status)) await query.countMembers(tx, subjectId, -1)
      await query.updateMembership(tx, today.id, { status: 'left', left_at: at })
      await query.revokeRight(tx, subjectId, userId, at)
      return true
    },

    /** To the end of what was paid: its renewal has ended. */
    async restore(tx, { userId, subjectId, orderId, at }) {
      await query.countMembers(tx, subjectId, 0)
      const before = await query.findMembership(tx, subjectId, userId)
      if (before?.status !== 'left' || (before.current_period_end ?? '') <= at) return false
      await query.countMembers(tx, subjectId, 1)
      const back = { status: 'active', left_at: null, cancel_at_period_end: 1 } as const
      await query.updateMembership(tx, before.id, back)
      const right = { id: newId(), user_id: userId, kind: 'room' as const, subject_id: subjectId }
      await giveRight(tx, { ...right, order_id: orderId, number: 0 }, at)
      return true
    },

    async stop({ userId, subjectId }) {
      const before = await query.findMembership(db, subjectId, userId)
      const ref = before?.status === 'left' ? before.subscription_ref : null
      const account = ref && (await query.findAccount(db, subjectId))
      if (ref && account) await payments.endSubscription({ account, ref, atPeriodEnd: false })
    },

    /** The provider's word on a subscription that goes on: paid until when, behind, or over. */
    async follow(subscription, at) {
      const known = await query.findMembershipBy(db, subscription.ref)
      if (!known) return
      const status = STATUS[subscription.status]
      await transact(db, async (tx) => {
        await query.countMembers(tx, known.room_id, 0)
        const today = await query.findMembershipBy(tx, subscription.ref)
        if (!today || today.status === 'left') return
        const [was, is] = [isIn(today.status), isIn(status)]
        if (was !== is) await query.countMembers(tx, today.room_id, is ? 1 : -1)
        await query.updateMembership(tx, today.id, {
          status,
          current_period_end: subscription.periodEnd ?? today.current_period_end,
          cancel_at_period_end: subscription.cancelAtPeriodEnd ? 1 : 0,
          left_at: status === 'left' ? at : null,
        })
        if (status === 'left') await query.revokeRight(tx, today.room_id, today.user_id, at)
      })
      await bus.publish(RIGHTS_CHANGED, known.user_id)
    },
  }
}

/** Joining a room, and leaving it. */
export function membershipSales(deps: SaleDeps, sales: Sales) {
  const { db, clock, payments, bus } = deps
  const subject = roomSubject(deps)
  const box = cardBox(deps)
  const now = () => clock.now().toISOString()

  async function joinFree(viewer: Viewer, name: string) {
    const quote = await subject.quote(viewer, name)
    if (quote.amount > 0) throw new Refusal(409, NOT_FREE)
    const { subjectId } = quote
    const grant = { userId: viewer.id, subjectId, orderId: null, at: now() }
    await transact(db, (tx) => subject.grant(tx, grant))
    await bus.publish(RIGHTS_CHANGED, viewer.id)
  }

  return {
    async start(viewer: Viewer, { room_id, ...asked }: { room_id: string } & PaymentAsked) {
      const started = await sales.start(viewer, 'room', room_id, asked)
      const { charge, subscription, account } = started
      const paid = charge.status === 'succeeded'
      return {
        result: paid ? ('succeeded' as const) : ('requires_action' as const),
        subscriptionId: subscription!.ref,
        ownerId: account,
        paymentIntent: paid ? null : { client_secret: charge.clientSecret },
      }
    },

    async join(viewer: Viewer, name: string, subscriptionId: string | undefined) {
      const room = await seeRoom(db, viewer, name)
      const member = room.who.isMember
      if (subscriptionId) await sales.finish(viewer, 'room', room.id, subscriptionId)
      else if (!member) await joinFree(viewer, name)
      const today = await query.findMembership(db, room.id, viewer.id)
      if (!today || today.status === 'left') throw notFound()
      return new Reply({ room_id: name, status: today.status }, { status: member ? 200 : 201 })
    },

    async leave(viewer: Viewer, name: string) {
      const room = await seeRoom(db, viewer, name)
      const today = await query.findMembership(db, room.id, viewer.id)
      if (!today || today.status === 'left') throw notFound()
      if (today.subscription_ref) return leavePaid(today.subscription_ref, room.owner_id)
      await transact(db, async (tx) => {
        await query.countMembers(tx, room.id, isIn(today.status) ? -1 : 0)
        const left = { status: 'left', left_at: now() } as const
        await query.updateMembership(tx, today.id, left)
        await query.revokeRight(tx, room.id, viewer.id, now())
      })
      await bus.publish(RIGHTS_CHANGED, viewer.id)
      return { cancel_at_period_end: false, current_period_end: null }
    },
  }

  /** What is paid for stays; only the renewal ends. */
  async function leavePaid(ref: string, sellerId: string) {
    const account = await box.accountOf(sellerId)
    if (!account) throw new Refusal(503)
    const subscription = await payments.endSubscription({ account, ref, atPeriodEnd: true })
    await subject.follow!(subscription, now())
    return {
      cancel_at_period_end: subscription.cancelAtPeriodEnd,
      current_period_end: subscription.periodEnd,
    }
  }
}
