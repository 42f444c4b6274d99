import { TICKET_CANCEL_STARTED } from '#contract/tickets/messages.ts'
import type { Products } from '#server/features/orders/product.ts'
import { createProductCancellation } from '#server/features/orders/refunds/cancel-product.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { forbidden, notFound } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { findOf } from '../issuing/issue-queries.ts'
import { findTicket } from '../queries.ts'
import * as query from './cancel-queries.ts'

/** Outbox topic of cancelled digital tickets. */
export const TICKET_CANCEL = 'digital-ticket-cancel'

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'bus'>

/** Cancels a digital ticket; gates learn of it as of any cancelled issued ticket. */
export function createTicketCancellation(deps: CancelDeps, products: Products) {
  const { db, clock } = deps
  const { close, handle } = createProductCancellation(deps, products, {
    kind: 'digital_ticket',
    topic: TICKET_CANCEL,
    letter: 'entryCancelled',
    close: query.markCancelled,
    titleOf: query.titleOf,
    async notify(tx, productId, { user_id: userId, order_id: orderId }, title) {
      const issued = await findOf(tx, { productId, userId, orderId }, ['valid', 'used'])
      if (!issued) return
      const notification = { notice: 'entryCancelled', issuedId: issued.id, title } as const
      await enqueueNotification(deps, tx, {
        to: issued.holder_id,
        about: issued.id,
        notice: notification,
      })
    },
  })
  return {
    async cancel(viewer: Viewer, { roomid, id }: { roomid: string; id: string }) {
      const room = await getVisibleRoom(db, viewer, roomid)
      if (!room.who.isOwner) throw forbidden()
      if (!(await findTicket(db, viewer.id, room.id, id))) throw notFound()
      await close(id, viewer.id)
      return { message: TICKET_CANCEL_STARTED }
    },

    /** Cancels all tickets of a room whose doors are not open; others continue to their end. */
    async cancelComing(roomId: string, by: string) {
      const now = clock.now().toISOString()
      for (const { id } of await query.listComing(db, roomId, now)) await close(id, by)
    },

    handle,
  }
}
export type TicketCancellation = ReturnType<typeof createTicketCancellation>
