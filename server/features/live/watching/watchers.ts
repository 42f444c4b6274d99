import { dropOldest } from '#contract/lib/drop-oldest.ts'
import { listWatchers } from '#server/features/events/service.ts'
import { type Cache, createCache } from '#server/http/cache.ts'
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
export function createWatchers({ read, clock, bus }: GivenDeps) {
  /** By event, then by user id. */
  const events = new Map<string, Cache<Watch>>()
  let changes = 0
  bus.subscribe(RIGHTS_CHANGED, (userId) => {
    changes++
    for (const people of events.values()) people.remove(userId)
  })
  bus.subscribe(EVENT_CHANGED, (eventId) => {
    changes++
    events.delete(eventId)
  })

  async function ask(eventId: string, ids: string[]) {
    const seats = await listWatchers(read, eventId, ids, clock.now().toISOString())
    return new Map([...seats].map(([id, seat]) => [id, watchOf(seat)]))
  }
  async function askAgain(eventId: string, those: Map<string, Watch>) {
    const found = await ask(eventId, [...those.keys()])
    return new Set([...those].filter(([id, watch]) => found.get(id) === watch).map(([id]) => id))
  }

  function peopleAt(eventId: string): Cache<Watch> {
    const known = events.get(eventId)
    if (known) return known
    dropOldest(events, MAX_EVENTS - 1)
    const people = createCache<Watch>({
      clock,
      holdMs: CACHE_MS,
      max: CACHE_MAX,
      askAgain: (those) => askAgain(eventId, those),
    })
    events.set(eventId, people)
    return people
  }
  async function lookUp(userId: string, eventId: string): Promise<Watch | null> {
    const changesBefore = changes
    const watch = (await ask(eventId, [userId])).get(userId) ?? null
    // If anything changed during the query, leave it uncached, so that the next call asks again.
    if (watch && changes === changesBefore) peopleAt(eventId).set(userId, watch)
    return watch
  }

  return {
    /** The kind of access, synchronously if cached; null without the right to watch. */
    find(viewer: Viewer, eventId: string): Watch | Promise<Watch | null> {
      return events.get(eventId)?.get(viewer.id) ?? lookUp(viewer.id, eventId)
    },
  }
}
export type Watchers = ReturnType<typeof createWatchers>
