import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Clock, isYoung } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { tooMany } from './api-error.ts'

interface Window {
  startedAt: number
  count: number
}
/** Limit of keys, since clients can create any number; the oldest are dropped first. */
const MAX_KEYS = 100_000

export interface Limit {
  max: number
  perMs: number
}

/**
 * Milliseconds until the next action is allowed, from the instants of the earlier ones, newest first; 0 or less: now.
 * For actions counted in the database, and so for all processes.
 */
export function waitMs({ max, perMs }: Limit, latest: readonly string[], at: number): number {
  const earliest = latest[max - 1]
  if (earliest === undefined) return 0
  return Date.parse(earliest) + perMs - at
}

/** Rate limiter per key in this process, with fixed windows. */
export function createThrottle(clock: Clock, { max, perMs }: Limit, enabled = true) {
  const windows = new Map<string, Window>()

  function current(key: string): Window {
    const now = clock.now().getTime()
    const found = windows.get(key)
    if (found && isOpen(found, now)) return found
    const fresh = { startedAt: now, count: 0 }
    windows.delete(key)
    windows.set(key, fresh)
    removeExpired(now)
    return fresh
  }
  /** Windows are in order of their start, so the old ones are at the front. */
  function removeExpired(now: number) {
    for (const [key, window] of windows) {
      if (windows.size <= MAX_KEYS && isOpen(window, now)) break
      windows.delete(key)
    }
  }
  const isOpen = ({ startedAt }: Window, now: number) => isYoung(startedAt, now, perMs)
  const secondsLeft = ({ startedAt }: Window) => (startedAt + perMs - clock.now().getTime()) / 1000

  return {
    /** Counts one; false if the limit is exceeded. */
    take: (key: string): boolean => !enabled || ++current(key).count <= max,
    /** Counts one; throws 429 with `Retry-After` if the limit is exceeded. */
    count(key: string, why?: string): void {
      if (!enabled) return
      const window = current(key)
      window.count++
      if (window.count > max) throw tooMany(secondsLeft(window), why)
    },
    /** Throws if the limit is reached, without counting. */
    check(key: string, why?: string): void {
      if (!enabled) return
      const window = current(key)
      if (window.count >= max) throw tooMany(secondsLeft(window), why)
    },
  }
}
export type Throttle = ReturnType<typeof createThrottle>

/** Process and key. */
const Counted = z.tuple([z.string(), z.string()])

/**
 * Like `createThrottle`, but shared between processes over the bus, for rare and sensitive actions. Keys are sent as
 * hashes; a lost message allows one more attempt.
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
    const [process, key] = Counted.parse(JSON.parse(payload))
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
