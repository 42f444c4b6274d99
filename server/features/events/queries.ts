import { sql } from 'kysely'
import { NOT_STARTED_MS } from '#contract/events/limits.ts'
import { compiledPer } from '#server/db/compiled-once.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import type { SearchCondition } from '#server/db/search.ts'
import { NOBODY } from '#server/features/profile/member.ts'

export type EventRow = NonNullable<Awaited<ReturnType<typeof findEvent>>>
export type Order = 'coming' | 'past' | 'new' | 'popular'

export interface Filter {
  viewerId: string
  now: string
  /** All events of the viewer's own room, drafts included. */
  own?: boolean | undefined
  /** Events the viewer has a ticket to. */
  held?: boolean | undefined
  roomId?: string | undefined
  state?: 'upcoming' | 'on_air' | 'live' | 'archive' | 'ended' | undefined
  isFree?: boolean | undefined
  /** Only events that start before this instant. */
  until?: string | undefined
  /** Of a search. */
  matching?: SearchCondition | undefined
}

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
    .select([
      'entitlement.id as entitlement_id',
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
    .select([
      sql<null>`null`.as('entitlement_id'),
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

type Shape = Pick<Filter, 'own' | 'held' | 'state'> & {
  isVisitor: boolean
  isOfRoom: boolean
  isFree: boolean
  isBounded: boolean
}
/** `overdue`: events that should have begun before this instant will not begin. */
type Values = { viewerId: string; now: string; overdue: string; roomId: string; until: string }
const shapeOf = ({ own, held, state, viewerId, roomId, isFree, until }: Filter): Shape => ({
  own,
  held,
  state,
  isVisitor: viewerId === NOBODY,
  isOfRoom: roomId !== undefined,
  isFree: isFree === true,
  isBounded: until !== undefined,
})
const valuesOf = ({ viewerId, now, roomId = '', until = '' }: Filter): Values => ({
  ...{ viewerId, now, roomId, until },
  overdue: new Date(Date.parse(now) - NOT_STARTED_MS).toISOString(),
})

/** Selects a page of ids by the indexes of `event` first, so that the joins read one page only. */
function pageOfEvents(
  db: Db,
  { order, ...shape }: Shape & { order: Order },
  values: Values & PageWindow,
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
  (db, shape: Shape & { order: Order }, values: Values & { limit: number; offset: number }) =>
    pageOfEvents(db, shape, values),
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

const comingCount = (db: Db, shape: Shape, values: Values, matching?: Filter['matching']) =>
  inPart(chosenEvents(db, shape, values, matching), 'coming').select((eb) =>
    eb.fn.countAll().as('count'),
  )
const compiledCount = compiledPer((db, shape: Shape, values: Values) =>
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

const ORDERS = {
  coming: ['event.start_at', 'asc'],
  past: ['event.start_at', 'desc'],
  new: ['event.created_at', 'desc'],
  popular: ['event.participants', 'desc'],
} as const

type Chosen = ReturnType<typeof publicEvents>

const inPart = (q: Chosen, order: Order): Chosen =>
  q
    .$if(order === 'coming', (part) => part.where('event.publishment_flg', 'in', [0, 1, 2]))
    .$if(order === 'past', (part) => part.where('event.publishment_flg', '=', 3))

const states: Record<NonNullable<Filter['state']>, (q: Chosen, of: Values) => Chosen> = {
  upcoming: (q, { overdue }) =>
    q.where('event.publishment_flg', '=', 0).where('event.start_at', '>', overdue),
  on_air: (q) => q.where('event.publishment_flg', '=', 1),
  live: (q) => q.where('event.publishment_flg', 'in', [1, 2]),
  archive: (q, { now }) =>
    q
      .where('event.archive', '=', 1)
      .where((eb) =>
        eb.or([eb('event.archive_until', 'is', null), eb('event.archive_until', '>', now)]),
      ),
  ended: (q) => q.where('event.publishment_flg', '=', 3),
}

const publicEvents = (db: Db) => db.selectFrom('event').where('event.status', '=', 'published')

const ownEvents = (db: Db, ownerId: string): Chosen =>
  db
    .selectFrom('event')
    .where('event.room_id', 'in', (eb) =>
      eb.selectFrom('room').select('room.id').where('room.owner_id', '=', ownerId),
    )

/** Public lists contain open rooms only; a room's own list and the viewer's tickets include closed rooms. */
const inRoomsOf = (q: Chosen, states: (1 | 8)[]): Chosen =>
  q.where((eb) =>
    eb.exists(
      eb
        .selectFrom('room')
        .select('room.id')
        .whereRef('room.id', '=', 'event.room_id')
        .where('room.state', 'in', states),
    ),
  )

function chosenEvents(
  db: Db,
  { own, held, state, isOfRoom, isFree, isBounded }: Shape,
  values: Values,
  matching: Filter['matching'],
): Chosen {
  const { viewerId, roomId, until } = values
  if (own) return ownEvents(db, viewerId)
  return (
    publicEvents(db)
      .$if(held === true, (q) =>
        q.where('event.id', 'in', (eb) =>
          eb
            .selectFrom('entitlement')
            .select('entitlement.subject_id')
            .where('entitlement.user_id', '=', viewerId)
            .where('entitlement.kind', '=', 'event')
            .where('entitlement.status', '=', 'valid'),
        ),
      )
      .$call((q) =>
        isOfRoom ? q.where('event.room_id', '=', roomId) : inRoomsOf(q, held ? [1, 8] : [1]),
      )
      .$call((q) => (state ? states[state](q, values) : q))
      // A literal, not a parameter: the partial index has this condition.
      .$if(isFree, (q) => q.where('event.amount', '=', sql.lit(0)))
      .$if(isBounded, (q) => q.where('event.start_at', '<', until))
      .$call((q) => (matching ? q.where(matching('event.id')) : q))
  )
}
