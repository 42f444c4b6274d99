import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './live.schema.ts'

export type TalkMessage = z.output<typeof schema.TalkMessage>
export type LiveUrl = z.output<typeof schema.LiveUrl>

/**
 * Talk lists are oldest first: the `offset` newest, or those just older than `point`.
 * With `after` instead: what came later, tombstones included, so that one who follows misses nothing.
 */
export const live = endpoints<typeof schema.shapes>()({
  getLiveUrl: { method: 'GET', path: '/live/:id/url', auth: 'viewer', throttle: 'poll' },
  getArchiveUrl: { method: 'GET', path: '/live/:id/url/archive', auth: 'viewer' },
  listTalk: { method: 'GET', path: '/live/:id/talk', auth: 'viewer', throttle: 'poll' },
})
