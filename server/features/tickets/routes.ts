import { tickets } from '#contract/tickets/calls.ts'
import { shapes } from '#contract/tickets/shapes.ts'
import type { Sales } from '#server/features/orders/checkout/service.ts'
import type { Product } from '#server/features/orders/product.ts'
import { routes } from '#server/http/routes.ts'
import type { Deps } from '#server/process/deps.ts'
import { ticketCalendar } from './calendar.ts'
import { deviceBinding } from './holding/binding.ts'
import { tearing } from './holding/tearing.ts'
import type { TicketCancellation } from './owning/cancellation.ts'
import { ticketOwning } from './owning/owning.ts'
import { digitalTicketSales } from './sale.ts'
import { ticketsService } from './service.ts'

export function ticketRoutes(
  deps: Deps,
  { sales, product }: { sales: Sales; product: Product },
  cancellation: TicketCancellation,
) {
  const service = ticketsService(deps)
  const bind = deviceBinding(deps)
  const owning = ticketOwning(deps, product)
  const selling = digitalTicketSales(deps, sales)
  const tear = tearing(deps)
  const calendar = ticketCalendar(deps)
  return routes(tickets, shapes, {
    listDigitalTickets: ({ viewer, params, query }) => service.list(viewer, params.roomid, query),
    getDigitalTicket: ({ viewer, params }) => service.get(viewer, params),
    getOwnTicket: ({ viewer, params }) => owning.get(viewer, params),
    createTicket: ({ viewer, params, body }) => owning.create(viewer, params.roomid, body),
    changeTicket: ({ viewer, params, body }) => owning.change(viewer, params, body),
    deleteTicket: ({ viewer, params }) => owning.remove(viewer, params),
    cancelTicket: ({ viewer, params }) => cancellation.cancel(viewer, params),
    giveTicket: ({ viewer, params, body }) => owning.give(viewer, params, body.name),
    startTicketJoin: ({ viewer, params, body }) => selling.start(viewer, params.id, body),
    joinTicket: ({ viewer, params, body }) => selling.join(viewer, params.id, body.paymentIntentId),
    listIssued: ({ viewer, query }) => service.listIssued(viewer, query),
    bindDevice: ({ viewer, params, body }) => bind(viewer, params.id, body.public_key),
    getIssued: ({ viewer, params }) => service.getIssued(viewer, params.id),
    tearTicket: ({ viewer, params, body }) => tear(viewer, params.id, body),
    getTicketCalendar: ({ viewer, params }) => calendar(viewer, params.roomid, params.id),
  })
}
