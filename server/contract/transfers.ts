import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './transfers.schema.ts'

export type TicketOffer = z.output<typeof schema.TicketOffer>

/** A digital ticket goes to another person: it is offered to one, who becomes its holder by accepting. Until the doors open. */
export const transfers = endpoints<typeof schema.shapes>()({
  offer: { method: 'POST', path: '/me/digitalTicket/:id/transfer', auth: 'viewer', status: 201 },
  withdraw: {
    method: 'DELETE',
    path: '/me/digitalTicket/:id/transfer',
    auth: 'viewer',
    status: 204,
  },
  /** What others offer to the viewer. */
  listOffers: { method: 'GET', path: '/me/ticketOffer', auth: 'viewer', kind: 'list' },
  /** Its number stays, its codes die. */
  accept: { method: 'POST', path: '/me/digitalTicket/:id/accept', auth: 'viewer' },
  decline: { method: 'POST', path: '/me/digitalTicket/:id/decline', auth: 'viewer', status: 204 },
})
