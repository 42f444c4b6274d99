import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { useCarriedChoice } from '#pwa/features/events/purchase/useCarriedChoice.ts'

/** The chosen type of an entry ticket; until one is chosen, the one with the id `usual`. */
export function useChosenType({ id, types }: TicketOnSale, usual: string | undefined) {
  const { chosen, choose } = useCarriedChoice(id)
  return {
    chosen: types.find((type) => type.id === (chosen ?? usual)) ?? null,
    choose: (type: TicketType) => choose(type.id),
  }
}
