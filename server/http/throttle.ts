import { createHash, randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type Clock, isYoung } from '#server/ports/clock.ts'
import type { Deps, Limit, Throttle, Throttles } from '#server/process/deps.ts'
import { tooMany } from './api-error.ts'

interface Window {
  startedAt: number
  count: number
}
/** Limit of keys, since clients can create any number; the oldest are dropped first. */
const MAX_KEYS = 100_000

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
export function createThrottle(clock: Clock, { max, perMs }: Limit, enabled = true): Throttle {
  const windows = new Map<string, Window>()

  function current(key: string): Window {
    const now = clock.now().getTime()
    const entry = windows.get(key)
    if (entry && isOpen(entry, now)) return entry
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
    take: (key: string): boolean => !enabled || ++current(key).count <= max,
    count(key: string, why?: string): void {
      if (!enabled) return
      const window = current(key)
      window.count++
      if (window.count > max) throw tooMany(secondsLeft(window), why)
    },
    check(key: string, why?: string): void {
      if (!enabled) return
      const window = current(key)
      if (window.count >= max) throw tooMany(secondsLeft(window), why)
    },
  }
}

/** A count of another process: its id, the limiter's name and limit, and the hashed key. */
const Counted = z.tuple([z.string(), z.string(), z.number(), z.number(), z.string()])
const COUNTED = 'counted'

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

/**
 * The rate limiters of this process. A shared one sends its counts, with hashed keys, to the other processes; a lost
 * message allows one more attempt.
 */
export function createThrottles({
  clock,
  bus,
  config,
}: Pick<Deps, 'clock' | 'bus' | 'config'>): Throttles {
  const known = new Map<string, Throttle>()
  const self = randomUUID()

  function find(name: string, limit: Limit): Throttle {
    const throttle = known.get(name) ?? createThrottle(clock, limit, config.rateLimits)
    known.set(name, throttle)
    return throttle
  }

  // Also for a limiter that this process has not used yet.
  bus.subscribe(COUNTED, (payload) => {
    const [process, name, max, perMs, key] = Counted.parse(JSON.parse(payload))
    if (process !== self) find(name, { max, perMs }).take(key)
  })

  return {
    own: find,
    shared: (name, limit) => ({
      check: (key, why) => find(name, limit).check(hashed(key), why),
      count(key, why) {
        find(name, limit).count(hashed(key), why)
        const { max, perMs } = limit
        if (config.rateLimits)
          void bus.publish(COUNTED, JSON.stringify([self, name, max, perMs, hashed(key)]))
      },
    }),
  }
}
