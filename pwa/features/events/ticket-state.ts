import type { Event } from '#contract/events.ts'
import type { Room } from '#contract/rooms.ts'
import type { SessionState } from '#pwa/lib/session.tsx'
import { type SeatState, seatStateOf } from './seat-state.ts'

type Sold = Pick<
  Event,
  'is_owner' | 'cancelled' | 'joined' | 'publishment_flg' | 'sales_end' | 'remaining' | 'can'
>

/** How far somebody is on the way to watching an event; only members of its room may. */
export const ticketStateOf = (
  event: Sold,
  room: Pick<Room, 'subscribed'> | undefined,
  session: SessionState['at'],
  now: string,
): SeatState =>
  seatStateOf(
    {
      isOwner: event.is_owner,
      isCancelled: event.cancelled,
      isHeld: event.joined,
      isOver: event.publishment_flg > 1 || event.sales_end <= now,
      remaining: event.remaining,
      forMembers: true,
      isRefused: !event.can.buy,
    },
    room,
    session,
  )
