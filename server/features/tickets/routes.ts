import { shapes } from '#contract/tickets.schema.ts'
import { tickets } from '#contract/tickets.ts'
import type { Deps } from '#server/deps.ts'
import { routes } from '#server/http/routes.ts'
import { ticketsService } from './service.ts'

export function ticketRoutes(deps: Deps) {
  const service = ticketsService(deps)
  return routes(tickets, shapes, {
    listDigitalTickets: ({ viewer, params, query }) => service.list(viewer, params.roomid, query),
    getDigitalTicket: ({ viewer, params }) => service.get(viewer, params),
    listIssued: ({ viewer, query }) => service.listIssued(viewer, query),
    getIssued: ({ viewer, params }) => service.getIssued(viewer, params.id),
  })
}
