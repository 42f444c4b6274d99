import type { Fetch } from '../api/transport.ts'
import { createStore } from '../store.ts'
import { CLOCK, offsetIn } from './worker-clock.ts'

/** The tolerance of a phone's clock: a `Date` header has full seconds, and networks have latency. */
export const CLOCK_WRONG_MS = 60_000

/** The server's clock minus this phone's, in milliseconds; 0 without a known error. */
export const clockOffset = createStore(0)

/** Uses the offset last measured online, from the start of the app on. */
export function restoreOffset() {
  try {
    clockOffset.set(offsetIn(localStorage.getItem(CLOCK), Date.now()))
  } catch {
    // Storage is disabled.
  }
}

/** The server's time of a moment by this phone's clock, in milliseconds. */
export const serverMsOf = (ms: number) => ms + clockOffset.get()

/** The same as ISO 8601. */
export const serverTimeOf = (ms: number) => new Date(serverMsOf(ms)).toISOString()

/** Measures the error of this phone's clock if the server has just given another time. */
export async function checkClock(serverTime: string | null): Promise<void> {
  const differsMs = Math.abs(Date.parse(serverTime ?? '') - serverMsOf(Date.now()))
  if (differsMs < CLOCK_WRONG_MS || Number.isNaN(differsMs)) return
  // Loaded on demand, as most clocks are right.
  const { learnOffset } = await import('./phone-clock.ts')
  await learnOffset()
}

/** Compares the clock with our server's at each answer that no cache has kept. */
export const withClockCheck =
  (fetch: Fetch): Fetch =>
  async (url, init) => {
    const answer = await fetch(url, init)
    const { headers } = answer
    if (headers.has('x-request-id') && headers.get('cache-control')?.includes('no-store'))
      checkClock(headers.get('date')).catch(console.info)
    return answer
  }
