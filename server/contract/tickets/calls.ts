import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type { shapes } from './shapes.ts'
import type * as schema from './ticket.schema.ts'

export type DigitalTicket = z.output<typeof schema.DigitalTicket>
export type TicketOnSale = z.output<typeof schema.TicketOnSale>
export type TicketType = z.output<typeof schema.TicketType>
export type OwnTicketType = OwnDigitalTicket['types'][number]
export type IssuedType = z.output<typeof schema.IssuedType>
export type OwnDigitalTicket = z.output<typeof schema.OwnDigitalTicket>
export type Entrant = z.output<typeof schema.Entrant>
export type IssuedTicket = z.output<typeof schema.IssuedTicket>
export type CompanionSeat = IssuedTicket['companions'][number]

/** Drafts are visible to the room's owner and gate staff. Issued tickets: coming ones first, the soonest on top. */
export const tickets = endpoints<typeof shapes>()({
  listDigitalTickets: {
    method: 'GET',
    path: '/room/:roomid/digitalTicket',
    auth: 'optional',
    kind: 'list',
  },
  /** Coming events at venues, the next first, of open rooms. */
  listComingTickets: { method: 'GET', path: '/digitalTicket', auth: 'optional', kind: 'list' },
  getDigitalTicket: { method: 'GET', path: '/room/:roomid/digitalTicket/:id', auth: 'optional' },
  /** For the owner and gate staff. */
  getOwnTicket: { method: 'GET', path: '/room/:roomid/digitalTicket/:id/setting', auth: 'viewer' },
  /** Creates a draft unless told otherwise. */
  createTicket: {
    method: 'POST',
    path: '/room/:roomid/digitalTicket',
    auth: 'viewer',
    kind: 'multipart',
    status: 201,
  },
  changeTicket: {
    method: 'POST',
    path: '/room/:roomid/digitalTicket/:id',
    auth: 'viewer',
    kind: 'multipart',
  },
  /** Only a ticket that was never issued or ordered. */
  deleteTicket: {
    method: 'DELETE',
    path: '/room/:roomid/digitalTicket/:id',
    auth: 'viewer',
    status: 204,
  },
  /** Cancels it: all issued tickets end, and payments are refunded. Idempotent. */
  cancelTicket: {
    method: 'POST',
    path: '/room/:roomid/digitalTicket/:id/cancel',
    auth: 'viewer',
    status: 202,
  },
  /** Gives a free ticket to a person; it takes a place. */
  giveTicket: {
    method: 'POST',
    path: '/room/:roomid/digitalTicket/:id/give',
    auth: 'viewer',
    status: 201,
  },
  /** Reserves a place and creates a payment, which the browser confirms. Idempotent. */
  startTicketJoin: { method: 'POST', path: '/digitalTicket/:id/join/pre', auth: 'viewer' },
  /** Issues the ticket of a completed payment, or a free one: 201, or 200 if it exists already. */
  joinTicket: {
    method: 'POST',
    path: '/digitalTicket/:id/join',
    auth: 'viewer',
    status: [201, 200],
  },
  listIssued: { method: 'GET', path: '/me/digitalTicket', auth: 'viewer', kind: 'list' },
  /**
   * Binds a ticket to the device with this key: from now on its code moves, and earlier codes are invalid. If another
   * device shows it and has not released it: 409 with an error of `code` without a proof, and 409 with the time while
   * the ticket's waiting time is not over.
   */
  bindDevice: { method: 'POST', path: '/me/digitalTicket/:id/device', auth: 'viewer' },
  /** Emails the holder a code with which the device with this key proves who they are. */
  sendMoveCode: {
    method: 'POST',
    path: '/me/digitalTicket/:id/device/code',
    auth: 'viewer',
    status: 204,
  },
  /** The device that shows the ticket lets another one show it at once, or refuses its request. Idempotent. */
  answerMove: { method: 'PUT', path: '/me/digitalTicket/:id/device/move', auth: 'viewer' },
  getIssued: { method: 'GET', path: '/me/digitalTicket/:id', auth: 'viewer' },
  /**
   * A second code for a sheet of paper, in case the phone fails: doors admit once by either. The name that staff compare
   * is fixed with the first call. Idempotent.
   */
  issuePaper: { method: 'POST', path: '/me/digitalTicket/:id/paper', auth: 'viewer', status: 204 },
  /** The sheet to print; 404 before `issuePaper`. */
  getPaper: { method: 'GET', path: '/me/digitalTicket/:id/paper', auth: 'viewer', kind: 'html' },
  /** What the holder, or the person it is offered to, tells about their entry; until the end of entry. */
  setEntrant: { method: 'PUT', path: '/me/digitalTicket/:id/entrant', auth: 'viewer', status: 204 },
  /** 受付係員専用: staff tore the ticket on the holder's phone, possibly offline. Idempotent. */
  tearTicket: { method: 'POST', path: '/me/digitalTicket/:id/tear', auth: 'viewer' },
  getTicketCalendar: {
    method: 'GET',
    path: '/room/:roomid/digitalTicket/:id/calendar.ics',
    auth: 'optional',
    kind: 'file',
  },
})
