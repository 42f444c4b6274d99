import { WEEK_MS } from '#contract/lib/durations.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import { allOf } from '#server/db/search.ts'
import { taggedWith } from '#server/db/tags.ts'
import { salesOf } from '#server/features/orders/queries.ts'
import { countSold } from '#server/features/orders/resale/queries.ts'
import { idOf } from '#server/features/profile/member.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { type Page, page } from '#server/http/answers/reply.ts'
import { notFound, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { Filter, Order } from './chosen-event-queries.ts'
import { audienceOf } from './event-audience.ts'
import { openEventFieldsOf } from './plan.ts'
import { maySeeEvent, mayWatch, type Seat } from './policy.ts'
import { presentEvent, seatOf } from './present.ts'
import * as query from './queries.ts'
import * as seats from './seat-queries.ts'

interface EventSearch extends PageWindow {
  genre?: string | undefined
  room?: string | undefined
  state?: Filter['state']
  search?: string | undefined
  sort?: 'new' | 'popular' | undefined
  free?: 0 | 1 | undefined
  period?: 'week' | undefined
  tag?: string | undefined
}

/** The event with the viewer's rights and holdings; null if it is not visible to them. */
export async function findVisibleEvent(
  db: Db,
  viewer: Pick<Viewer, 'id'> | null,
  id: string,
  now: string,
) {
  const event = await query.findEvent(db, idOf(viewer), id)
  if (!event) return null
  const seat = seatOf(event, idOf(viewer), now)
  return maySeeEvent(seat) ? { event, seat } : null
}

/** As `findVisibleEvent`; 404 if it is not visible. */
export const getVisibleEvent = async (...of: Parameters<typeof findVisibleEvent>) =>
  orNotFound(await findVisibleEvent(...of))

/** Seats of those people who may watch the event, by user id; one query for any number of people. */
export async function listWatchers(db: Db, id: string, userIds: string[], now: string) {
  const event = await query.findEvent(db, idOf(null), id)
  if (!event) return new Map<string, Seat>()
  const holders = await seats.holdersAmong(db, id, userIds)
  const moderators = new Set(await seats.moderatorsAmong(db, event.room_id, userIds))
  const banned = new Set(await seats.bannedAmong(db, id, userIds))
  const seatFor = (userId: string) => {
    const entitlement_id = holders.has(userId) ? userId : null
    const moderator_id = moderators.has(userId) ? userId : null
    const banned_id = banned.has(userId) ? userId : null
    const is_live_only = holders.get(userId) ?? null
    const of = { entitlement_id, is_live_only, moderator_id, banned_id }
    return seatOf({ ...event, ...of }, userId, now)
  }
  const pairs = userIds.map((userId) => [userId, seatFor(userId)] as const)
  return new Map(pairs.filter(([, seat]) => mayWatch(seat)))
}

type Walk = (order: Order, window: PageWindow) => Promise<query.EventRow[]>

/** Coming events in order, then past ones in reverse: two index scans instead of sorting all. */
async function comingThenPast(
  { limit, offset }: PageWindow,
  walk: Walk,
  countComing: () => Promise<number>,
) {
  const coming = await walk('coming', { limit, offset })
  if (coming.length === limit) return coming
  const before = coming.length > 0 ? offset + coming.length : await countComing()
  const past = await walk('past', {
    limit: limit - coming.length,
    offset: Math.max(0, offset - before),
  })
  return [...coming, ...past]
}

async function pageOf(
  deps: Deps,
  filter: Filter,
  paging: PageWindow,
  sort?: 'new' | 'popular',
): Promise<Page<query.EventRow>> {
  const walk: Walk = (order, window) => query.listEvents(deps.read, filter, order, window)
  return page(paging, (window) =>
    sort
      ? walk(sort, window)
      : comingThenPast(window, walk, () => query.countComing(deps.read, filter)),
  )
}

async function present(deps: Deps, rows: Promise<Page<query.EventRow>>, viewer: Viewer | null) {
  const events = await rows
  const at = isoNow(deps)
  return { ...events, items: events.items.map((row) => presentEvent(row, idOf(viewer), at)) }
}

async function presentOwn(deps: Deps, rows: query.EventRow[], viewer: Viewer) {
  const ids = rows.map(({ id }) => id)
  const [sales, audience, resold, liveOnly] = await Promise.all([
    ids.length > 0 ? salesOf(deps.read, 'event', ids) : [],
    audienceOf(deps.read, ids, viewer.id),
    countSold(deps.read, 'event', ids),
    seats.countLiveOnly(deps.read, ids),
  ])
  return rows.map((row) => {
    const sold = sales.find(({ subject_id }) => subject_id === row.id)
    return {
      ...presentEvent(row, viewer.id, isoNow(deps)),
      konbini_days: row.konbini_days,
      sales: {
        tickets: row.participants,
        live_only: liveOnly.get(row.id) ?? 0,
        gross: Number(sold?.gross ?? 0),
        net: Number(sold?.net ?? 0),
        unbooked: Number(sold?.unbooked ?? 0),
      },
      audience: audience(row.id),
      status: row.status,
      auto_start: row.auto_start,
      taken: row.taken + row.listed,
      waiting: row.waiting,
      listed: row.listed,
      resold: resold.get(row.id) ?? 0,
      was_sold: row.last_number > 0,
      open_fields: openEventFieldsOf(row),
    }
  })
}

export async function list(
  deps: Deps,
  viewer: Viewer | null,
  { room, state, search, sort, free, period, tag, genre, ...paging }: EventSearch,
) {
  const roomId = room === undefined ? undefined : (await getVisibleRoom(deps.read, viewer, room)).id
  const matching = allOf([
    search ? await deps.engine.search.condition(deps.read, 'event', search) : undefined,
    tag ? await taggedWith(deps.read, 'event', tag) : undefined,
  ])
  const now = isoNow(deps)
  const until = period && new Date(Date.parse(now) + WEEK_MS).toISOString()
  const filter = {
    ...{ viewerId: idOf(viewer), now, roomId, state, matching, until, genre },
    isFree: free === 1,
  }
  return present(deps, pageOf(deps, filter, paging, sort), viewer)
}

export const listJoined = (deps: Deps, viewer: Viewer, paging: PageWindow) =>
  present(
    deps,
    pageOf(deps, { viewerId: viewer.id, now: isoNow(deps), held: true }, paging),
    viewer,
  )

export async function get(deps: Deps, viewer: Viewer | null, id: string) {
  const { event } = await getVisibleEvent(deps.read, viewer, id, isoNow(deps))
  return presentEvent(event, idOf(viewer), isoNow(deps))
}

export async function listOwn(deps: Deps, viewer: Viewer, paging: PageWindow) {
  const events = await pageOf(deps, { viewerId: viewer.id, now: isoNow(deps), own: true }, paging)
  return { ...events, items: await presentOwn(deps, events.items, viewer) }
}

export async function getOwn(deps: Deps, viewer: Viewer, id: string) {
  const { event, seat } = await getVisibleEvent(deps.read, viewer, id, isoNow(deps))
  const [own] = seat.who.isOwner ? await presentOwn(deps, [event], viewer) : []
  if (!own) throw notFound()
  return own
}
