import { events } from '#contract/events/calls.ts'
import { shapes } from '#contract/events/shapes.ts'
import type { Sales } from '#server/features/orders/checkout/service.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { eventCalendar } from './calendar-file.ts'
import type { EventCancellation } from './cancellation.ts'
import { eventEditing } from './editing.ts'
import { ticketSales } from './sale.ts'
import { eventsService } from './service.ts'

export function eventRoutes(deps: Deps, sales: Sales, cancellation: EventCancellation) {
  const service = eventsService(deps)
  const tickets = ticketSales(deps, sales)
  const editing = eventEditing(deps)
  const calendar = eventCalendar(deps)
  return routes(events, shapes, {
    listEvents: ({ viewer, query }) => service.list(viewer, query),
    listJoined: ({ viewer, query }) => service.listJoined(viewer, query),
    getEvent: ({ viewer, params }) => service.get(viewer, params.id),
    startJoin: ({ viewer, body }) => tickets.start(viewer, body),
    join: ({ viewer, body }) => tickets.join(viewer, body.event_id, body.paymentIntentId),
    setNotify: ({ viewer, params, body }) => tickets.setNotify(viewer, params.id, body.on),
    listOwn: ({ viewer, query }) => service.listOwn(viewer, query),
    getOwn: ({ viewer, params }) => service.getOwn(viewer, params.id),
    createOwn: ({ viewer, body }) => editing.create(viewer, body),
    changeOwn: ({ viewer, params, body }) => editing.change(viewer, params.id, body),
    getCalendar: ({ viewer, params }) => calendar(viewer, params.id),
    cancelOwn: ({ viewer, params }) => cancellation.cancel(viewer, params.id),
  })
}
