import { HOUR_MS } from '#contract/lib/durations.ts'
import { aheadOf } from '#server/db/clocks.ts'

/** The provider keeps idempotency keys for at least a day (docs.stripe.com/api/idempotent_requests). */
const KEY_LIVES_MS = 23 * HOUR_MS

/**
 * Whether a call to the provider that was stored then may be repeated with its key. A later one would act a second time.
 * A timestamp in the future was written by a clock that was ahead, and says nothing about the key's age.
 */
export const isKeyAlive = (storedAt: string, now: Date) =>
  storedAt <= aheadOf(now) && now.getTime() - Date.parse(storedAt) < KEY_LIVES_MS
