import { tickets } from '#contract/tickets/calls.ts'
import { shapes } from '#contract/tickets/shapes.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { routes } from '#server/http/routes.ts'
import { ticketCalendar } from './calendar.ts'
import { bindDevice } from './holding/bind-device.ts'
import * as entrants from './holding/entrants.ts'
import { sendMoveCode } from './holding/move-proof.ts'
import { answerMove } from './holding/move-ticket.ts'
import * as paper from './holding/paper-ticket.ts'
import { tearTicket } from './holding/tear-ticket.ts'
import * as cancellation from './owning/cancellation.ts'
import * as owning from './owning/edit-ticket.ts'
import * as selling from './sale.ts'
import * as service from './service.ts'

export function ticketRoutes(deps: SaleDeps) {
  return routes(tickets, shapes, {
    listDigitalTickets: ({ viewer, params, query }) =>
      service.list(deps, viewer, params.roomid, query),
    listComingTickets: ({ viewer, query }) => service.listComing(deps, viewer, query),
    getDigitalTicket: ({ viewer, params }) => service.get(deps, viewer, params),
    getOwnTicket: ({ viewer, params }) => owning.get(deps, viewer, params),
    createTicket: ({ viewer, params, body }) => owning.create(deps, viewer, params.roomid, body),
    changeTicket: ({ viewer, params, body }) => owning.change(deps, viewer, params, body),
    deleteTicket: ({ viewer, params }) => owning.remove(deps, viewer, params),
    cancelTicket: ({ viewer, params }) => cancellation.cancel(deps, viewer, params),
    giveTicket: ({ viewer, params, body }) => owning.give(deps, viewer, params, body),
    startTicketJoin: ({ viewer, params, body }) => selling.start(deps, viewer, params.id, body),
    joinTicket: ({ viewer, params, body }) => selling.join(deps, viewer, params.id, body),
    listIssued: ({ viewer, query }) => service.listIssued(deps, viewer, query),
    answerMove: ({ viewer, params, body }) => answerMove(deps, viewer, params.id, body),
    bindDevice: ({ viewer, params, body, client }) =>
      bindDevice(deps, viewer, params.id, body, client),
    sendMoveCode: ({ viewer, params, body, client }) =>
      sendMoveCode(deps, viewer, params.id, body.public_key, client),
    issuePaper: ({ viewer, params, body }) =>
      paper.issuePaper(deps, viewer, params.id, body.paper_name),
    getPaper: ({ viewer, params }) => paper.getPaper(deps, viewer, params.id),
    setEntrant: ({ viewer, params, body }) => entrants.set(deps, viewer, params.id, body),
    getIssued: ({ viewer, params }) => service.getIssued(deps, viewer, params.id),
    tearTicket: ({ viewer, params, body }) => tearTicket(deps, viewer, params.id, body),
    getTicketCalendar: ({ viewer, params }) =>
      ticketCalendar(deps, viewer, params.roomid, params.id),
  })
}
