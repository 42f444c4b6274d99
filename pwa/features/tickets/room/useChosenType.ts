import { useState } from 'react'
import type { TicketOnSale, TicketType } from '#contract/tickets/calls.ts'
import { useCarriedChoice } from '#pwa/features/events/purchase/useCarriedChoice.ts'

/**
 * The chosen type of an entry ticket; until one is chosen, the one with the id `usual`. `sold`: the type of an open
 * purchase form, which stays when its seat is offered no more because the buyer has it.
 */
export function useChosenType({ id, types }: TicketOnSale, usual: string | undefined) {
  const { chosen, choose } = useCarriedChoice(id)
  const [lastUsual, setLastUsual] = useState(usual)
  if (usual !== undefined && usual !== lastUsual) setLastUsual(usual)
  const find = (typeId: string | undefined) => types.find((type) => type.id === typeId) ?? null
  return {
    chosen: find(chosen ?? usual),
    sold: find(chosen ?? lastUsual),
    choose: (type: TicketType) => choose(type.id),
  }
}
