import { randomUUID } from 'node:crypto'
import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { REACTIONS_SHOWN_MS } from '#contract/live/limits.ts'
import { isYoung } from '#server/ports/clock.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import { addReactions, isTalkOpen } from './reaction-queries.ts'

/** Bus topic: the sending process, reactions of its viewers, and the event's id. */
const REACTIONS = 'reactions'
/** Interval in which reactions go to the other processes, to the database and to streams. */
const TICK_MS = 1_000
/** Ticks whose reactions are shown. */
const SHOWN = REACTIONS_SHOWN_MS / TICK_MS
/** Cache time of whether a talk is open, in case the bus message of a change is lost. */
const OPEN_MS = 30_000
/** Events whose openness is cached. */
const MAX_EVENTS = 500

interface Reacting {
  /** Since the last tick: of viewers of this process, and of all. */
  own: number
  all: number
  /** Of the last ticks, newest first. */
  recent: number[]
  shown: number
}
interface Openness {
  at: number
  isOpen: boolean | Promise<boolean>
}

/**
 * Reactions of viewers, counted in memory: each process tells the others once a second how many its viewers gave, and
 * shows the sum of the last seconds. Who reacted is not stored. The count of each second is stored for the archive; a
 * killed process loses its current one, and a failing database those that it refuses.
 */
export class TalkReactions {
  readonly #deps: Deps
  readonly #onChange: (eventId: string, shown: number) => void
  readonly #self = randomUUID()
  readonly #events = new Map<string, Reacting>()
  readonly #open = new Map<string, Openness>()
  /** Of the last tick, by event and second. */
  readonly #unstored = new Map<string, { event_id: string; second: string; reactions: number }>()
  readonly #stops
  #timer: NodeJS.Timeout | null = null

  constructor(deps: Deps, onChange: (eventId: string, shown: number) => void) {
    this.#deps = deps
    this.#onChange = onChange
    this.#stops = [
      deps.bus.subscribe(REACTIONS, (payload) => {
        const [from, count = '', eventId = ''] = payload.split(' ')
        if (from !== this.#self) this.#at(eventId).all += Number(count)
      }),
      deps.bus.subscribe(EVENT_CHANGED, (eventId) => void this.#open.delete(eventId)),
    ]
  }

  #at(eventId: string): Reacting {
    const known = this.#events.get(eventId)
    if (known) return known
    const fresh = { own: 0, all: 0, recent: [], shown: 0 }
    this.#events.set(eventId, fresh)
    this.#timer ??= setInterval(() => void this.tick(), TICK_MS).unref()
    return fresh
  }

  /** Whether the event's talk is open; synchronously if cached. */
  isOpen(eventId: string): boolean | Promise<boolean> {
    const now = this.#deps.clock.now().getTime()
    const known = this.#open.get(eventId)
    if (known && isYoung(known.at, now, OPEN_MS)) return known.isOpen
    const answer = isTalkOpen(this.#deps.read, eventId)
    const entry: Openness = { at: now, isOpen: answer }
    dropOldest(this.#open, MAX_EVENTS)
    this.#open.set(eventId, entry)
    answer.then(
      (isOpen) => {
        entry.isOpen = isOpen
      },
      () => this.#open.get(eventId) === entry && this.#open.delete(eventId),
    )
    return answer
  }

  /** Counts reactions of a viewer who may react. */
  add(eventId: string, count: number): void {
    const event = this.#at(eventId)
    event.own += count
    event.all += count
    const second = `${this.#deps.clock.now().toISOString().slice(0, 19)}.000Z`
    const key = `${eventId} ${second}`
    const stored = this.#unstored.get(key) ?? { event_id: eventId, second, reactions: 0 }
    stored.reactions += count
    this.#unstored.set(key, stored)
  }

  /** The number of reactions that viewers see now. */
  shown(eventId: string): number {
    return this.#events.get(eventId)?.shown ?? 0
  }

  /** Ends the current second; runs by itself while there are reactions. */
  async tick(): Promise<void> {
    for (const [eventId, event] of this.#events) {
      if (event.own > 0) this.#publish(eventId, event.own)
      event.recent = [event.all, ...event.recent].slice(0, SHOWN)
      const shown = event.recent.reduce((sum, count) => sum + count, 0)
      event.own = 0
      event.all = 0
      if (shown !== event.shown) this.#onChange(eventId, shown)
      event.shown = shown
      if (shown === 0) this.#events.delete(eventId)
    }
    await this.#store()
    if (this.#events.size === 0) this.#stop()
  }

  #publish(eventId: string, count: number) {
    this.#deps.bus
      .publish(REACTIONS, `${this.#self} ${count} ${eventId}`)
      .catch((error: unknown) => this.#deps.log.warn({ error }, 'Reactions reached nobody else.'))
  }

  async #store() {
    const rows = [...this.#unstored.values()]
    if (rows.length === 0) return
    this.#unstored.clear()
    try {
      await addReactions(this.#deps.db, rows)
    } catch (error) {
      this.#deps.log.warn({ error }, 'Could not store reactions.')
    }
  }

  #stop() {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  close() {
    this.#stop()
    for (const stop of this.#stops) stop()
  }
}
