import type { Event } from '#contract/events.ts'
import type { Room } from '#contract/rooms.ts'
import type { SessionState } from '#pwa/lib/session.tsx'

/** How far somebody is on the way to a ticket. */
export type TicketState =
  | 'owner'
  | 'cancelled'
  | 'held'
  | 'over'
  | 'full'
  | 'visitor'
  | 'unknown'
  | 'outside'
  | 'member'

export function ticketStateOf(
  event: Pick<
    Event,
    'is_owner' | 'cancelled' | 'joined' | 'publishment_flg' | 'sales_end' | 'remaining'
  >,
  room: Pick<Room, 'subscribed'> | undefined,
  session: SessionState['at'],
  now: string,
): TicketState {
  if (event.cancelled) return 'cancelled'
  if (event.is_owner) return 'owner'
  if (event.joined) return 'held'
  if (event.publishment_flg > 1 || event.sales_end <= now) return 'over'
  if (event.remaining === 0) return 'full'
  if (session !== 'member') return 'visitor'
  if (!room) return 'unknown'
  return room.subscribed ? 'member' : 'outside'
}
