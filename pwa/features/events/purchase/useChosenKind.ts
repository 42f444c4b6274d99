import type { Event } from '#contract/events/calls.ts'
import { useCarriedChoice } from './useCarriedChoice.ts'

/** A ticket of an event that is sold in two kinds: without its archive, or with it. */
export type Kind = 'live' | 'archive'

export interface KindChoice {
  /** Neither is chosen for the buyer. */
  chosen: Kind | null
  choose: (kind: Kind) => void
}

const isKind = (choice: string | null): choice is Kind => choice === 'live' || choice === 'archive'

/** The chosen kind of an event's ticket. */
export function useChosenKind({ id }: Event): KindChoice {
  const { chosen, choose } = useCarriedChoice(id)
  return { chosen: isKind(chosen) ? chosen : null, choose }
}
