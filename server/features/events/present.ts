import type { Event } from '#contract/events/calls.ts'
import { hashtags, splitTags } from '#contract/shared/tags.ts'
import type { Schema } from '#server/db/schema.ts'
import { isListedSeatNext } from '#server/features/orders/waitlist/policy.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { roleOf } from '#server/features/rooms/policy.ts'
import { presentRoomRef } from '#server/features/rooms/present.ts'
import { publicUrl } from '#server/media/media-url.ts'
import { archiveIsOpen, eventRights, hasArchive, type Seat } from './policy.ts'
import type { EventRow } from './queries.ts'

export const seatOf = (row: EventRow, viewerId: string, now: string): Seat => ({
  event: row,
  who: roleOf(row, viewerId),
  hasTicket: row.entitlement_id !== null,
  isLiveOnly: row.is_live_only === 1,
  isBanned: row.banned_id !== null,
  now,
})

const hostOf = (row: EventRow) =>
  presentMember({
    name: row.owner_name,
    display_name: row.owner_display_name,
    icon_small_path: row.owner_icon,
    official_flg: row.owner_official,
    member_status: row.owner_status,
  })

/** An event on the wire; an archive is omitted once its window has closed, and for whose ticket is without it. */
export function presentEvent(row: EventRow, viewerId: string, now: string): Event {
  const seat = seatOf(row, viewerId, now)
  const mayHaveArchive = hasArchive(seat)
  return {
    id: row.id,
    title: row.title,
    about: row.about,
    tags: splitTags(row.tags),
    start: row.start_at,
    end: row.end_at,
    amount: row.amount,
    live_amount: row.live_amount,
    capacity: row.capacity,
    remaining: row.waiting > 0 ? 0 : row.capacity - row.taken,
    offer_hours: row.offer_hours,
    resale_until: row.resale_until,
    resale: row.waiting === 0 && isListedSeatNext(row),
    konbini_days: row.takes_konbini ? row.konbini_days : 0,
    participants: row.participants,
    thumbnail_image_path: publicUrl(row.thumbnail_image_path),
    live_talk: row.live_talk,
    publishment_flg: row.publishment_flg,
    archive: mayHaveArchive && archiveIsOpen(row, now) ? 1 : 0,
    archive_until: mayHaveArchive ? row.archive_until : null,
    archive_days: row.archive_days,
    sales_end: row.sales_end_at,
    room: presentRoomRef(row),
    host: hostOf(row),
    joined: seat.hasTicket,
    live_only: !mayHaveArchive,
    is_owner: seat.who.isOwner,
    can: eventRights(seat),
    notify: row.notified_id !== null,
    cancelled: row.status === 'cancelled',
    moved_from: row.moved_from,
    archive_deleted_at: row.archive_deleted_at,
  }
}

/** Search index text of an event. */
export const eventText = (
  { title, about, tags }: Pick<Schema['event'], 'title' | 'about' | 'tags'>,
  room: Pick<Schema['room'], 'title'>,
) => [title, room.title, about, hashtags(tags)].join('\n')
