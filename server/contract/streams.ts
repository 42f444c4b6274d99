import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './streams.schema.ts'

export type Ingest = z.output<typeof schema.Ingest>
export type StreamStorage = z.output<typeof schema.StreamStorage>
export type StreamSource = z.output<typeof schema.StreamSource>
export type StreamHealth = z.output<typeof schema.StreamHealth>

/** Where an owner sends the stream of an event, with which key, and what has become of it. */
export const streams = endpoints<typeof schema.shapes>()({
  getIngest: { method: 'GET', path: '/me/event/:id/ingest', auth: 'viewer', throttle: 'poll' },
  /** A new key; the old one is worth nothing from now on, and whoever uses it is cut off. */
  rotateKey: { method: 'POST', path: '/me/event/:id/ingest', auth: 'viewer', secret: true },
  /** Where the stream comes from instead; only where this site takes streams from elsewhere, otherwise 409. */
  putSource: { method: 'PUT', path: '/me/event/:id/ingest/source', auth: 'viewer', secret: true },
  deleteSource: {
    method: 'DELETE',
    path: '/me/event/:id/ingest/source',
    auth: 'viewer',
    status: 200,
  },
  /** 0→1, 1→2, 1→3, 2→1, 2→3; anything else is 409. */
  setPublishment: { method: 'POST', path: '/me/event/:id/publishment', auth: 'viewer' },
  /** Before its window closes: nobody sees it any more, and whoever has a ticket is told. 409 where there is none. */
  deleteArchive: { method: 'DELETE', path: '/me/event/:id/archive', auth: 'viewer', status: 200 },
})
