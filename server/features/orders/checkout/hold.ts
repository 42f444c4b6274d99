import { HOLD_MS } from '#contract/limits.ts'
import { aheadOf } from '#server/db/clocks.ts'
import type { Hold } from '#server/db/schema/money.ts'

/** Of seats that are held, as the clock stands. */
export interface HoldTimes {
  now: string
  /** Until when one is held that is taken now. */
  until: string
  /** After which nobody was told by a clock that was right. */
  ahead: string
}

export function holdTimes(now: Date): HoldTimes {
  const until = new Date(now.getTime() + HOLD_MS)
  return { now: now.toISOString(), until: until.toISOString(), ahead: aheadOf(until) }
}

/** Null where the seat was given back. */
type Held = { [K in 'expires_at' | 'shortened_to']: Hold[K] | null }

/**
 * Until when a seat is held: for as long as its buyer was told, whatever a clock that went back in between has shortened
 * it to; unless only a clock that was ahead can have told them. `listExpired` asks the same.
 */
export const heldUntil = (
  { expires_at, shortened_to }: Held,
  { ahead }: HoldTimes,
): string | null =>
  shortened_to !== null && (expires_at ?? '') > ahead ? shortened_to : expires_at
