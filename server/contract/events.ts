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
  listOwn: { method: 'GET', path: '/me/event', auth: 'viewer', kind: 'list' },
  getOwn: { method: 'GET', path: '/me/event/:id', auth: 'viewer' },
})
