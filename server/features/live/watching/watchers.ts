import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { listWatchers } from '#server/features/events/service.ts'
import { Cache } from '#server/http/answers/cache.ts'
import { isoNow } from '#server/ports/clock.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps, Viewer } from '#server/process/deps.ts'
import { type Watch, watchOf } from '../rights.ts'

/** Cache time of a right: the bus message of a change may be lost. */
const CACHE_MS = 30_000
/** Maximum people per event. */
const CACHE_MAX = 50_000
const MAX_EVENTS = 500

/**
 * Cached rights to watch, invalidated by bus messages. Refusals are not cached, so that a new ticket is effective at
 * once.
 */
export class Watchers {
  readonly #deps: GivenDeps
  /** By event, then by user id. */
  readonly #events = new Map<string, Cache<Watch>>()
  #changes = 0

  constructor(deps: GivenDeps) {
    this.#deps = deps
    deps.bus.subscribe(RIGHTS_CHANGED, (userId) => {
      this.#changes++
      for (const people of this.#events.values()) people.remove(userId)
    })
    deps.bus.subscribe(EVENT_CHANGED, (eventId) => {
      this.#changes++
      this.#events.delete(eventId)
    })
  }

  async #ask(eventId: string, ids: string[]) {
    const seats = await listWatchers(this.#deps.read, eventId, ids, isoNow(this.#deps))
    return new Map([...seats].map(([id, seat]) => [id, watchOf(seat)]))
  }

  async #askAgain(eventId: string, those: Map<string, Watch>) {
    const answer = await this.#ask(eventId, [...those.keys()])
    return new Set([...those].filter(([id, watch]) => answer.get(id) === watch).map(([id]) => id))
  }

  #peopleAt(eventId: string): Cache<Watch> {
    const known = this.#events.get(eventId)
    if (known) return known
    dropOldest(this.#events, MAX_EVENTS - 1)
    const people = new Cache<Watch>({
      clock: this.#deps.clock,
      holdMs: CACHE_MS,
      max: CACHE_MAX,
      askAgain: (those) => this.#askAgain(eventId, those),
    })
    this.#events.set(eventId, people)
    return people
  }

  async #lookUp(userId: string, eventId: string): Promise<Watch | null> {
    const changesBefore = this.#changes
    const watch = (await this.#ask(eventId, [userId])).get(userId) ?? null
    // If anything changed during the query, leave it uncached, so that the next call asks again.
    if (watch && this.#changes === changesBefore) this.#peopleAt(eventId).set(userId, watch)
    return watch
  }

  /** The kind of access, synchronously if cached; null without the right to watch. */
  find(viewer: Viewer, eventId: string): Watch | Promise<Watch | null> {
    return this.#events.get(eventId)?.get(viewer.id) ?? this.#lookUp(viewer.id, eventId)
  }
}
