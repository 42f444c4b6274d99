import type { Event } from '#contract/events/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { phaseOf } from './phase.ts'

/** 残り12枚; null unless tickets can still be had. */
export const placesLabel = (event: Event, now: string): string | null =>
  ['coming', 'onAir'].includes(phaseOf(event)) &&
  event.sales_end > now &&
  event.remaining > 0 &&
  !event.joined
    ? `残り${count(event.remaining)}枚`
    : null
