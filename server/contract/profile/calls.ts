import type * as z from 'zod'
import { endpoints } from '../http/endpoint.ts'
import type { Member } from '../shared/shared.schema.ts'
import type * as schema from './shapes.ts'

export type FoundPerson = z.output<typeof Member>
export type Follower = z.output<typeof schema.Follower>

/** Following and unfollowing are idempotent. */
export const profile = endpoints<typeof schema.shapes>()({
  /** By a part of the name or the handle; the newest people first. */
  searchPeople: { method: 'GET', path: '/newroom', auth: 'optional', kind: 'list' },
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
