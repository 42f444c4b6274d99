import type { Room } from '#contract/rooms.ts'
import type { SessionState } from '#pwa/lib/session.tsx'

/** How somebody stands to a room: it decides what the room's button is. */
export type Standing = 'owner' | 'member' | 'closed' | 'visitor' | 'stranger'

const CLOSED: Room['state'] = 8

export function standingOf(
  room: Pick<Room, 'is_owner' | 'subscribed' | 'state'>,
  session: SessionState['at'],
): Standing {
  if (room.is_owner) return 'owner'
  if (room.subscribed) return 'member'
  if (room.state === CLOSED) return 'closed'
  return session === 'member' ? 'stranger' : 'visitor'
}
