import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { findUserByName, getUser } from '#server/features/auth/queries.ts'
import { page } from '#server/http/answers/reply.ts'
import { forbidden, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { idOf, presentMember } from './member.ts'
import * as query from './queries.ts'

async function getVisible(from: Db, name: string) {
  const user = await findUserByName(from, name)
  if (user?.status !== 'active') throw notFound()
  return user
}

/** Updates in the order of the ids, so that two people who follow each other concurrently do not deadlock. */
async function countBoth(tx: Tx, followerId: string, followeeId: string, by: 1 | -1) {
  const counts = [
    { id: followerId, column: 'following' as const },
    { id: followeeId, column: 'followers' as const },
  ].sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, column } of counts) await query.count(tx, column, id, by)
}

const change = (deps: Deps, viewer: Viewer, name: string, followed: boolean) =>
  transact(deps.db, async (tx) => {
    const { id } = await getVisible(tx, name)
    if (id === viewer.id) throw forbidden()
    const changed = followed
      ? await query.addFollow(tx, {
          follower_id: viewer.id,
          followee_id: id,
          created_at: isoNow(deps),
        })
      : await query.removeFollow(tx, viewer.id, id)
    if (changed) await countBoth(tx, viewer.id, id, followed ? 1 : -1)
    const after = await getUser(tx, id)
    return { followers: after.followers, followed }
  })

async function list(
  deps: Deps,
  viewer: Viewer | null,
  name: string,
  ownColumn: 'follower_id' | 'followee_id',
  paging: PageWindow,
) {
  const user = await getVisible(deps.read, name)
  const people = await page(paging, (window) =>
    query.listFollows(deps.read, idOf(viewer), user.id, ownColumn, window),
  )
  const items = people.items.map(({ followed_by, ...member }) => ({
    ...presentMember(member),
    followed: followed_by !== null,
  }))
  return { ...people, items }
}

export const follow = (deps: Deps, viewer: Viewer, name: string) => change(deps, viewer, name, true)

export const unfollow = (deps: Deps, viewer: Viewer, name: string) =>
  change(deps, viewer, name, false)

export const listFollowers = (
  deps: Deps,
  viewer: Viewer | null,
  name: string,
  paging: PageWindow,
) => list(deps, viewer, name, 'followee_id', paging)

export const listFollowing = (
  deps: Deps,
  viewer: Viewer | null,
  name: string,
  paging: PageWindow,
) => list(deps, viewer, name, 'follower_id', paging)

/** People whose profile is public. A page may be shorter than asked for, as suspended people are left out. */
export async function searchPeople(
  deps: Deps,
  { search, ...paging }: PageWindow & { search: string },
) {
  const found = await page(paging, ({ limit, offset }) =>
    deps.engine.search.find(deps.read, 'user', search.replace(/^@/, ''), limit, offset),
  )
  const active = found.items.length > 0 ? await query.listActive(deps.read, found.items) : []
  const people = new Map(active.map(({ id, ...person }) => [id, person]))
  const items = found.items.flatMap((id) => {
    const person = people.get(id)
    return person ? [presentMember(person)] : []
  })
  return { ...found, items }
}
