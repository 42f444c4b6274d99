import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { typeStateOf } from '#contract/tickets/ticket-type.ts'
import { isOnSale, type SeatState } from '#pwa/features/events/purchase/seat-state.ts'

/** Whether the viewer can buy a type now. */
export const isBuyable = (type: TicketType, ticket: TicketOnSale, now: string) =>
  type.refused === null && ['plenty', 'few'].includes(typeStateOf(type, ticket, now))

/** Whether the viewer can wait for a type: all its places are taken. */
export const isWaitable = (type: TicketType, ticket: TicketOnSale, now: string) =>
  type.refused === null && typeStateOf(type, ticket, now) === 'soldOut'

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
  if (chosen && isBuyable(chosen, ticket, now)) return base
  if (chosen && isWaitable(chosen, ticket, now)) return 'full'
  const states = ticket.types.map((type) => typeStateOf(type, ticket, now))
  const isAnyOpen = states.some((state) => state === 'plenty' || state === 'few')
  if (isAnyOpen || ticket.types.some((type) => isWaitable(type, ticket, now))) return 'choose'
  if (states.includes('early')) return 'early'
  return states.includes('soldOut') ? 'soldOut' : 'over'
}
