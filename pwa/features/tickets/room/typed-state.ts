import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { typeStateOf } from '#contract/tickets/ticket-type.ts'
import { isOnSale, type SeatState } from '#pwa/features/events/purchase/seat-state.ts'

/** Whether the viewer can buy a type now. */
export const isBuyable = (type: TicketType, ticket: TicketOnSale, now: string) =>
  type.refused === null && ['plenty', 'few'].includes(typeStateOf(type, ticket, now))

/**
 * A viewer's progress toward a ticket with types. `base`: that of a ticket that has places left; `chosen`: null if none
 * is chosen yet.
 */
export function typedSeatState(
  base: SeatState,
  ticket: TicketOnSale,
  chosen: TicketType | null,
  now: string,
): SeatState {
  if (!isOnSale(base)) return base
  const states = ticket.types.map((type) => typeStateOf(type, ticket, now))
  if (!states.some((state) => state === 'plenty' || state === 'few')) {
    if (states.includes('early')) return 'early'
    return states.includes('soldOut') ? 'soldOut' : 'over'
  }
  return chosen && isBuyable(chosen, ticket, now) ? base : 'choose'
}
