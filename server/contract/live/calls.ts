import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type TalkMessage = z.output<typeof schema.TalkMessage>
export type Pinned = z.output<typeof schema.shapes.getPinned.output>
export type Replay = z.output<typeof schema.Replay>
export type TalkSetting = z.output<typeof schema.TalkSetting>
export type LiveUrl = z.output<typeof schema.LiveUrl>

/** `right`: access ended. `token`: reconnect with a fresh token. `again`: reconnect. */
export type TalkEnd = 'right' | 'token' | 'again'

/**
 * Talk lists are oldest first: the `offset` newest, or those before `point`. With `after`: later ones, tombstones
 * included, so that a polling client misses nothing.
 */
export const live = endpoints<typeof schema.shapes>()({
  getLiveUrl: { method: 'GET', path: '/live/:id/url', auth: 'viewer', throttle: 'poll' },
  getArchiveUrl: { method: 'GET', path: '/live/:id/url/archive', auth: 'viewer' },
  listTalk: { method: 'GET', path: '/live/:id/talk', auth: 'viewer', throttle: 'poll' },
  /**
   * Server-sent events with the message's id as event id; `Last-Event-ID` resumes, the default starts at new
   * messages. `event: changed` asks to reload the event; `event: end` carries the reason of the end (`TalkEnd`);
   * `event: reactions` is the number of reactions of the last seconds, as `REACTIONS_HEADER` is in the answers of polls.
   */
  followTalk: {
    method: 'GET',
    path: '/live/:id/talk/stream',
    auth: 'viewer',
    kind: 'sse',
    throttle: 'poll',
  },
  /** 200 and the stored message if this `client_id` was sent before. */
  postTalk: { method: 'POST', path: '/live/:id/talk', auth: 'viewer', status: [201, 200] },
  /** Counts `count` reactions of a viewer; the viewer is not stored. */
  reactToTalk: {
    method: 'POST',
    path: '/live/:id/talk/reactions',
    auth: 'viewer',
    throttle: 'poll',
    status: 204,
  },
  /**
   * The talk of `REPLAY_SPAN_MS` from an instant on, with `REPLAY_BEFORE` earlier lines, for the archive. 403 once that
   * is closed.
   */
  getReplay: { method: 'GET', path: '/live/:id/talk/replay', auth: 'viewer' },
  getPinned: { method: 'GET', path: '/live/:id/talk/pinned', auth: 'viewer' },
  /** Replaces the pinned line; null unpins it. */
  putPinned: { method: 'PUT', path: '/live/:id/talk/pinned', auth: 'viewer', status: 204 },
  /** The newest questions, oldest first. */
  listQuestions: { method: 'GET', path: '/live/:id/talk/questions', auth: 'viewer' },
  answerQuestion: {
    method: 'PUT',
    path: '/live/:id/talk/:message_id/answered',
    auth: 'viewer',
    status: 204,
  },
  /** The languages in which the archive has captions. */
  listCaptions: { method: 'GET', path: '/live/:id/captions', auth: 'viewer' },
  getCaption: { method: 'GET', path: '/live/:id/captions/:language', auth: 'viewer' },
  /** Replaces the captions of a language by a WebVTT file. */
  putCaption: {
    method: 'PUT',
    path: '/live/:id/captions/:language',
    auth: 'viewer',
    kind: 'bytes',
    status: 204,
  },
  deleteCaption: {
    method: 'DELETE',
    path: '/live/:id/captions/:language',
    auth: 'viewer',
    status: 204,
  },
  listBanned: { method: 'GET', path: '/live/:id/talk/ban', auth: 'viewer' },
  banFromTalk: { method: 'POST', path: '/live/:id/talk/ban', auth: 'viewer', status: 204 },
  unbanFromTalk: { method: 'DELETE', path: '/live/:id/talk/ban', auth: 'viewer', status: 204 },
  getTalkSetting: { method: 'GET', path: '/live/:id/talk/setting', auth: 'viewer' },
  putTalkSetting: { method: 'PUT', path: '/live/:id/talk/setting', auth: 'viewer' },
  deleteTalk: { method: 'DELETE', path: '/live/:id/talk/:message_id', auth: 'viewer', status: 204 },
})
