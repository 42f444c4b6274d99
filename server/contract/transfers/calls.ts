import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type TicketOffer = z.output<typeof schema.TicketOffer>

/**
 * Transfer of a digital ticket: offered to one person, who becomes its holder by accepting. Possible until doors
 * open.
 */
export const transfers = endpoints<typeof schema.shapes>()({
  offer: { method: 'POST', path: '/me/digitalTicket/:id/transfer', auth: 'viewer', status: 201 },
  withdraw: {
    method: 'DELETE',
    path: '/me/digitalTicket/:id/transfer',
    auth: 'viewer',
    status: 204,
  },
  /** Offers to the viewer. */
  listOffers: { method: 'GET', path: '/me/ticketOffer', auth: 'viewer', kind: 'list' },
  /** The ticket keeps its number; its earlier codes become invalid. */
  accept: { method: 'POST', path: '/me/digitalTicket/:id/accept', auth: 'viewer' },
  decline: { method: 'POST', path: '/me/digitalTicket/:id/decline', auth: 'viewer', status: 204 },
})
