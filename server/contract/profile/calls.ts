import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type * as schema from './shapes.ts'

export type Follower = z.output<typeof schema.Follower>

/** Following and unfollowing are idempotent. */
export const profile = endpoints<typeof schema.shapes>()({
  follow: { method: 'POST', path: '/newroom/:name/follow', auth: 'viewer' },
  unfollow: { method: 'DELETE', path: '/newroom/:name/follow', auth: 'viewer' },
  listFollowers: {
    method: 'GET',
    path: '/newroom/:name/followers',
    auth: 'optional',
    kind: 'list',
  },
  listFollowing: {
    method: 'GET',
    path: '/newroom/:name/following',
    auth: 'optional',
    kind: 'list',
  },
})
