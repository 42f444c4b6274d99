import { type Clock, isYoung } from '#server/ports/clock.ts'

/** Strangers may ask for any number of addresses. */
const MAX_KEPT = 200

/**
 * Asks once for all who want the same thing within `freshMs`, those included who come while the first still waits.
 * What fails is not kept: the next one asks anew.
 */
export function shared<T>(clock: Clock, freshMs: number, ask: (key: string) => Promise<T>) {
  const kept = new Map<string, { at: number; answer: Promise<T> }>()

  return (key: string): Promise<T> => {
    const now = clock.now().getTime()
    const known = kept.get(key)
    if (known && isYoung(known.at, now, freshMs)) return known.answer
    const fresh = { at: now, answer: ask(key) }
    kept.delete(key) // and back in as the newest
    kept.set(key, fresh)
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
    fresh.answer.catch(() => {
      if (kept.get(key) === fresh) kept.delete(key)
    })
    return fresh.answer
  }
}
