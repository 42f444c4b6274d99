import { listWatchers } from '#server/features/events/service.ts'
import { type Remembered, remembered } from '#server/http/remembered.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { type Watch, watchOf } from './rights.ts'

/** Then the database is asked again: word of a change may have been lost on its way to this process. */
const REMEMBERED_MS = 30_000
/** People at one event. */
const REMEMBERED_MAX = 50_000
const MAX_EVENTS = 500

/**
 * Who may watch what, remembered for a while and forgotten at word of a change. Only a yes is remembered: who was
 * refused and has bought a ticket gets in at once.
 */
export function createWatchers({ read, clock, bus }: Pick<Deps, 'read' | 'clock' | 'bus'>) {
  /** By event; the people by their id. */
  const events = new Map<string, Remembered<Watch>>()
  let changes = 0
  bus.subscribe(RIGHTS_CHANGED, (userId) => {
    changes++
    for (const people of events.values()) people.forget(userId)
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

  function peopleAt(eventId: string): Remembered<Watch> {
    const known = events.get(eventId)
    if (known) return known
    if (events.size >= MAX_EVENTS) events.delete(events.keys().next().value!)
    const people = remembered<Watch>({
      clock,
      holdMs: REMEMBERED_MS,
      most: REMEMBERED_MAX,
      askAgain: (those) => askAgain(eventId, those),
    })
    events.set(eventId, people)
    return people
  }
  async function lookUp(userId: string, eventId: string): Promise<Watch | null> {
    const changesBefore = changes
    const watch = (await ask(eventId, [userId])).get(userId) ?? null
    // What changed while we asked may be this: then the next call asks again.
    if (watch && changes === changesBefore) peopleAt(eventId).set(userId, watch)
    return watch
  }

  return {
    /** What they may see, at once where it is known, else asked of the database; null where they may not watch. */
    find(viewer: Viewer, eventId: string): Watch | Promise<Watch | null> {
      return events.get(eventId)?.get(viewer.id) ?? lookUp(viewer.id, eventId)
    },
  }
}
export type Watchers = ReturnType<typeof createWatchers>
