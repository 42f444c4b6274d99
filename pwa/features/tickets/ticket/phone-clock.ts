import { CLOCK, type Measured, offsetIn, tellWorker } from './kept-clock.ts'

/** Anything less is no fault of the phone: a `Date` header has whole seconds, and networks take their time. */
export const CLOCK_WRONG_MS = 60_000
/** An answer that took longer says too little of when it was written. */
const SLOWEST_MS = 5_000
const HALF_SECOND_MS = 500

/** What an answer says of the phone's clock: `asked` and `answered` by that clock. Null where it says nothing. */
export function offsetOf(date: string | null, asked: number, answered: number): number | null {
  const written = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(written) || answered < asked || answered - asked > SLOWEST_MS) return null
  const offset = written + HALF_SECOND_MS - (asked + answered) / 2
  return Math.abs(offset) < CLOCK_WRONG_MS ? 0 : Math.round(offset)
}

/** What is left of an offset once the phone's clock jumped by so much: whoever is told that it is wrong sets it right. */
export const offsetAfter = (offset: number, jumped: number) =>
  offset !== 0 && Math.abs(jumped - offset) < CLOCK_WRONG_MS / 2 ? 0 : offset

/** What this phone takes for the present, as the server has it. ISO 8601, both. */
export const corrected = (now: string, offset: number) =>
  offset === 0 ? now : new Date(Date.parse(now) + offset).toISOString()

/** As it was last seen online. */
export function recallOffset(nowMs: number): number {
  try {
    return offsetIn(localStorage.getItem(CLOCK), nowMs)
  } catch {
    return 0 // nothing can be kept
  }
}

export function keepOffset(offset: number, nowMs: number) {
  const kept = offset === 0 ? null : JSON.stringify({ offset, at: nowMs } satisfies Measured)
  try {
    if (kept === null) localStorage.removeItem(CLOCK)
    else localStorage.setItem(CLOCK, kept)
  } catch {
    // full, or not allowed: it holds as long as the page
  }
  if ('caches' in globalThis) tellWorker(kept)
}

/** Asks our own server for the time. Null where nobody answers, or somebody else does. */
export async function measureOffset(): Promise<number | null> {
  try {
    const asked = Date.now()
    const answer = await fetch('/healthz', { cache: 'no-store', redirect: 'error' })
    const answered = Date.now()
    // A captive portal has a clock of its own.
    if (!answer.headers.has('x-request-id')) return null
    return offsetOf(answer.headers.get('date'), asked, answered)
  } catch {
    return null
  }
}
