import { CLOCK_WRONG_MS, clockOffset } from './server-time.ts'
import { CLOCK, type Measured, syncWorkerClock } from './worker-clock.ts'

/** A slower response gives no usable offset. */
const SLOWEST_MS = 5_000
const HALF_SECOND_MS = 500

/** The clock offset from a response's `Date`; `asked` and `answered` by the phone's clock. Null if unusable. */
export function offsetOf(
  date: string | null,
  requestedAt: number,
  answered: number,
): number | null {
  const written = date === null ? Number.NaN : Date.parse(date)
  if (Number.isNaN(written) || answered < requestedAt || answered - requestedAt > SLOWEST_MS)
    return null
  const offset = written + HALF_SECOND_MS - (requestedAt + answered) / 2
  return Math.abs(offset) < CLOCK_WRONG_MS ? 0 : Math.round(offset)
}

/** The offset after the phone's clock jumped: 0 if the jump corrected it. */
export const offsetAfter = (offset: number, jumped: number) =>
  offset !== 0 && Math.abs(jumped - offset) < CLOCK_WRONG_MS / 2 ? 0 : offset

export function storeOffset(offset: number, nowMs: number) {
  clockOffset.set(offset)
  const serialized = offset === 0 ? null : JSON.stringify({ offset, at: nowMs } satisfies Measured)
  try {
    if (serialized === null) localStorage.removeItem(CLOCK)
    else localStorage.setItem(CLOCK, serialized)
  } catch {
    // Storage is full or disabled: the offset is kept only in memory.
  }
  if ('caches' in globalThis) syncWorkerClock(serialized)
}

/** Asks our server for the time. Null without an answer, or for one of a captive portal. */
async function measureOffset(): Promise<number | null> {
  try {
    const requestedAt = Date.now()
    const answer = await fetch('/healthz', { cache: 'no-store', redirect: 'error' })
    const answered = Date.now()
    // A response of a captive portal, with its own clock.
    if (!answer.headers.has('x-request-id')) return null
    return offsetOf(answer.headers.get('date'), requestedAt, answered)
  } catch {
    return null
  }
}

let learning: Promise<void> | null = null

/** Measures the error of this phone's clock, and corrects by it from then on. One measurement at a time. */
export function learnOffset(): Promise<void> {
  learning ??= measureOffset()
    .then((measured) => {
      if (measured !== null) storeOffset(measured, Date.now())
    })
    .finally(() => {
      learning = null
    })
  return learning
}
