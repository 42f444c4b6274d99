import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type ReactionState = z.output<typeof schema.ReactionState>

/**
 * Write calls of threads, apart from the read calls, which every page needs. The owner and moderators post threads,
 * members comment. A file is a new file, or the id of an upload; omitted fields stay unchanged, an empty text removes
 * a file.
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
  /** 200 and the stored comment if the device sent it before. */
  postComment: {
    method: 'POST',
    path: '/room/:roomid/thread/:threadid/comment',
    auth: 'viewer',
    status: [201, 200],
  },
  /** Its replies are deleted with it. */
  deleteComment: {
    method: 'DELETE',
    path: '/room/:roomid/thread/:threadid/comment/:commentid',
    auth: 'viewer',
    status: 204,
  },
  react: { method: 'POST', path: '/room/:roomid/thread/:threadid/reaction', auth: 'viewer' },
  unreact: { method: 'DELETE', path: '/room/:roomid/thread/:threadid/reaction', auth: 'viewer' },
})
