import type { ComponentProps } from 'react'
import { CODE_OTHER_TYPE } from '#contract/promotions/messages.ts'
import { lazyWithProgress } from '#pwa/lib/lazy-component.ts'
import type { PromotionInUse } from '../promotions/usePromotion.ts'

const EntryOverlay = lazyWithProgress(async () => (await import('./EntryOverlay.tsx')).EntryOverlay)

type CodedOverlayProps = Omit<ComponentProps<typeof EntryOverlay>, 'codeProblem'> & {
  /** The code of the buyer; null: none is taken for this seat. */
  promotion: PromotionInUse | null
}

/**
 * The purchase form once it is known what the buyer's code is good for: after a login it opens by itself, and nobody may
 * pay the price without the code by mistake.
 */
export function CodedOverlay({ promotion, ...props }: CodedOverlayProps) {
  if (promotion?.busy) return null
  const problem = promotion?.code ? CODE_OTHER_TYPE : promotion?.error
  return <EntryOverlay {...props} codeProblem={props.code ? null : (problem ?? null)} />
}
