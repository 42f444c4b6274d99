import type { Event } from '#contract/events/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { phaseOf } from './phase.ts'

/** 残り12枚; null unless tickets can still be had. */
export const placesLabel = (event: Event): string | null =>
  ['coming', 'onAir'].includes(phaseOf(event)) && event.remaining > 0 && !event.joined
    ? `残り${count(event.remaining)}枚`
    : null
