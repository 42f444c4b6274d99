import { events } from '#contract/events/calls.ts'
import { shapes } from '#contract/events/shapes.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { routes } from '#server/http/routes.ts'
import { getAttendee, listAttendees } from './attendees.ts'
import { eventCalendar } from './calendar-file.ts'
import * as cancellation from './cancellation.ts'
import * as editing from './edit-event.ts'
import * as tickets from './sale.ts'
import * as service from './service.ts'

export function eventRoutes(deps: SaleDeps) {
  return routes(events, shapes, {
    listEvents: ({ viewer, query }) => service.list(deps, viewer, query),
    listJoined: ({ viewer, query }) => service.listJoined(deps, viewer, query),
    getEvent: ({ viewer, params }) => service.get(deps, viewer, params.id),
    listAttendees: ({ viewer, params }) => listAttendees(deps, viewer, params.id),
    getAttendee: ({ viewer, params }) => getAttendee(deps, viewer, params),
    startJoin: ({ viewer, body }) => tickets.start(deps, viewer, body),
    join: ({ viewer, body }) => tickets.join(deps, viewer, body.event_id, body.paymentIntentId),
    setNotify: ({ viewer, params, body }) => tickets.setNotify(deps, viewer, params.id, body.on),
    listOwn: ({ viewer, query }) => service.listOwn(deps, viewer, query),
    getOwn: ({ viewer, params }) => service.getOwn(deps, viewer, params.id),
    createOwn: ({ viewer, body }) => editing.createEvent(deps, viewer, body),
    changeOwn: ({ viewer, params, body }) => editing.changeEvent(deps, viewer, params.id, body),
    getCalendar: ({ viewer, params }) => eventCalendar(deps, viewer, params.id),
    cancelOwn: ({ viewer, params }) => cancellation.cancel(deps, viewer, params.id),
  })
}
