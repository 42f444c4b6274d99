import { idOf } from '#server/features/profile/member.ts'
import { notFound } from '#server/http/api-error.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { calendarFile } from './calendar.ts'
import { presentEvent } from './present.ts'
import { getVisibleEvent } from './service.ts'

/** Calendar file of an event; not available for drafts. */
export async function eventCalendar(
  deps: Deps,
  viewer: Viewer | null,
  id: string,
): Promise<FileAnswer> {
  const now = isoNow(deps)
  const { event: row } = await getVisibleEvent(deps.read, viewer, id, now)
  if (row.status === 'draft') throw notFound()
  const event = presentEvent(row, idOf(viewer), now)
  const entry = {
    ...event,
    about: [event.room.title],
    url: `${deps.config.siteUrl}/community/${event.room.id}/event/${id}`,
    host: new URL(deps.config.siteUrl).host,
    changes: row.changes,
    updatedAt: row.updated_at,
  }
  return calendarFile(entry, 'event.ics')
}
