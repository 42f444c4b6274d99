import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Ingest = z.output<typeof schema.Ingest>
export type StreamStorage = z.output<typeof schema.StreamStorage>
export type StreamSource = z.output<typeof schema.StreamSource>
export type StreamNotice = z.output<typeof schema.StreamNotice>
export type StreamHealth = z.output<typeof schema.StreamHealth>

/** The studio of an event's stream: address, key, and state. */
export const streams = endpoints<typeof schema.shapes>()({
  getIngest: { method: 'GET', path: '/me/event/:id/ingest', auth: 'viewer', throttle: 'poll' },
  /** Replaces the key: the old one is invalid at once, and its encoder is disconnected. */
  rotateKey: { method: 'POST', path: '/me/event/:id/ingest', auth: 'viewer', secret: true },
  /** Sets an external source; 409 unless this site takes external streams. */
  putSource: { method: 'PUT', path: '/me/event/:id/ingest/source', auth: 'viewer', secret: true },
  deleteSource: {
    method: 'DELETE',
    path: '/me/event/:id/ingest/source',
    auth: 'viewer',
    status: 200,
  },
  /** 0→1, 1→2, 1→3, 2→1, 2→3; anything else is 409. */
  setPublishment: { method: 'POST', path: '/me/event/:id/publishment', auth: 'viewer' },
  /** Deletes the archive before its window closes, and notifies ticket holders. 409 if there is none. */
  deleteArchive: { method: 'DELETE', path: '/me/event/:id/archive', auth: 'viewer', status: 200 },
})
