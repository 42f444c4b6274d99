import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type PublishmentFlg = z.output<typeof schema.PublishmentFlg>
export type Event = z.output<typeof schema.Event>
export type OwnEvent = z.output<typeof schema.OwnEvent>

/**
 * Lists contain published events: coming and live ones first, the soonest on top; then past ones, newest first.
 * `listJoined`: events the viewer has a ticket for; `listOwn`: all of the viewer's own, drafts included.
 */
export const events = endpoints<typeof schema.shapes>()({
  listEvents: { method: 'GET', path: '/event', auth: 'optional', kind: 'list', shared: true },
  listJoined: { method: 'GET', path: '/event/join', auth: 'viewer', kind: 'list' },
  getEvent: { method: 'GET', path: '/event/:id', auth: 'optional', shared: true },
  /** Ticket holders who agreed to be shown, the newest first, until the event has ended. */
  listAttendees: { method: 'GET', path: '/event/:id/attendee', auth: 'optional' },
  /** One of them, by user name. */
  getAttendee: { method: 'GET', path: '/event/:id/attendee/:name', auth: 'optional' },
  /** Reserves a seat and creates a payment, which the browser confirms. Idempotent. */
  startJoin: { method: 'POST', path: '/event/join/pre', auth: 'viewer' },
  /** Issues the ticket of a completed payment, or of a free event: 201, or 200 if it exists already. */
  join: { method: 'POST', path: '/event/join', auth: 'viewer', status: [201, 200] },
  setNotify: { method: 'PUT', path: '/event/:id/notify', auth: 'viewer' },
  listOwn: { method: 'GET', path: '/me/event', auth: 'viewer', kind: 'list' },
  getOwn: { method: 'GET', path: '/me/event/:id', auth: 'viewer' },
  /** Creates a draft unless told otherwise: a draft only needs a title. */
  createOwn: { method: 'POST', path: '/me/event', auth: 'viewer', kind: 'multipart', status: 201 },
  changeOwn: { method: 'POST', path: '/me/event/:id', auth: 'viewer', kind: 'multipart' },
  /** iCalendar (RFC 5545). */
  getCalendar: { method: 'GET', path: '/event/:id/calendar.ics', auth: 'optional', kind: 'file' },
  /** Cancels the event: all tickets end at once, and all payments are refunded automatically. */
  cancelOwn: { method: 'DELETE', path: '/me/event/:id', auth: 'viewer', status: 202 },
})
