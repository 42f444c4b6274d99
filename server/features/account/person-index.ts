import type { Schema, Tx } from '#server/db/schema.ts'
import { userText } from '#server/features/profile/member.ts'
import { roomText } from '#server/features/rooms/present.ts'
import { findRoomOf } from '#server/features/rooms/queries.ts'
import type { Deps } from '#server/process/deps.ts'

/** Updates the search index of a person and of their room, which contains the owner's names too. */
export async function indexPerson(deps: Deps, tx: Tx, user: Schema['user']) {
  await deps.engine.search.put(tx, 'user', user.id, userText(user))
  const room = await findRoomOf(tx, user.id, user.id)
  if (room) await deps.engine.search.put(tx, 'room', room.id, roomText(room, user))
}
