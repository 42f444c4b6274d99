import type { TicketOnSale } from '#contract/tickets/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { seatStateOf } from '#pwa/features/events/purchase/seat-state.ts'
import { useLoad } from '#pwa/lib/api/api.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { useNow } from '#pwa/lib/now.tsx'
import type { EntryPanelProps } from './EntrySeatPanel.tsx'

/** A viewer's progress; `remaining`: places that they could buy. */
export function useSeatState(
  { ticket, room }: EntryPanelProps,
  remaining: number,
  isEarly: boolean,
) {
  const session = useSessionState()
  const now = useNow()
  const { status, held, starts_at, members_only, is_owner } = ticket
  const seat = {
    isOwner: is_owner,
    isCancelled: status === 'cancelled',
    isHeld: held,
    isEarly,
    isOver: starts_at <= now || (room !== undefined && room.state !== 1),
    remaining,
    forMembers: members_only,
  }
  return seatStateOf(seat, room, session.at)
}

/** What the viewer of a ticket which is nearly or quite sold out waits for; null: not known yet, or not asked. */
export function useWait({ id, held, max_seats = 1 }: TicketOnSale, onSale: readonly Sold[]) {
  const { at } = useSessionState()
  const params = { kind: 'digital_ticket', id } as const
  const isScarce = onSale.some(({ remaining, resale }) => remaining < max_seats || resale === true)
  const enabled = at === 'member' && !held && isScarce
  const { data } = useLoad(waitlist.getWait, { params }, { enabled })
  return (enabled && data) || null
}

/** What is sold of a ticket: itself, or a type of it. */
type Sold = Pick<TicketOnSale, 'remaining' | 'resale'>
