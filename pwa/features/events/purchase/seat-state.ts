import type { Room } from '#contract/rooms/calls.ts'
import type { SessionState } from '#pwa/lib/api/session-state.ts'

/** A visitor's progress toward a ticket. */
export type SeatState =
  | 'owner'
  | 'cancelled'
  | 'held'
  | 'early'
  | 'over'
  | 'full'
  /** Of a ticket with types, of which the viewer may wait for none. */
  | 'soldOut'
  /** A type is to be chosen first. */
  | 'choose'
  | 'visitor'
  | 'unknown'
  | 'closed'
  | 'outside'
  | 'member'
  | 'refused'

/** Whether the viewer's next step leads to a ticket: types, numbers of seats and codes are asked for. */
export const isOnSale = (state: SeatState): state is 'visitor' | 'outside' | 'member' =>
  state === 'visitor' || state === 'outside' || state === 'member'

interface Seat {
  isOwner: boolean
  isCancelled: boolean
  isHeld: boolean
  /** Sales have not begun. */
  isEarly: boolean
  /** Sales have ended. */
  isOver: boolean
  remaining: number
  /** Only members of the room may buy. */
  forMembers: boolean
  /** The owner has banned the visitor. */
  isRefused?: boolean
}

const OPEN: Room['state'] = 1

export function seatStateOf(
  seat: Seat,
  room: Pick<Room, 'subscribed' | 'state'> | undefined,
  session: SessionState['at'],
): SeatState {
  if (seat.isCancelled) return 'cancelled'
  if (seat.isOwner) return 'owner'
  if (seat.isHeld) return 'held'
  if (seat.isOver) return 'over'
  if (seat.isEarly) return 'early'
  if (seat.remaining === 0) return 'full'
  // The room takes no new members, so that only those in it can buy.
  if (seat.forMembers && room && !room.subscribed && room.state !== OPEN) return 'closed'
  if (session !== 'member') return 'visitor'
  if (!seat.forMembers) return 'member'
  if (!room) return 'unknown'
  if (!room.subscribed) return 'outside'
  return seat.isRefused ? 'refused' : 'member'
}
