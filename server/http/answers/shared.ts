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

/** How often a result was found, and how often it was computed. */
export interface Lookups {
  hits: number
  misses: number
}

/**
 * Caches results and shares a running request between concurrent callers. Failures are not cached: the next caller
 * tries again; while a result is stale, a failure leaves it.
 */
export function shared<T, More extends unknown[] = []>(
  clock: Clock,
  { freshMs, staleMs = freshMs }: Lifetime,
  ask: (key: string, ...more: More) => Promise<T>,
  lookups: Lookups = { hits: 0, misses: 0 },
) {
  const entries = new Map<string, Entry<T>>()
  const keep = (key: string, at: number, answer: Promise<T>) => {
    const entry = { at, answer, isRefreshing: false }
    entries.delete(key) // Reinserted as the most recently used.
    entries.set(key, entry)
    dropOldest(entries, MAX_ENTRIES)
    return entry
  }
  function load(key: string, now: number, more: More): Promise<T> {
    lookups.misses++
    const fresh = keep(key, now, ask(key, ...more))
    fresh.answer.catch(() => {
      if (entries.get(key) === fresh) entries.delete(key)
    })
    return fresh.answer
  }
  function refresh(key: string, now: number, stale: Entry<T>, more: More): void {
    if (stale.isRefreshing) return
    stale.isRefreshing = true
    ask(key, ...more).then(
      (result) => keep(key, now, Promise.resolve(result)),
      () => {
        stale.isRefreshing = false
      },
    )
  }

  return (key: string, ...more: More): Promise<T> => {
    const now = clock.now().getTime()
    const known = entries.get(key)
    if (!known || !isYoung(known.at, now, staleMs)) return load(key, now, more)
    if (!isYoung(known.at, now, freshMs)) refresh(key, now, known, more)
    lookups.hits++
    return known.answer
  }
}
