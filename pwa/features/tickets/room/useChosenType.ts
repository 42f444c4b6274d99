import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { useCarriedChoice } from '#pwa/features/events/purchase/useCarriedChoice.ts'

/** The chosen type of an entry ticket. */
export function useChosenType({ id, types }: TicketOnSale) {
  const { chosen, choose } = useCarriedChoice(id)
  return {
    chosen: types.find((type) => type.id === chosen) ?? null,
    choose: (type: TicketType) => choose(type.id),
  }
}
