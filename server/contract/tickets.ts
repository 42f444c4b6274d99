import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './tickets.schema.ts'

export type DigitalTicket = z.output<typeof schema.DigitalTicket>
export type OwnDigitalTicket = z.output<typeof schema.OwnDigitalTicket>
export type IssuedTicket = z.output<typeof schema.IssuedTicket>

/** The room's owner and door staff also see drafts. Issued tickets: coming ones first, the soonest leading. */
export const tickets = endpoints<typeof schema.shapes>()({
  listDigitalTickets: {
    method: 'GET',
    path: '/room/:roomid/digitalTicket',
    auth: 'optional',
    kind: 'list',
  },
  getDigitalTicket: { method: 'GET', path: '/room/:roomid/digitalTicket/:id', auth: 'optional' },
  /** For its owner and the staff at the doors. */
  getOwnTicket: { method: 'GET', path: '/room/:roomid/digitalTicket/:id/setting', auth: 'viewer' },
  /** A draft, unless it says otherwise. */
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
  /** Only one that nobody has, or ever tried to buy. */
  deleteTicket: {
    method: 'DELETE',
    path: '/room/:roomid/digitalTicket/:id',
    auth: 'viewer',
    status: 204,
  },
  /** Calls it off: everybody's ticket ends, and what was paid goes back. Repeating it changes nothing. */
  cancelTicket: {
    method: 'POST',
    path: '/room/:roomid/digitalTicket/:id/cancel',
    auth: 'viewer',
    status: 202,
  },
  /** A ticket as a present: it takes a place, and costs nothing. */
  giveTicket: {
    method: 'POST',
    path: '/room/:roomid/digitalTicket/:id/give',
    auth: 'viewer',
    status: 201,
  },
  /** Keeps a place and prepares the payment, which the browser then confirms. Repeating it changes nothing. */
  startTicketJoin: { method: 'POST', path: '/digitalTicket/:id/join/pre', auth: 'viewer' },
  /** Makes a ticket of a payment that went through, or of a free one: 201, and 200 where there was one. */
  joinTicket: {
    method: 'POST',
    path: '/digitalTicket/:id/join',
    auth: 'viewer',
    status: [201, 200],
  },
  listIssued: { method: 'GET', path: '/me/digitalTicket', auth: 'viewer', kind: 'list' },
  /** Binds a ticket to the device that has this key: its code moves from now on, and those before it are dead. */
  bindDevice: { method: 'POST', path: '/me/digitalTicket/:id/device', auth: 'viewer' },
  getIssued: { method: 'GET', path: '/me/digitalTicket/:id', auth: 'viewer' },
  /** 受付係員専用: staff tore it on the holder's phone, which may have had no network then. The same one again changes nothing. */
  tearTicket: { method: 'POST', path: '/me/digitalTicket/:id/tear', auth: 'viewer' },
  getTicketCalendar: {
    method: 'GET',
    path: '/room/:roomid/digitalTicket/:id/calendar.ics',
    auth: 'optional',
    kind: 'file',
  },
})
