import type { Room } from '#contract/rooms/calls.ts'
import type { SessionState } from '#pwa/lib/api/session-state.ts'

/** A user's role in a room, which determines the room's button. */
export type RoomRelation = 'owner' | 'member' | 'closed' | 'visitor' | 'stranger'

const CLOSED: Room['state'] = 8

/** Whether the room's price and button to join are shown. */
export const isJoinable = (relation: RoomRelation) =>
  relation === 'visitor' || relation === 'stranger'

export function relationOf(
  room: Pick<Room, 'is_owner' | 'subscribed' | 'state'>,
  session: SessionState['at'],
): RoomRelation {
  if (room.is_owner) return 'owner'
  if (room.subscribed) return 'member'
  if (room.state === CLOSED) return 'closed'
  return session === 'member' ? 'stranger' : 'visitor'
}
