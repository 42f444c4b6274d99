// The people who go to an event and agreed to be shown on its page.

import {
  findPublicHolder,
  findPublicHolders,
} from '#server/features/orders/public-holder-queries.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { getVisibleEvent } from './service.ts'

/** Whether they are shown: not once the event has ended, so that who was where is not public for ever. */
async function hasAttendees(deps: Deps, viewer: Viewer | null, id: string): Promise<boolean> {
  const { event } = await getVisibleEvent(deps.read, viewer, id, isoNow(deps))
  return event.status === 'published' && event.publishment_flg !== 3
}

export async function listAttendees(deps: Deps, viewer: Viewer | null, id: string) {
  if (!(await hasAttendees(deps, viewer, id))) return { count: 0, people: [] }
  const { count, people } = await findPublicHolders(deps.read, 'event', id)
  return { count, people: people.map(presentMember) }
}

export async function getAttendee(
  deps: Deps,
  viewer: Viewer | null,
  { id, name }: { id: string; name: string },
) {
  if (!(await hasAttendees(deps, viewer, id))) throw notFound()
  return presentMember(orNotFound(await findPublicHolder(deps.read, 'event', id, name)))
}
