import type { Deps, Viewer } from '#server/deps.ts'
import { listWatchers } from '#server/features/events/service.ts'
import { type Remembered, remembered } from '#server/http/remembered.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'

/** Then the database is asked again: word of a change may have been lost on its way to this process. */
const REMEMBERED_MS = 30_000
/** People at one event. */
const REMEMBERED_MAX = 50_000
const MOST_EVENTS = 500

/**
 * Who may watch what, remembered for a while and forgotten at word of a change. Only a yes is remembered: who was
 * refused and has bought a ticket gets in at once.
 */
export function talkRights({ read, clock, bus }: Pick<Deps, 'read' | 'clock' | 'bus'>) {
  /** By event; the people by their id. */
  const events = new Map<string, Remembered<true>>()
  let changes = 0
  bus.subscribe(RIGHTS_CHANGED, (userId) => {
    changes++
    for (const people of events.values()) people.forget(userId)
  })
  bus.subscribe(EVENT_CHANGED, (eventId) => {
    changes++
    events.delete(eventId)
  })

  const ask = (eventId: string, ids: string[]) =>
    listWatchers(read, eventId, ids, clock.now().toISOString())

  function peopleAt(eventId: string): Remembered<true> {
    const known = events.get(eventId)
    if (known) return known
    if (events.size >= MOST_EVENTS) events.delete(events.keys().next().value!)
    const people = remembered<true>({
      clock,
      holdMs: REMEMBERED_MS,
      most: REMEMBERED_MAX,
      askAgain: (those) => ask(eventId, [...those.keys()]),
    })
    events.set(eventId, people)
    return people
  }
  async function lookUp(userId: string, eventId: string): Promise<boolean> {
    const changesBefore = changes
    const may = (await ask(eventId, [userId])).has(userId)
    // What changed while we asked may be this: then the next call asks again.
    if (may && changes === changesBefore) peopleAt(eventId).set(userId, true)
    return may
  }

  return {
    /** True at once where it is known; else asked of the database. */
    mayWatch(viewer: Viewer, eventId: string): true | Promise<boolean> {
      return events.get(eventId)?.get(viewer.id) ?? lookUp(viewer.id, eventId)
    },
  }
}
export type TalkRights = ReturnType<typeof talkRights>
