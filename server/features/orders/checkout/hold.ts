import { HOLD_MS } from '#contract/tickets/limits.ts'
import { aheadOf } from '#server/db/clocks.ts'
import type { Hold } from '#server/db/schema/money.ts'

/** Limits of seat holds at one instant. */
export interface HoldTimes {
  now: string
  /** Expiry of a hold that starts now. */
  until: string
  /** A hold that expires later than this was written while the clock was ahead. */
  ahead: string
}

export function holdTimes(now: Date): HoldTimes {
  const until = new Date(now.getTime() + HOLD_MS)
  return { now: now.toISOString(), until: until.toISOString(), ahead: aheadOf(until) }
}

/** Null: the hold is released. */
type StoredHold = { [K in 'expires_at' | 'shortened_to']: Hold[K] | null }

/**
 * Expiry of a hold. The expiry that the buyer was shown counts, not a shorter one that was written after the clock went
 * back, unless the shown one can only come from a clock that was ahead. `listExpired` applies the same rule in SQL.
 */
export const heldUntil = (
  { expires_at, shortened_to }: StoredHold,
  { ahead }: HoldTimes,
): string | null =>
  shortened_to !== null && (expires_at ?? '') > ahead ? shortened_to : expires_at
