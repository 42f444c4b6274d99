import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './threads.schema.ts'

export type Thread = z.output<typeof schema.Thread>
export type Comment = z.output<typeof schema.Comment>

export type ReactionState = z.output<typeof schema.ReactionState>

/**
 * Threads: pinned first, then newest first; the owner and moderators post them. Comments: oldest first; members read and
 * write them. A file of a form is a file, or the id of an upload; what a change does not name stays, an empty text
 * takes it away.
 */
export const threads = endpoints<typeof schema.shapes>()({
  listThreads: { method: 'GET', path: '/room/:roomid/thread', auth: 'optional', kind: 'list' },
  createThread: {
    method: 'POST',
    path: '/room/:roomid/thread',
    auth: 'viewer',
    status: 201,
    kind: 'files',
  },
  changeThread: {
    method: 'POST',
    path: '/room/:roomid/thread/:threadid',
    auth: 'viewer',
    kind: 'files',
  },
  deleteThread: {
    method: 'DELETE',
    path: '/room/:roomid/thread/:threadid',
    auth: 'viewer',
    status: 204,
  },
  pinThread: { method: 'PUT', path: '/room/:roomid/thread/:threadid/pin', auth: 'viewer' },
  getThread: { method: 'GET', path: '/room/:roomid/thread/:threadid', auth: 'optional' },
  listComments: {
    method: 'GET',
    path: '/room/:roomid/thread/:threadid/comment',
    auth: 'viewer',
    kind: 'list',
  },
  /** 200 and the same comment where its author's device has sent it before. */
  postComment: {
    method: 'POST',
    path: '/room/:roomid/thread/:threadid/comment',
    auth: 'viewer',
    status: [201, 200],
  },
  /** Its answers go with it. */
  deleteComment: {
    method: 'DELETE',
    path: '/room/:roomid/thread/:threadid/comment/:commentid',
    auth: 'viewer',
    status: 204,
  },
  react: { method: 'POST', path: '/room/:roomid/thread/:threadid/reaction', auth: 'viewer' },
  unreact: { method: 'DELETE', path: '/room/:roomid/thread/:threadid/reaction', auth: 'viewer' },
})
