import type { Event } from '#contract/events.ts'
import type { Room } from '#contract/rooms.ts'
import type { SessionState } from '#pwa/lib/session.tsx'

/** How far somebody is on the way to a ticket. */
export type TicketState = 'owner' | 'held' | 'visitor' | 'outside' | 'member'

export function ticketStateOf(
  event: Pick<Event, 'is_owner' | 'joined'>,
  room: Pick<Room, 'subscribed'> | undefined,
  session: SessionState['at'],
): TicketState {
  if (event.is_owner) return 'owner'
  if (event.joined) return 'held'
  if (session !== 'member') return 'visitor'
  return room?.subscribed ? 'member' : 'outside'
}
