import { sql } from 'kysely'
import type { Log } from '#server/ports/log.ts'

/** Longer than a healthy node may pause. */
export const LEASE_MS = 60_000
const RENEW_MS = LEASE_MS / 3

/**
 * Condition: the row has no valid lease. A lease that ends later than now plus its duration was taken by a clock that
 * was ahead by more than the tolerated skew (less than a lease): its owner may be dead, or else finds out at the next
 * renewal.
 */
export const isFree = (now: Date) =>
  sql<boolean>`(leased_until is null or leased_until <= ${now.toISOString()}
    or leased_until > ${after(now, 2 * LEASE_MS)})`

/**
 * Runs `work` while renewing its lease; aborts it if another node has taken the lease over. `renew` returns whether
 * the lease was still ours.
 */
export async function extendLease(
  renew: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<void>,
  { signal, log }: { signal: AbortSignal; log: Log },
) {
  // Not `AbortSignal.any`, which leaks: a signal with a listener is kept for the life of the process.
  const vain = new AbortController()
  const end = () => vain.abort(signal.reason)
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  const renewing = setInterval(async () => {
    try {
      if (!(await renew())) vain.abort()
    } catch (error) {
      log.warn({ error: String(error) }, 'a lease could not be renewed')
    }
  }, RENEW_MS)
  const letGo = () => {
    clearInterval(renewing)
    signal.removeEventListener('abort', end)
  }
  vain.signal.addEventListener('abort', letGo) // Also if the work hangs.
  try {
    await work(vain.signal)
  } finally {
    letGo()
  }
}

/** The instant `ms` after `now`. */
export const after = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()
