import type { Event } from '#contract/events/calls.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { salesStart } from '#contract/shared/rules.ts'
import type { SessionState } from '#pwa/lib/api/session-state.ts'
import { type SeatState, seatStateOf } from './seat-state.ts'

type Sold = Pick<
  Event,
  | 'is_owner'
  | 'cancelled'
  | 'joined'
  | 'publishment_flg'
  | 'sales_end'
  | 'remaining'
  | 'can'
  | 'amount'
  | 'end'
>

/** A visitor's progress toward watching an event; only members of its room may watch. */
export const ticketStateOf = (
  event: Sold,
  room: Pick<Room, 'subscribed' | 'state'> | undefined,
  session: SessionState['at'],
  now: string,
): SeatState =>
  seatStateOf(
    {
      isOwner: event.is_owner,
      isCancelled: event.cancelled,
      isHeld: event.joined,
      isEarly: (salesStart(event.amount, event.end) ?? '') > now,
      isOver: event.publishment_flg > 1 || event.sales_end <= now,
      remaining: event.remaining,
      forMembers: true,
      isRefused: !event.can.buy,
    },
    room,
    session,
  )
