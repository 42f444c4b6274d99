import { readSettings, writeSettings } from './settings.ts'
import type { Database } from './store.ts'

/** The provider's time: the wall's, moved by what tests asked for, or held while an old job is caught up with. */
export interface Clock {
  nowMs(): number
  move(ms: number): void
  /** Runs as if it were `ms`; things that were due earlier carry the time they were due. */
  at<T>(ms: number, run: () => T): T
}

export function createClock(db: Database): Clock {
  let offset = readSettings(db).clock_offset_ms
  let held: number | null = null
  return {
    nowMs: () => held ?? Date.now() + offset,
    move(ms) {
      offset += ms
      writeSettings(db, { clock_offset_ms: offset })
    },
    at(ms, run) {
      const before = held
      held = ms
      try {
        return run()
      } finally {
        held = before
      }
    },
  }
}
