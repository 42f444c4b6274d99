import type { Clock } from '#server/ports/clock.ts'
import { tooMany } from './refusal.ts'

interface Window {
  startedAt: number
  count: number
}
export interface Limit {
  max: number
  perMs: number
}

/** So many in so long for each key, counted in this process. A key that is over waits until its window ends. */
export function createThrottle(clock: Clock, { max, perMs }: Limit, enabled = true) {
  const windows = new Map<string, Window>()

  function current(key: string): Window {
    const now = clock.now().getTime()
    const found = windows.get(key)
    if (found && now - found.startedAt < perMs) return found
    const fresh = { startedAt: now, count: 0 }
    windows.delete(key)
    windows.set(key, fresh)
    forgetOld(now)
    return fresh
  }
  /** Windows stand in the order they opened, so the old ones are at the front. */
  function forgetOld(now: number) {
    for (const [key, { startedAt }] of windows) {
      if (now - startedAt < perMs) break
      windows.delete(key)
    }
  }
  const secondsLeft = ({ startedAt }: Window) => (startedAt + perMs - clock.now().getTime()) / 1000

  return {
    /** Counts one; refuses with 429 and `Retry-After` when that is one too many. */
    count(key: string, why?: string): void {
      if (!enabled) return
      const window = current(key)
      window.count++
      if (window.count > max) throw tooMany(secondsLeft(window), why)
    },
    /** Refuses when the key is used up already, without counting. */
    check(key: string, why?: string): void {
      if (!enabled) return
      const window = current(key)
      if (window.count >= max) throw tooMany(secondsLeft(window), why)
    },
  }
}
