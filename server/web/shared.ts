import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { type Clock, isYoung } from '#server/ports/clock.ts'

/** Limit of cached keys, as clients may request any number. */
const MAX_ENTRIES = 200

interface Entry<T> {
  at: number
  answer: Promise<T>
  isRefreshing: boolean
}
interface Lifetime {
  /** Milliseconds in which a result is returned as it is. */
  freshMs: number
  /** Milliseconds in which it is still returned while it is computed anew in the background. */
  staleMs?: number
}

/**
 * Caches results and shares a running request between concurrent callers. Failures are not cached: the next caller
 * tries again; while a result is stale, a failure leaves it.
 */
export function shared<T>(
  clock: Clock,
  { freshMs, staleMs = freshMs }: Lifetime,
  ask: (key: string) => Promise<T>,
) {
  const entries = new Map<string, Entry<T>>()
  const keep = (key: string, at: number, answer: Promise<T>) => {
    const entry = { at, answer, isRefreshing: false }
    entries.delete(key) // Reinserted as the most recently used.
    entries.set(key, entry)
    dropOldest(entries, MAX_ENTRIES)
    return entry
  }
  function load(key: string, now: number): Promise<T> {
    const fresh = keep(key, now, ask(key))
    fresh.answer.catch(() => {
      if (entries.get(key) === fresh) entries.delete(key)
    })
    return fresh.answer
  }
  function refresh(key: string, now: number, stale: Entry<T>): void {
    if (stale.isRefreshing) return
    stale.isRefreshing = true
    ask(key).then(
      (result) => keep(key, now, Promise.resolve(result)),
      () => {
        stale.isRefreshing = false
      },
    )
  }

  return (key: string): Promise<T> => {
    const now = clock.now().getTime()
    const known = entries.get(key)
    if (!known || !isYoung(known.at, now, staleMs)) return load(key, now)
    if (!isYoung(known.at, now, freshMs)) refresh(key, now, known)
    return known.answer
  }
}
