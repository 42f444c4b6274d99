// The people who go to an event and agreed to be shown on its page.

import { presentMember } from '#server/features/profile/member.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './attendee-queries.ts'
import { getVisibleEvent } from './service.ts'

/** None once the event has ended or was cancelled: who was where is not shown for ever. */
export async function listAttendees(deps: Deps, viewer: Viewer | null, id: string) {
  const { event } = await getVisibleEvent(deps.read, viewer, id, isoNow(deps))
  if (event.status !== 'published' || event.publishment_flg === 3) return { count: 0, people: [] }
  const [people, count] = await Promise.all([
    query.listAttendees(deps.read, id),
    query.countAttendees(deps.read, id),
  ])
  return { count, people: people.map(presentMember) }
}
