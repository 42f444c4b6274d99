import { MINUTE_MS } from '#contract/lib/durations.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { View } from './views.ts'
import { addMinutes } from './watch-queries.ts'

/** Minutes queued while the database refuses writes; the oldest are dropped first. */
const MAX_WAITING = 15
/** Maximum people per minute in one process, over all events. */
const MAX_NOTED = 50_000

interface Minute {
  at: number
  /** Viewers by event and kind. */
  seen: Map<string, Set<string>>
  size: number
}

/**
 * Watched minutes per person: noted in memory at each playlist request, written once the minute is over. A killed
 * process loses its current minute.
 */
export function watchMinutes({ db, clock, log }: GivenDeps) {
  const waiting: Minute[] = []
  let writing = false

  function current(): Minute {
    const at = Math.floor(clock.now().getTime() / MINUTE_MS)
    const last = waiting.at(-1)
    // After the clock was set back, the current minute continues.
    if (last && last.at >= at) return last
    const minute = { at, seen: new Map<string, Set<string>>(), size: 0 }
    waiting.push(minute)
    if (waiting.length > MAX_WAITING) waiting.shift()
    return minute
  }

  async function write({ at, seen }: Minute) {
    const minute = new Date(at * MINUTE_MS).toISOString()
    for (const [key, people] of seen) {
      const [eventId = '', kind] = key.split(' ')
      await addMinutes(db, { eventId, kind: kind as View['kind'], minute }, [...people])
      // Removed once written, so that a later failure does not write it twice.
      seen.delete(key)
    }
  }

  return {
    note({ eventId, kind, userId }: View): void {
      const minute = current()
      if (minute.size >= MAX_NOTED) return
      const key = `${eventId} ${kind}`
      const people = minute.seen.get(key)
      if (people?.has(userId)) return
      minute.size++
      if (people) people.add(userId)
      else minute.seen.set(key, new Set([userId]))
    },

    /** Call it about every second: writes completed minutes. */
    async flush(): Promise<void> {
      if (writing) return
      const now = Math.floor(clock.now().getTime() / MINUTE_MS)
      writing = true
      try {
        for (let first = waiting[0]; first && first.at < now; first = waiting[0]) {
          await write(first)
          if (waiting[0] === first) waiting.shift()
        }
      } catch (error) {
        log.warn({ error: String(error) }, 'Could not write watched minutes; they are retried.')
      } finally {
        writing = false
      }
    },
  }
}
export type WatchMinutes = ReturnType<typeof watchMinutes>
