import { EVENT_CANCEL_STARTED, EVENT_ON_AIR } from '#contract/events/messages.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import {
  type CancellableProduct,
  cancelProduct,
  handleCancelled,
} from '#server/features/orders/refunds/cancel-product.ts'
import { enqueueNotification } from '#server/features/push/enqueue.ts'
import type { OnClose } from '#server/features/rooms/close-room.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { Viewer } from '#server/process/deps.ts'
import * as query from './cancel-queries.ts'
import { getVisibleEvent } from './service.ts'

/** Outbox topic of cancelled events. */
export const EVENT_CANCEL = 'event-cancel'

const EVENT: CancellableProduct = {
  kind: 'event',
  topic: EVENT_CANCEL,
  letter: 'eventCancelled',
  close: query.markCancelled,
  titleOf: query.titleOf,
  notify: (deps, tx, eventId, { user_id }) =>
    enqueueNotification(deps, tx, {
      to: user_id,
      about: eventId,
      notice: { notice: 'eventCancelled', subjectId: eventId },
    }),
}

async function close(deps: SaleDeps, eventId: string, by: string): Promise<boolean> {
  const closed = await cancelProduct(deps, EVENT, eventId, by)
  if (closed) await deps.bus.publish(EVENT_CHANGED, eventId)
  return closed
}

/** Cancels an event and requests the refund of each ticket. */
export async function cancel(deps: SaleDeps, viewer: Viewer, id: string) {
  const { event, seat } = await getVisibleEvent(deps.db, viewer, id, isoNow(deps))
  if (!seat.who.isOwner) throw notFound()
  if (event.status !== 'cancelled' && !(await close(deps, id, viewer.id)))
    throw new ApiError(409, EVENT_ON_AIR)
  return { message: EVENT_CANCEL_STARTED }
}

/** Cancels all events of a closed room that have not begun; a live one keeps the room open. */
export const eventsOnClose: OnClose = {
  isOnAir: (deps, roomId) => query.isOnAir(deps.db, roomId),
  async cancelComing(deps, roomId, by) {
    for (const { id } of await query.listComing(deps.db, roomId)) await close(deps, id, by)
  },
}

/** The outbox job of a cancelled event. */
export const handle = (deps: SaleDeps, payload: unknown) => handleCancelled(deps, EVENT, payload)
