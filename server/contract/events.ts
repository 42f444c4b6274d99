import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './events.schema.ts'

export type PublishmentFlg = z.output<typeof schema.PublishmentFlg>
export type Event = z.output<typeof schema.Event>
export type OwnEvent = z.output<typeof schema.OwnEvent>

/**
 * Lists hold published events: coming ones and those on air first, the soonest leading; then past ones, newest first.
 * `listJoined` holds those the viewer has a ticket to, `listOwn` all of the viewer's own, drafts included.
 */
export const events = endpoints<typeof schema.shapes>()({
  listEvents: { method: 'GET', path: '/event', auth: 'optional', kind: 'list' },
  listJoined: { method: 'GET', path: '/event/join', auth: 'viewer', kind: 'list' },
  getEvent: { method: 'GET', path: '/event/:id', auth: 'optional' },
  /** Keeps a seat and prepares the payment, which the browser then confirms. Repeating it changes nothing. */
  startJoin: { method: 'POST', path: '/event/join/pre', auth: 'viewer' },
  /** Makes a ticket of a payment that went through, or of a free event: 201, and 200 where there was one. */
  join: { method: 'POST', path: '/event/join', auth: 'viewer', status: [201, 200] },
  setNotify: { method: 'PUT', path: '/event/:id/notify', auth: 'viewer' },
  listOwn: { method: 'GET', path: '/me/event', auth: 'viewer', kind: 'list' },
  getOwn: { method: 'GET', path: '/me/event/:id', auth: 'viewer' },
  /** A draft, unless it says otherwise: a draft needs a title and nothing else. */
  createOwn: { method: 'POST', path: '/me/event', auth: 'viewer', kind: 'multipart', status: 201 },
  changeOwn: { method: 'POST', path: '/me/event/:id', auth: 'viewer', kind: 'multipart' },
  /** For calendars: RFC 5545. */
  getCalendar: { method: 'GET', path: '/event/:id/calendar.ics', auth: 'optional', kind: 'file' },
  /** Calls it off: every ticket ends at once, and all of the money goes back by itself. */
  cancelOwn: { method: 'DELETE', path: '/me/event/:id', auth: 'viewer', status: 202 },
})
