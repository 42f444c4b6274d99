import { NOT_SUSPENDED, SUSPENDED_ALREADY } from '#contract/operator/messages.ts'
import type { Room } from '#server/db/schema/rooms.ts'
import type { Tx } from '#server/db/schema.ts'
import { ApiError } from '#server/http/api-error.ts'
import * as query from './queries.ts'

type Subject = query.Subject
type Owned = Pick<Room, 'id' | 'owner_id' | 'state'>

/**
 * A room may be suspended for itself and through its owner, and stays so while either applies. Its former state is
 * stored with the suspension that stopped it, and passed on to the other one.
 */
const otherOf = ({ kind }: Subject, room: Owned): Subject =>
  kind === 'user'
    ? { kind: 'room', subject_id: room.id }
    : { kind: 'user', subject_id: room.owner_id }

/** True if this suspended the room. */
export async function hold(
  tx: Tx,
  subject: Subject,
  room: Owned | undefined,
  { reason, at }: { reason: string; at: string },
): Promise<boolean> {
  const room_state = room && room.state !== 9 ? room.state : null
  if (
    !(await query.insertSuspension(tx, {
      ...subject,
      ...{ reason, room_state, since: at },
      room_since: room_state === null ? null : at,
    }))
  )
    throw new ApiError(409, SUSPENDED_ALREADY)
  if (room && room_state !== null) await query.setRoomState(tx, room.id, 9, at)
  return room_state !== null
}

/** Since when the room was suspended, if this restored it; else null. */
export async function release(
  tx: Tx,
  subject: Subject,
  room: Owned | undefined,
  at: string,
): Promise<string | null> {
  const ended = await query.deleteSuspension(tx, subject)
  if (!ended) throw new ApiError(409, NOT_SUSPENDED)
  const { room_state, room_since } = ended
  if (!room || room_state === null) return null
  const since = room_since ?? ended.since
  if (await query.passState(tx, otherOf(subject, room), { room_state, room_since: since }))
    return null
  await query.setRoomState(tx, room.id, room_state, at)
  return since
}
