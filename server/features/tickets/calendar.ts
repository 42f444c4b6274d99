import { inJapan } from '#contract/lib/japan-time.ts'
import { calendarFile } from '#server/features/events/calendar.ts'
import { idOf } from '#server/features/profile/member.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { notFound } from '#server/http/api-error.ts'
import type { FileAnswer } from '#server/http/routes.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { maySeeTicket } from './policy.ts'
import { findTicket } from './queries.ts'

const SECOND = 1_000
const time = inJapan({ hour: '2-digit', minute: '2-digit' })

/** Calendar file with time and place of a ticket's event, without holder data. */
export async function ticketCalendar(
  deps: Deps,
  viewer: Viewer | null,
  roomid: string,
  id: string,
): Promise<FileAnswer> {
  const room = await getVisibleRoom(deps.read, viewer, roomid)
  const row = await findTicket(deps.read, idOf(viewer), room.id, id)
  if (!row || row.status === 'draft') throw notFound()
  if (!maySeeTicket(room.who, row.status, Boolean(row.was_held))) throw notFound()
  const entry = {
    id,
    title: row.title,
    start: row.starts_at,
    end: row.valid_until,
    location: row.venue,
    about: [row.room_title, `開場 ${time(row.opens_at)}　開演 ${time(row.starts_at)}（日本時間）`],
    url: `${deps.config.siteUrl}/community/${row.owner_name}/e_ticket/${id}`,
    host: new URL(deps.config.siteUrl).host,
    cancelled: row.status === 'cancelled',
    // Grows with each change, as calendars require of SEQUENCE.
    changes: Math.floor((Date.parse(row.updated_at) - Date.parse(row.created_at)) / SECOND),
    updatedAt: row.updated_at,
  }
  return calendarFile(entry, 'ticket.ics')
}
