import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Thread = z.output<typeof schema.Thread>
export type Comment = z.output<typeof schema.Comment>

/** Threads: pinned first, then newest first. Comments: oldest first, for members only. */
export const threads = endpoints<typeof schema.shapes>()({
  listThreads: {
    method: 'GET',
    path: '/room/:roomid/thread',
    auth: 'optional',
    kind: 'list',
    shared: true,
  },
  getThread: {
    method: 'GET',
    path: '/room/:roomid/thread/:threadid',
    auth: 'optional',
    shared: true,
  },
  listComments: {
    method: 'GET',
    path: '/room/:roomid/thread/:threadid/comment',
    auth: 'viewer',
    kind: 'list',
  },
})
