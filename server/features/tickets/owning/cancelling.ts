import { TICKET_CANCEL_STARTED } from '#contract/messages.ts'
import type { Products } from '#server/features/orders/product.ts'
import { createProductCancellation } from '#server/features/orders/refunds/cancel-product.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import { seeRoom } from '#server/features/rooms/service.ts'
import { forbidden, notFound } from '#server/http/refusal.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { findOf } from '../issuing/issue-queries.ts'
import { findTicket } from '../queries.ts'
import * as query from './cancel-queries.ts'

/** The outbox topic of tickets to enter that are called off. */
export const TICKET_CANCEL = 'digital-ticket-cancel'

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'bus'>

/** Calling off an evening at a venue: doors hear of it as of any ticket that was taken back. */
export function ticketCancelling(deps: CancelDeps, products: Products) {
  const { db, clock } = deps
  const { close, handle } = createProductCancellation(deps, products, {
    kind: 'digital_ticket',
    topic: TICKET_CANCEL,
    letter: 'entryCancelled',
    close: query.callOff,
    titleOf: query.titleOf,
    async tell(tx, productId, { user_id: userId, order_id: orderId }, title) {
      const issued = await findOf(tx, { productId, userId, orderId }, ['valid', 'used'])
      if (!issued) return
      const notice = { notice: 'entryCancelled', issuedId: issued.id, title } as const
      await enqueueNotification(deps, tx, { to: issued.holder_id, about: issued.id, notice })
    },
  })
  return {
    async cancel(viewer: Viewer, { roomid, id }: { roomid: string; id: string }) {
      const room = await seeRoom(db, viewer, roomid)
      if (!room.who.isOwner) throw forbidden()
      if (!(await findTicket(db, viewer.id, room.id, id))) throw notFound()
      await close(id, viewer.id)
      return { message: TICKET_CANCEL_STARTED }
    },

    /** All of a room's whose doors have not opened; where people are going in, it goes on to its end. */
    async cancelComing(roomId: string, by: string) {
      const now = clock.now().toISOString()
      for (const { id } of await query.listComing(db, roomId, now)) await close(id, by)
    },

    handle,
  }
}
export type TicketCancelling = ReturnType<typeof ticketCancelling>
