import type { Deps, Viewer } from '#server/deps.ts'
import { mayWatch } from '#server/features/events/policy.ts'
import { seeEvent } from '#server/features/events/service.ts'
import { Refusal } from '#server/http/refusal.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'

/** Then the database is asked again: word of a change may have been lost on its way to this process. */
const REMEMBERED_MS = 30_000
const REMEMBERED_MAX = 50_000

/**
 * Who may watch what, remembered for a while and forgotten at word of a change. Only a yes is remembered: who was
 * refused and has bought a ticket gets in at once.
 */
export function talkRights({ read, clock, bus }: Pick<Deps, 'read' | 'clock' | 'bus'>) {
  /** By event, then by person: until when, in milliseconds. */
  const remembered = new Map<string, Map<string, number>>()
  let changes = 0
  bus.subscribe(RIGHTS_CHANGED, (userId) => {
    changes++
    for (const people of remembered.values()) people.delete(userId)
  })
  bus.subscribe(EVENT_CHANGED, (eventId) => {
    changes++
    remembered.delete(eventId)
  })

  function remember(eventId: string, userId: string) {
    const people = remembered.get(eventId) ?? new Map<string, number>()
    if (people.size >= REMEMBERED_MAX) people.delete(people.keys().next().value!)
    people.set(userId, clock.now().getTime() + REMEMBERED_MS)
    remembered.set(eventId, people)
  }
  async function ask(viewer: Viewer, eventId: string): Promise<boolean> {
    const changesBefore = changes
    const seen = await seeEvent(read, viewer, eventId, clock.now().toISOString()).catch(
      (error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      },
    )
    const may = seen !== null && mayWatch(seen.seat)
    // What changed while we asked may be this: then the next call asks again.
    if (may && changes === changesBefore) remember(eventId, viewer.id)
    return may
  }

  return {
    /** True at once where it is known; else asked of the database. */
    mayWatch(viewer: Viewer, eventId: string): true | Promise<boolean> {
      const until = remembered.get(eventId)?.get(viewer.id)
      if (until !== undefined && clock.now().getTime() < until) return true
      return ask(viewer, eventId)
    },
  }
}
export type TalkRights = ReturnType<typeof talkRights>
