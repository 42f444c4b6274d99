import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { type Clock, isYoung } from '#server/ports/clock.ts'

/** Limit of cached keys, as clients may request any number. */
const MAX_ENTRIES = 200

/**
 * Caches results for `freshMs` and shares a running request between concurrent callers. Failures are not cached: the
 * next caller tries again.
 */
export function shared<T>(clock: Clock, freshMs: number, ask: (key: string) => Promise<T>) {
  const entries = new Map<string, { at: number; answer: Promise<T> }>()

  return (key: string): Promise<T> => {
    const now = clock.now().getTime()
    const known = entries.get(key)
    if (known && isYoung(known.at, now, freshMs)) return known.answer
    const fresh = { at: now, answer: ask(key) }
    entries.delete(key) // Reinserted below as the most recently used.
    entries.set(key, fresh)
    dropOldest(entries, MAX_ENTRIES)
    fresh.answer.catch(() => {
      if (entries.get(key) === fresh) entries.delete(key)
    })
    return fresh.answer
  }
}
