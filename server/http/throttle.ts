import { createHash, randomUUID } from 'node:crypto'
import { type Clock, isYoung } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { tooMany } from './refusal.ts'

interface Window {
  startedAt: number
  count: number
}
/** Strangers may name any number of keys; the oldest are forgotten first. */
const MAX_KEYS = 100_000

export interface Limit {
  max: number
  perMs: number
}

/**
 * Milliseconds until one more is allowed, by the instants of those before it, the newest first; 0 or less where it is
 * now. For what is counted in the database, so that all processes count the same.
 */
export function waitMs({ max, perMs }: Limit, latest: readonly string[], at: number): number {
  const earliest = latest[max - 1]
  if (earliest === undefined) return 0
  return Date.parse(earliest) + perMs - at
}

/** So many in so long for each key, counted in this process. A key that is over waits until its window ends. */
export function createThrottle(clock: Clock, { max, perMs }: Limit, enabled = true) {
  const windows = new Map<string, Window>()

  function current(key: string): Window {
    const now = clock.now().getTime()
    const found = windows.get(key)
    if (found && isOpen(found, now)) return found
    const fresh = { startedAt: now, count: 0 }
    windows.delete(key)
    windows.set(key, fresh)
    forgetOld(now)
    return fresh
  }
  /** Windows stand in the order they opened, so the old ones are at the front. */
  function forgetOld(now: number) {
    for (const [key, window] of windows) {
      if (windows.size <= MAX_KEYS && isOpen(window, now)) break
      windows.delete(key)
    }
  }
  const isOpen = ({ startedAt }: Window, now: number) => isYoung(startedAt, now, perMs)
  const secondsLeft = ({ startedAt }: Window) => (startedAt + perMs - clock.now().getTime()) / 1000

  return {
    /** Counts one; false when that is one too many. */
    take: (key: string): boolean => !enabled || ++current(key).count <= max,
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
export type Throttle = ReturnType<typeof createThrottle>

/**
 * As above, for what is rare and matters: each process tells the others what it counted, so that whoever asks several of
 * them gains nothing. A key is told as its hash; word that is lost costs one try.
 */
export function sharedThrottle(
  { clock, bus, config }: Pick<Deps, 'clock' | 'bus' | 'config'>,
  name: string,
  limit: Limit,
): Pick<Throttle, 'check' | 'count'> {
  const own = createThrottle(clock, limit, config.rateLimits)
  const self = randomUUID()
  const topic = `counted ${name}`
  bus.subscribe(topic, (payload) => {
    const [process, key = ''] = JSON.parse(payload) as string[]
    if (process !== self) own.take(key)
  })
  const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')
  return {
    check: (key, why) => own.check(hashed(key), why),
    count(key, why) {
      own.count(hashed(key), why)
      if (config.rateLimits) void bus.publish(topic, JSON.stringify([self, hashed(key)]))
    },
  }
}
