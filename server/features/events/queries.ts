import { sql } from 'kysely'
import { compiledPer } from '#server/db/compiled-once.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import { takesKonbini } from '#server/features/payments/konbini-queries.ts'
import { NOBODY } from '#server/features/profile/member.ts'
import {
  chosenEvents,
  type Filter,
  inPart,
  type ListShape,
  type ListValues,
  type Order,
  shapeOf,
  valuesOf,
} from './chosen-event-queries.ts'

export type EventRow = NonNullable<Awaited<ReturnType<typeof findEvent>>>

const ROOM_COLUMNS = [
  'room.owner_id',
  'room.state',
  'room.title as room_title',
  'room.icon_image_path as room_icon',
  'room.tint as room_tint',
  'owner.name as owner_name',
  'owner.display_name as owner_display_name',
  'owner.icon_small_path as owner_icon',
  'owner.official_flg as owner_official',
  'owner.status as owner_status',
] as const

/** The events that the joins below are for. */
const allEvents = (db: Db) => db.selectFrom('event')
type Events = ReturnType<typeof allEvents>

/** Events with their room and the viewer's holdings; one row per event. */
const eventsFor = (events: Events, viewerId: string) =>
  events
    .innerJoin('room', 'room.id', 'event.room_id')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .leftJoin('entitlement', (on) =>
      on
        .onRef('entitlement.subject_id', '=', 'event.id')
        .on('entitlement.kind', '=', 'event')
        .on('entitlement.user_id', '=', viewerId)
        .on('entitlement.status', '=', 'valid'),
    )
    .leftJoin('membership', (on) =>
      on.onRef('membership.room_id', '=', 'room.id').on('membership.user_id', '=', viewerId),
    )
    .leftJoin('room_staff as moderator', (on) =>
      on
        .onRef('moderator.room_id', '=', 'room.id')
        .on('moderator.user_id', '=', viewerId)
        .on('moderator.role', '=', 'moderator'),
    )
    .leftJoin('room_staff as door', (on) =>
      on
        .onRef('door.room_id', '=', 'room.id')
        .on('door.user_id', '=', viewerId)
        .on('door.role', '=', 'door'),
    )
    .leftJoin('event_notify', (on) =>
      on.onRef('event_notify.event_id', '=', 'event.id').on('event_notify.user_id', '=', viewerId),
    )
    .leftJoin('talk_ban', (on) =>
      on.onRef('talk_ban.event_id', '=', 'event.id').on('talk_ban.user_id', '=', viewerId),
    )
    .selectAll('event')
    .select(ROOM_COLUMNS)
    .select(takesKonbini('event'))
    .select([
      'entitlement.id as entitlement_id',
      'entitlement.live_only as is_live_only',
      'membership.status as membership_status',
      'moderator.user_id as moderator_id',
      'door.user_id as door_id',
      'event_notify.user_id as notified_id',
      'talk_ban.user_id as banned_id',
    ])

/** Events with their room: a visitor holds nothing, and needs no joins for it. */
const eventsForVisitor = (events: Events) =>
  events
    .innerJoin('room', 'room.id', 'event.room_id')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .selectAll('event')
    .select(ROOM_COLUMNS)
    .select(takesKonbini('event'))
    .select([
      sql<null>`null`.as('entitlement_id'),
      sql<null>`null`.as('is_live_only'),
      sql<null>`null`.as('membership_status'),
      sql<null>`null`.as('moderator_id'),
      sql<null>`null`.as('door_id'),
      sql<null>`null`.as('notified_id'),
      sql<null>`null`.as('banned_id'),
    ])

/** The same columns for both. */
const eventsOf = (events: Events, isVisitor: boolean, viewerId: string) =>
  isVisitor
    ? (eventsForVisitor(events) as unknown as ReturnType<typeof eventsFor>)
    : eventsFor(events, viewerId)

const ORDERS = {
  coming: ['event.start_at', 'asc'],
  past: ['event.start_at', 'desc'],
  new: ['event.created_at', 'desc'],
  popular: ['event.participants', 'desc'],
} as const

/** Selects a page of ids by the indexes of `event` first, so that the joins read one page only. */
function pageOfEvents(
  db: Db,
  { order, ...shape }: ListShape & { order: Order },
  values: ListValues & PageWindow,
  matching?: Filter['matching'],
) {
  const [column, direction] = ORDERS[order]
  const chosen = inPart(chosenEvents(db, shape, values, matching), order)
    .select('event.id')
    .orderBy(column, direction)
    .orderBy('event.id', direction)
    .limit(values.limit)
    .offset(values.offset)
  // Joined first: PostgreSQL keeps the written order of all joins after the eighth, and would join every event.
  const events = allEvents(db).innerJoin(chosen.as('chosen'), 'chosen.id', 'event.id')
  return eventsOf(events as unknown as Events, shape.isVisitor, values.viewerId)
    .orderBy(column, direction)
    .orderBy('event.id', direction)
}
const compiledPage = compiledPer(
  (
    db,
    shape: ListShape & { order: Order },
    values: ListValues & { limit: number; offset: number },
  ) => pageOfEvents(db, shape, values),
)

export function listEvents(
  db: Db,
  filter: Filter,
  order: Order,
  { limit, offset }: PageWindow,
): Promise<EventRow[]> {
  const shape = { ...shapeOf(filter), order }
  const values = { ...valuesOf(filter), limit, offset }
  return filter.matching
    ? pageOfEvents(db, shape, values, filter.matching).execute()
    : compiledPage(db, shape, values)
}

const comingCount = (db: Db, shape: ListShape, values: ListValues, matching?: Filter['matching']) =>
  inPart(chosenEvents(db, shape, values, matching), 'coming').select((eb) =>
    eb.fn.countAll().as('count'),
  )
const compiledCount = compiledPer((db, shape: ListShape, values: ListValues) =>
  comingCount(db, shape, values),
)

export async function countComing(db: Db, filter: Filter): Promise<number> {
  const [shape, values] = [shapeOf(filter), valuesOf(filter)]
  const [row] = filter.matching
    ? await comingCount(db, shape, values, filter.matching).execute()
    : await compiledCount(db, shape, values)
  return Number(row?.count ?? 0)
}

const eventOf = compiledPer(
  (db, { isVisitor }: { isVisitor: boolean }, { viewerId, id }: { viewerId: string; id: string }) =>
    eventsOf(allEvents(db), isVisitor, viewerId).where('event.id', '=', id),
)

export async function findEvent(db: Db, viewerId: string, id: string) {
  const [event] = await eventOf(db, { isVisitor: viewerId === NOBODY }, { viewerId, id })
  return event
}
