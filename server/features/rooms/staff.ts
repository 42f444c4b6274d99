// Staff of a room, managed by its owner.

import { STAFF_MAX } from '#contract/rooms/limits.ts'
import { STAFF_FULL, STAFF_IS_OWNER, STAFF_UNKNOWN } from '#contract/rooms/messages.ts'
import { transact } from '#server/db/transact.ts'
import { findUserByName } from '#server/features/auth/queries.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, forbidden, invalid } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './edit-room-queries.ts'
import { lockRoom } from './queries.ts'
import { getVisibleRoom } from './service.ts'

interface Appointed {
  name: string
  role: 'moderator' | 'door'
}

async function ownRoom(deps: Deps, viewer: Viewer, name: string) {
  const room = await getVisibleRoom(deps.db, viewer, name)
  if (!room.who.isOwner) throw forbidden()
  return room
}

export async function add(deps: Deps, viewer: Viewer, room: string, { name, role }: Appointed) {
  const { id, owner_id } = await ownRoom(deps, viewer, room)
  const user = await findUserByName(deps.db, name)
  if (user?.status !== 'active') throw invalid({ name: [STAFF_UNKNOWN] })
  if (user.id === owner_id) throw invalid({ name: [STAFF_IS_OWNER] })
  const isNew = await transact(deps.db, async (tx) => {
    await lockRoom(tx, id)
    if (await query.findStaff(tx, id, user.id, role)) return false
    if ((await query.countStaff(tx, id)) >= STAFF_MAX) throw new ApiError(409, STAFF_FULL)
    const created_at = isoNow(deps)
    await query.insertStaff(tx, { room_id: id, user_id: user.id, role, created_at })
    return true
  })
  await deps.bus.publish(RIGHTS_CHANGED, user.id)
  return new Reply({ ...presentMember(user), role }, { status: isNew ? 201 : 200 })
}

/** Idempotent: removing an unknown person or role changes nothing. */
export async function remove(deps: Deps, viewer: Viewer, room: string, { name, role }: Appointed) {
  const { id } = await ownRoom(deps, viewer, room)
  const user = await findUserByName(deps.db, name)
  if (!user) return
  await query.deleteStaff(deps.db, { room_id: id, user_id: user.id, role })
  await deps.bus.publish(RIGHTS_CHANGED, user.id)
}
