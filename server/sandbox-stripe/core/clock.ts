import { readSettings, writeSettings } from './settings.ts'
import type { Database } from './store.ts'

/** The provider's clock: wall-clock time with an offset set by tests, or fixed while an overdue job runs. */
export interface Clock {
  nowMs(): number
  move(ms: number): void
  /** Runs with the clock at `ms`, so that overdue jobs have the timestamps of their due time. */
  at<T>(ms: number, run: () => T): T
}

/** `now`: wall-clock time, or the time of a test. */
export function createClock(db: Database, now: () => number = Date.now): Clock {
  let offset = readSettings(db).clock_offset_ms
  let frozenMs: number | null = null
  return {
    nowMs: () => frozenMs ?? now() + offset,
    move(ms) {
      offset += ms
      writeSettings(db, { clock_offset_ms: offset })
    },
    at(ms, run) {
      const before = frozenMs
      frozenMs = ms
      try {
        return run()
      } finally {
        frozenMs = before
      }
    },
  }
}
