import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './live.schema.ts'

export type TalkMessage = z.output<typeof schema.TalkMessage>
export type TalkSetting = z.output<typeof schema.TalkSetting>
export type LiveUrl = z.output<typeof schema.LiveUrl>

/** `right`: not allowed any more. `token`: to be opened anew with a fresh one. `again`: to be opened anew. */
export type TalkEnd = 'right' | 'token' | 'again'

/**
 * Talk lists are oldest first: the `offset` newest, or those just older than `point`.
 * With `after` instead: what came later, tombstones included, so that one who follows misses nothing.
 */
export const live = endpoints<typeof schema.shapes>()({
  getLiveUrl: { method: 'GET', path: '/live/:id/url', auth: 'viewer', throttle: 'poll' },
  getArchiveUrl: { method: 'GET', path: '/live/:id/url/archive', auth: 'viewer' },
  listTalk: { method: 'GET', path: '/live/:id/talk', auth: 'viewer', throttle: 'poll' },
  /**
   * One message an event, its id as the event's; `Last-Event-ID` resumes, without it begins what is said from now on.
   * `event: changed` asks to load the event anew; `event: end` says why the stream ends (`TalkEnd`).
   */
  followTalk: {
    method: 'GET',
    path: '/live/:id/talk/stream',
    auth: 'viewer',
    kind: 'sse',
    throttle: 'poll',
  },
  /** 200 and the same message where this `client_id` was sent before. */
  postTalk: { method: 'POST', path: '/live/:id/talk', auth: 'viewer', status: [201, 200] },
  listBanned: { method: 'GET', path: '/live/:id/talk/ban', auth: 'viewer' },
  banFromTalk: { method: 'POST', path: '/live/:id/talk/ban', auth: 'viewer', status: 204 },
  unbanFromTalk: { method: 'DELETE', path: '/live/:id/talk/ban', auth: 'viewer', status: 204 },
  getTalkSetting: { method: 'GET', path: '/live/:id/talk/setting', auth: 'viewer' },
  putTalkSetting: { method: 'PUT', path: '/live/:id/talk/setting', auth: 'viewer' },
  deleteTalk: { method: 'DELETE', path: '/live/:id/talk/:message_id', auth: 'viewer', status: 204 },
})
