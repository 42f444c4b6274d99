import { eventConfirmation } from '#contract/confirmation.ts'
import {
  NOT_A_MEMBER,
  NOT_FREE,
  OWN_ROOM,
  SALES_OVER,
  SOLD_OUT,
  TICKET_HELD,
} from '#contract/messages.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { giveRight, returnRight, takeRight } from '#server/features/orders/rights.ts'
import type { Sales } from '#server/features/orders/sales.ts'
import type { Grant, Granted, Subject } from '#server/features/orders/subject.ts'
import { forbidden, Refusal } from '#server/http/refusal.ts'
import { Reply } from '#server/http/reply.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { isOnSale, type Seat } from './policy.ts'
import { presentEvent } from './present.ts'
import * as query from './seat-queries.ts'
import { seeEvent } from './service.ts'

type SaleDeps = Pick<Deps, 'db' | 'clock' | 'newId'>

/** Why this person cannot have a ticket now, in the order in which it matters to them; null where they can. */
function refusalOf(seat: Seat): Refusal | null {
  if (seat.who.isOwner) return new Refusal(409, OWN_ROOM)
  if (seat.hasTicket) return new Refusal(409, TICKET_HELD)
  if (!seat.who.isMember) return forbidden(NOT_A_MEMBER)
  if (!isOnSale(seat)) return new Refusal(410, SALES_OVER)
  return null
}

/** Event tickets, as orders sell them. */
export function eventSubject({ db, clock, newId }: SaleDeps): Subject {
  return {
    kind: 'event',
    async quote(viewer, id) {
      const now = clock.now().toISOString()
      const { event, seat } = await seeEvent(db, viewer, id, now)
      const refused = refusalOf(seat)
      if (refused) throw refused
      return {
        subjectId: id,
        sellerId: event.owner_id,
        title: event.title,
        amount: event.amount,
        confirmation: eventConfirmation(presentEvent(event, viewer.id, now)),
      }
    },
    holdSeat: query.takeSeat,
    freeSeat: query.freeSeat,
    async grant(tx, { userId, subjectId, orderId, at }: Grant): Promise<Granted | null> {
      const number = await query.countIn(tx, subjectId)
      if (number === null) return null
      const right = { id: newId(), user_id: userId, kind: 'event' as const, subject_id: subjectId }
      return giveRight(tx, { ...right, order_id: orderId, number }, at)
    },
    lock: query.lockEvent,
    async revoke(tx, { keepSeat = false, ...right }) {
      await query.lockEvent(tx, right.subjectId)
      if (!(await takeRight(tx, { ...right, kind: 'event' }))) return false
      await query.countOut(tx, right.subjectId, keepSeat ? 0 : 1)
      return true
    },
    async restore(tx, right) {
      const event = await query.lockEvent(tx, right.subjectId)
      if (event?.status !== 'published') return false
      if (!(await returnRight(tx, { ...right, kind: 'event' }))) return false
      await query.countBack(tx, right.subjectId)
      return true
    },
  }
}

/** Getting a ticket. */
export function ticketSales(deps: SaleDeps & Pick<Deps, 'bus'>, sales: Sales) {
  const { db, clock, bus } = deps
  const subject = eventSubject(deps)

  /** A free seat is taken and given in one step. */
  async function joinFree(viewer: Viewer, id: string): Promise<Granted> {
    const quote = await subject.quote(viewer, id)
    if (quote.amount > 0) throw new Refusal(409, NOT_FREE)
    const given = await transact(db, async (tx) => {
      if (!(await subject.holdSeat(tx, id))) throw new Refusal(409, SOLD_OUT)
      const at = clock.now().toISOString()
      const granted = await subject.grant(tx, {
        userId: viewer.id,
        subjectId: id,
        orderId: null,
        at,
      })
      if (!granted) throw new Refusal(410, SALES_OVER)
      if (granted.already) throw new Refusal(409, TICKET_HELD)
      return granted
    })
    await bus.publish(RIGHTS_CHANGED, viewer.id)
    return given
  }

  return {
    async start(
      viewer: Viewer,
      body: { event_id: string; token?: string | undefined; amount?: number | undefined },
    ) {
      const { charge, account, holdExpiresAt } = await sales.start(
        viewer,
        'event',
        body.event_id,
        body,
      )
      return {
        paymentIntent: { id: charge.ref, client_secret: charge.clientSecret },
        ownerId: account,
        hold_expires_at: holdExpiresAt,
      }
    },

    /** The ticket: new, or the one that was there. */
    async join(viewer: Viewer, event_id: string, paymentIntentId: string | undefined) {
      const held = await query.findTicket(db, viewer.id, event_id)
      // Another's payment must not be confirmed by an answer that has nothing to do with it.
      const granted = paymentIntentId
        ? await sales.finish(viewer, 'event', event_id, paymentIntentId)
        : held
          ? { ...held, already: true }
          : await joinFree(viewer, event_id)
      const body = { event_id, ticket_id: granted.id, number: granted.number }
      return new Reply(body, { status: held || granted.already ? 200 : 201 })
    },

    async setNotify(viewer: Viewer, id: string, on: boolean) {
      const { seat } = await seeEvent(db, viewer, id, clock.now().toISOString())
      if (!seat.hasTicket && !seat.who.isMember && !seat.who.isOwner) throw forbidden(NOT_A_MEMBER)
      const at = clock.now().toISOString()
      await (on ? query.addNotify(db, id, viewer.id, at) : query.removeNotify(db, id, viewer.id))
      return { on }
    },
  }
}
