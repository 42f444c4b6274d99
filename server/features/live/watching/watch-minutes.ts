import { MINUTE_MS } from '#contract/lib/durations.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import type { View } from './views.ts'
import { addMinutes } from './watch-queries.ts'

/** Minutes queued while the database refuses writes; the oldest are dropped first. */
const MAX_WAITING = 15
/** Maximum people per minute in one process, over all events. */
const MAX_NOTED = 50_000

/** Those who watched a stream or an archive. */
interface Watched extends Pick<View, 'eventId' | 'kind'> {
  people: Set<string>
}

interface Minute {
  at: number
  /** Viewers by event and kind. */
  seen: Map<string, Watched>
  size: number
}

/**
 * Watched minutes per person: noted in memory at each playlist request, written once the minute is over. A killed
 * process loses its current minute.
 */
export class WatchMinutes {
  readonly #deps: GivenDeps
  readonly #waiting: Minute[] = []
  #writing = false

  constructor(deps: GivenDeps) {
    this.#deps = deps
  }

  #current(): Minute {
    const at = Math.floor(this.#deps.clock.now().getTime() / MINUTE_MS)
    const last = this.#waiting.at(-1)
    // After the clock was set back, the current minute continues.
    if (last && last.at >= at) return last
    const minute = { at, seen: new Map<string, Watched>(), size: 0 }
    this.#waiting.push(minute)
    if (this.#waiting.length > MAX_WAITING) this.#waiting.shift()
    return minute
  }

  async #write({ at, seen }: Minute) {
    const minute = new Date(at * MINUTE_MS).toISOString()
    for (const [key, { eventId, kind, people }] of seen) {
      await addMinutes(this.#deps.db, { eventId, kind, minute }, [...people])
      // Removed once written, so that a later failure does not write it twice.
      seen.delete(key)
    }
  }

  note({ eventId, kind, userId }: View): void {
    const minute = this.#current()
    if (minute.size >= MAX_NOTED) return
    const key = `${eventId} ${kind}`
    const watched = minute.seen.get(key) ?? { eventId, kind, people: new Set() }
    if (watched.people.has(userId)) return
    minute.size++
    watched.people.add(userId)
    minute.seen.set(key, watched)
  }

  /** Call it about every second: writes completed minutes. */
  async flush(): Promise<void> {
    if (this.#writing) return
    const now = Math.floor(this.#deps.clock.now().getTime() / MINUTE_MS)
    this.#writing = true
    try {
      for (let first = this.#waiting[0]; first && first.at < now; first = this.#waiting[0]) {
        await this.#write(first)
        if (this.#waiting[0] === first) this.#waiting.shift()
      }
    } catch (error) {
      this.#deps.log.warn(
        { error: String(error) },
        'Could not write watched minutes; they are retried.',
      )
    } finally {
      this.#writing = false
    }
  }
}
