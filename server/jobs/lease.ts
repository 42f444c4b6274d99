import { sql } from 'kysely'
import type { Log } from '#server/ports/log.ts'

/** Longer than a node may stand still without being taken for dead. */
export const LEASE_MS = 60_000
const RENEW_MS = LEASE_MS / 3

/**
 * Of a row: nobody holds it, or not any longer. One held until later than that was taken by a clock that was ahead, by
 * more than clocks of nodes differ (less than a lease): whoever took it may be dead, and whoever is not learns it at the
 * next renewal.
 */
export const isFree = (now: Date) =>
  sql<boolean>`(leased_until is null or leased_until <= ${now.toISOString()}
    or leased_until > ${after(now, 2 * LEASE_MS)})`

/**
 * Does `work` and renews its lease meanwhile; aborts it when another node has taken it over. `renew` answers whether
 * the lease was still ours.
 */
export async function keepLeased(
  renew: () => Promise<boolean>,
  work: (signal: AbortSignal) => Promise<void>,
  { signal, log }: { signal: AbortSignal; log: Log },
) {
  // Of its own, and not `AbortSignal.any`: one of those that is listened to is kept for as long as the process runs.
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
  vain.signal.addEventListener('abort', letGo) // also of what hangs
  try {
    await work(vain.signal)
  } finally {
    letGo()
  }
}

/** The instant `ms` after `now`. */
export const after = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString()
