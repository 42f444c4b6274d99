import { EVENT_CANCEL_STARTED, EVENT_ON_AIR } from '#contract/messages.ts'
import { enqueue } from '#server/db/outbox.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps, Viewer } from '#server/deps.ts'
import { postMail } from '#server/features/auth/post.ts'
import { owing } from '#server/features/orders/owing.ts'
import { findOrder } from '#server/features/orders/purchase-queries.ts'
import { CALLED_OFF } from '#server/features/orders/refund-reasons.ts'
import type { Subjects } from '#server/features/orders/subject.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import * as query from './cancel-queries.ts'
import { seeEvent } from './service.ts'

/** The outbox topic of events that are called off. */
export const EVENT_CANCEL = 'event-cancel'
const MOST_AT_ONCE = 50

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'bus'>

/**
 * Calling an event off. From the first moment nothing is sold and nobody gets in; then ticket by ticket ends, each with
 * its money on the way back in the same transaction, however often that work is begun anew.
 */
export function eventCancelling(deps: CancelDeps, subjects: Subjects) {
  const { db, clock, newId, bus } = deps
  const debts = owing(deps)
  const now = () => clock.now().toISOString()

  async function close(eventId: string, by: string): Promise<boolean> {
    const closed = await transact(db, async (tx) => {
      if (!(await query.callOff(tx, eventId, now()))) return false
      const payload = { id: eventId, by }
      const work = { id: newId(), topic: EVENT_CANCEL, key: `${EVENT_CANCEL}:${eventId}` }
      await enqueue(tx, { ...work, payload, now: now() })
      return true
    })
    if (closed) await bus.publish(EVENT_CHANGED, eventId)
    return closed
  }

  /** What this holder paid for it, on its way back; 0 where that was nothing. */
  async function end(tx: Tx, eventId: string, { user_id, order_id }: query.Holder, by: string) {
    const order = order_id === null ? undefined : await findOrder(tx, order_id)
    if (order) {
      const refund = order.amount - order.refunded_amount
      const owed = await debts.giveUp(tx, subjects, order, { reason: CALLED_OFF, askedBy: by })
      return owed ? refund : 0
    }
    const right = { userId: user_id, subjectId: eventId, orderId: order_id, at: now() }
    await subjects.event!.revoke(tx, right)
    return 0
  }

  return {
    async cancel(viewer: Viewer, id: string) {
      const { event, seat } = await seeEvent(db, viewer, id, now())
      if (!seat.who.isOwner && !viewer.operator) throw notFound()
      if (event.status !== 'cancelled' && !(await close(id, viewer.id)))
        throw new Refusal(409, EVENT_ON_AIR)
      return { message: EVENT_CANCEL_STARTED }
    },

    /** All of a room's events that have not begun; one that is on air is the caller's to refuse. */
    async cancelComing(roomId: string, by: string) {
      for (const { id } of await query.listComing(db, roomId)) await close(id, by)
    },

    isOnAir: (roomId: string) => query.isOnAir(db, roomId),

    async handle(payload: unknown) {
      const { id, by } = payload as { id: string; by: string }
      const title = await query.titleOf(db, id)
      for (let after = ''; ; ) {
        const holders = await query.listHolders(db, id, after, MOST_AT_ONCE)
        for (const holder of holders) {
          await transact(db, async (tx) => {
            const refund = await end(tx, id, holder, by)
            const letter = { letter: 'eventCancelled', title, refund } as const
            await postMail(deps, tx, `${id}:${holder.user_id}`, { ...letter, to: holder.email })
          })
          await bus.publish(RIGHTS_CHANGED, holder.user_id)
        }
        if (holders.length < MOST_AT_ONCE) return
        after = holders.at(-1)!.id
      }
    },
  }
}
export type EventCancelling = ReturnType<typeof eventCancelling>
