import type { Deps } from '#server/process/deps.ts'
import type { View } from './views.ts'
import { addMinutes } from './watch-queries.ts'

const MINUTE_MS = 60_000
/** Minutes that wait for a database which takes no writing; the oldest are given up first. */
const MAX_WAITING = 15
/** People of one minute that one process counts, of all events. */
const MAX_NOTED = 50_000

interface Minute {
  at: number
  /** Who watched, by event and kind. */
  seen: Map<string, Set<string>>
  size: number
}

/**
 * Who watched what in which minute: noted in memory by each request of a player, written once the minute is over. A
 * process that is killed forgets the minute it was in.
 */
export function watchMinutes({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>) {
  const waiting: Minute[] = []
  let writing = false

  function current(): Minute {
    const at = Math.floor(clock.now().getTime() / MINUTE_MS)
    const last = waiting.at(-1)
    // A clock that was set back goes on in the minute it was in.
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
      // What is written is not written again where the next one fails.
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

    /** Called every second or so: writes the minutes that are over. */
    async keep(): Promise<void> {
      if (writing) return
      const now = Math.floor(clock.now().getTime() / MINUTE_MS)
      writing = true
      try {
        for (let first = waiting[0]; first && first.at < now; first = waiting[0]) {
          await write(first)
          if (waiting[0] === first) waiting.shift()
        }
      } catch (error) {
        log.warn({ error: String(error) }, 'who watched could not be written yet')
      } finally {
        writing = false
      }
    },
  }
}
export type WatchMinutes = ReturnType<typeof watchMinutes>
