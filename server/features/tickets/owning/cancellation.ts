import { TICKET_CANCEL_STARTED } from '#contract/tickets/messages.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import {
  type CancellableProduct,
  cancelProduct,
  handleCancelled,
} from '#server/features/orders/refunds/cancel-product.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { OnClose } from '#server/features/rooms/close-room.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { forbidden, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { listCompanionHolders } from '../companions/queries.ts'
import { findOf } from '../issuing/issue-queries.ts'
import { findTicket } from '../queries.ts'
import * as query from './cancel-queries.ts'

/** Outbox topic of cancelled digital tickets. */
export const TICKET_CANCEL = 'digital-ticket-cancel'

const TICKET: CancellableProduct = {
  kind: 'digital_ticket',
  topic: TICKET_CANCEL,
  letter: 'entryCancelled',
  close: query.markCancelled,
  titleOf: query.titleOf,
  async companionsOf(tx, productId, { user_id: userId, order_id: orderId }) {
    const issued = await findOf(tx, { productId, userId, orderId }, ['valid', 'used'])
    return issued ? listCompanionHolders(tx, issued.id) : []
  },
  async notify(deps, tx, productId, { user_id: userId, order_id: orderId }, title) {
    const issued = await findOf(tx, { productId, userId, orderId }, ['valid', 'used'])
    if (!issued) return
    const notification = { notice: 'entryCancelled', issuedId: issued.id, title } as const
    await enqueueNotification(deps, tx, {
      to: issued.holder_id,
      about: issued.id,
      notice: notification,
    })
  },
}

/** Cancels a digital ticket; gates learn of it as of any cancelled issued ticket. */
export async function cancel(
  deps: SaleDeps,
  viewer: Viewer,
  { roomid, id }: { roomid: string; id: string },
) {
  const room = await getVisibleRoom(deps.db, viewer, roomid)
  if (!room.who.isOwner) throw forbidden()
  if (!(await findTicket(deps.db, viewer.id, room.id, id))) throw notFound()
  await cancelProduct(deps, TICKET, id, viewer.id)
  return { message: TICKET_CANCEL_STARTED }
}

/** Cancels all tickets of a closed room whose doors are not open; others continue to their end. */
export const ticketsOnClose: OnClose = {
  async cancelComing(deps, roomId, by) {
    for (const { id } of await query.listComing(deps.db, roomId, isoNow(deps)))
      await cancelProduct(deps, TICKET, id, by)
  },
}

/** The outbox job of a cancelled digital ticket. */
export const handle = (deps: SaleDeps, payload: unknown) => handleCancelled(deps, TICKET, payload)
