import type * as z from 'zod'
import { endpoints } from './endpoint.ts'
import type * as schema from './threads.schema.ts'

export type ReactionState = z.output<typeof schema.ReactionState>

/**
 * What is written in threads, apart from what is read: every page knows the latter. The owner and moderators post
 * threads, members answer them. A file of a form is a file, or the id of an upload; what a change does not name stays,
 * an empty text takes it away.
 */
export const posting = endpoints<typeof schema.writes>()({
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
