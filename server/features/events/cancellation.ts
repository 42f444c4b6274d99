import { EVENT_CANCEL_STARTED, EVENT_ON_AIR } from '#contract/events/messages.ts'
import type { Products } from '#server/features/orders/product.ts'
import { createProductCancellation } from '#server/features/orders/refunds/cancel-product.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './cancel-queries.ts'
import { getVisibleEvent } from './service.ts'

/** Outbox topic of cancelled events. */
export const EVENT_CANCEL = 'event-cancel'

type CancelDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'bus'>

/** Cancels events and requests the refund of each ticket. */
export function createEventCancellation(deps: CancelDeps, products: Products) {
  const { db, clock, bus } = deps
  const off = createProductCancellation(deps, products, {
    kind: 'event',
    topic: EVENT_CANCEL,
    letter: 'eventCancelled',
    close: query.markCancelled,
    titleOf: query.titleOf,
  })

  async function close(eventId: string, by: string): Promise<boolean> {
    const closed = await off.close(eventId, by)
    if (closed) await bus.publish(EVENT_CHANGED, eventId)
    return closed
  }

  return {
    async cancel(viewer: Viewer, id: string) {
      const { event, seat } = await getVisibleEvent(db, viewer, id, clock.now().toISOString())
      if (!seat.who.isOwner) throw notFound()
      if (event.status !== 'cancelled' && !(await close(id, viewer.id)))
        throw new ApiError(409, EVENT_ON_AIR)
      return { message: EVENT_CANCEL_STARTED }
    },

    /** Cancels all events of a room that have not begun; the caller refuses a live one. */
    async cancelComing(roomId: string, by: string) {
      for (const { id } of await query.listComing(db, roomId)) await close(id, by)
    },

    isOnAir: (roomId: string) => query.isOnAir(db, roomId),

    handle: off.handle,
  }
}
export type EventCancellation = ReturnType<typeof createEventCancellation>
