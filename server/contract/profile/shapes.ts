import * as z from 'zod'
import { SEARCH_MAX } from '../shared/limits.ts'
import { Member, Paging } from '../shared/shared.schema.ts'

const ByName = z.object({ name: z.string() })

export const Followed = z.object({ followers: z.int(), followed: z.boolean() })
export const Follower = Member.extend({ followed: z.boolean() })

export const shapes = {
  searchPeople: {
    query: Paging.extend({ search: z.string().trim().min(1).max(SEARCH_MAX) }),
    output: z.array(Member),
  },
  follow: { params: ByName, output: Followed },
  unfollow: { params: ByName, output: Followed },
  listFollowers: { params: ByName, query: Paging, output: z.array(Follower) },
  listFollowing: { params: ByName, query: Paging, output: z.array(Follower) },
}
