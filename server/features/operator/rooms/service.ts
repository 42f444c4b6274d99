// Search for rooms, and details of one.

import type { PageWindow } from '#server/db/page-window.ts'
import type { Room } from '#server/db/schema/rooms.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { listStamps } from '#server/features/stamps/queries.ts'
import { presentStamp } from '#server/features/stamps/service.ts'
import { page } from '#server/http/answers/reply.ts'
import { orNotFound } from '#server/http/api-error.ts'
import { publicUrl } from '#server/media/media-url.ts'
import type { Deps } from '#server/process/deps.ts'
import { latestActions, reportsOfRoom } from '../suspensions/fact-queries.ts'
import { findSuspension } from '../suspensions/queries.ts'
import * as query from './queries.ts'

const MAX_EVENTS = 20

interface Search extends PageWindow {
  search?: string | undefined
  state?: Room['state'] | undefined
}

const presentRow = (room: query.RoomRow) => ({
  id: room.name,
  title: room.title,
  state: room.state,
  amount: room.amount,
  subscribers: room.subscribers,
  icon_image_path: publicUrl(room.icon_image_path),
  created_at: room.created_at,
  owner: presentMember({ ...room, member_status: 'active' }),
})

export async function list(deps: Deps, { search, ...filters }: Search) {
  const terms = search?.replace(/^@/, '')
  const matching = terms ? deps.engine.search.matching('room', terms) : undefined
  const list = await page(filters, (window) => query.listRooms(deps.read, { ...window, matching }))
  return { ...list, items: list.items.map(presentRow) }
}

/** Reads from the primary, so that an action is visible at once. */
export async function getOperatorRoom(deps: Deps, name: string) {
  const owner = orNotFound(await findUserByName(deps.db, name))
  const room = orNotFound(await query.findRoomOf(deps.db, owner.id))
  const [suspension, withOwner, members, events, stamps, reports, actions] = await Promise.all([
    findSuspension(deps.db, { kind: 'room', subject_id: room.id }),
    findSuspension(deps.db, { kind: 'user', subject_id: room.owner_id }),
    query.countMembers(deps.db, room.id),
    query.listComing(deps.db, room.id, MAX_EVENTS),
    listStamps(deps.db, room.id),
    reportsOfRoom(deps.db, room.id),
    latestActions(deps.db, `room:${room.id}`),
  ])
  const countOf = (status: string) =>
    Number(members.find((row) => row.status === status)?.count ?? 0)
  return {
    ...presentRow(room),
    room_id: room.id,
    about: room.about,
    header_image_path: publicUrl(room.header_image_path),
    members: {
      active: countOf('active'),
      past_due: countOf('past_due'),
      incomplete: countOf('incomplete'),
      paying: members.reduce((sum, row) => sum + Number(row.paying), 0),
    },
    events,
    stamps: stamps.map(presentStamp),
    suspension: suspension ?? null,
    owner_suspended: withOwner !== undefined,
    reports,
    acts: actions,
    can: { suspend: suspension === undefined, restore: suspension !== undefined },
  }
}
