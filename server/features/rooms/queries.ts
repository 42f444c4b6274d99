import { type ExpressionBuilder, type NotNull, sql } from 'kysely'
import { compiledForIds, compiledOnce, compiledPer } from '#server/db/compiled-once.ts'
import { inOrder, type SortedWindow } from '#server/db/keyset.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import type { SearchCondition } from '#server/db/search.ts'
import { memberColumns, shownName } from '#server/features/auth/queries.ts'
import { NOBODY } from '#server/features/profile/member.ts'

export type RoomRow = Awaited<ReturnType<typeof listRooms>>[number]

/** Rooms with their owner and the viewer's role. */
const roomsFor = (db: Db, viewerId: string) =>
  db
    .selectFrom('room')
    .innerJoin('user', 'user.id', 'room.owner_id')
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
    .selectAll('room')
    .select(memberColumns)
    .select([
      'membership.status as membership_status',
      'membership.last_seen_at as seen_at',
      'membership.muted_at',
      'moderator.user_id as moderator_id',
      'door.user_id as door_id',
    ])

/** Rooms with their owner: a visitor has no role, and needs no joins for it. */
const roomsForVisitor = (db: Db) =>
  db
    .selectFrom('room')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .selectAll('room')
    .select(memberColumns)
    .select([
      sql<null>`null`.as('membership_status'),
      sql<null>`null`.as('seen_at'),
      sql<null>`null`.as('muted_at'),
      sql<null>`null`.as('moderator_id'),
      sql<null>`null`.as('door_id'),
    ])

/** The same columns for both. */
const roomsOf = (db: Db, isVisitor: boolean, viewerId: string) =>
  isVisitor
    ? (roomsForVisitor(db) as unknown as ReturnType<typeof roomsFor>)
    : roomsFor(db, viewerId)

interface Filter {
  viewerId: string
  /** Of a search. */
  matching: SearchCondition | undefined
  official: 0 | 1 | undefined
  genre: string | undefined
  sort: 'new' | 'popular'
}

type RoomsShape = { isVisitor: boolean; isOfGenre: boolean } & Pick<Filter, 'official' | 'sort'>
type RoomsValues = { viewerId: string; genre?: string; limit: number; offset: number }

/**
 * Open rooms only; closed ones are reachable by URL. Selects a page of ids by index first, so that the joins read one
 * page only.
 */
function pageOfRooms(
  db: Db,
  { isVisitor, isOfGenre, official, sort }: RoomsShape,
  { viewerId, genre = '', limit, offset }: RoomsValues,
  matching?: Filter['matching'],
) {
  const column = sort === 'popular' ? 'room.subscribers' : 'room.created_at'
  const chosen = db
    .selectFrom('room')
    .select('room.id')
    .where('room.state', '=', 1)
    .$if(official === 1, (q) => q.where(isOfficial))
    .$if(isOfGenre, (q) => q.where('room.genre', '=', genre))
    .$call((q) => (matching ? q.where(matching('room.id')) : q))
    .orderBy(column, 'desc')
    .orderBy('room.id', 'desc')
    .limit(limit)
    .offset(offset)
  return roomsOf(db, isVisitor, viewerId)
    .innerJoin(chosen.as('chosen'), 'chosen.id', 'room.id')
    .orderBy(column, 'desc')
    .orderBy('room.id', 'desc')
}
const compiledPageOfRooms = compiledPer((db, shape: RoomsShape, values: RoomsValues) =>
  pageOfRooms(db, shape, values),
)

export function listRooms(
  db: Db,
  { viewerId, matching, official, genre, sort }: Filter,
  window: PageWindow,
) {
  const shape = {
    isVisitor: viewerId === NOBODY,
    isOfGenre: genre !== undefined,
    official,
    sort,
  }
  const values = { viewerId, genre: genre ?? '', limit: window.limit, offset: window.offset }
  return matching
    ? pageOfRooms(db, shape, values, matching).execute()
    : compiledPageOfRooms(db, shape, values)
}

/** Official people are few: their rooms are looked up, instead of walking all rooms to find them. */
const isOfficial = (eb: ExpressionBuilder<Schema, 'room'>) =>
  eb(
    'room.owner_id',
    'in',
    eb
      .selectFrom('user as official')
      .select('official.id')
      // A literal, not a parameter: the partial index has this condition.
      .where('official.official_flg', '=', sql.lit(1)),
  )

const roomOf = compiledPer(
  (
    db,
    { isVisitor }: { isVisitor: boolean },
    { viewerId, ownerId }: { viewerId: string; ownerId: string },
  ) => roomsOf(db, isVisitor, viewerId).where('room.owner_id', '=', ownerId),
)

export async function findRoomOf(db: Db, viewerId: string, ownerId: string) {
  const [room] = await roomOf(db, { isVisitor: viewerId === NOBODY }, { viewerId, ownerId })
  return room
}

/** Rooms the viewer has joined or is joining, newest first. */
export const listSubscribed = (db: Db, viewerId: string, { limit, offset }: PageWindow) =>
  subscribedOf(db, { viewerId, limit, offset })

const subscribedOf = compiledOnce((db, { viewerId, limit, offset }: RoomsValues) =>
  roomsFor(db, viewerId)
    .where('membership.user_id', '=', viewerId)
    .where('membership.status', '!=', 'left')
    .where('room.state', '!=', 9)
    .select((eb) => [
      'membership.id as membership_id',
      'membership.amount as membership_amount',
      'membership.current_period_end',
      'membership.cancel_at_period_end',
      'membership.past_due_at',
      'membership.last_seen_at',
      eb
        .exists(
          eb
            .selectFrom('event')
            .select('event.id')
            .whereRef('event.room_id', '=', 'room.id')
            .where('event.status', '=', 'published')
            .where('event.publishment_flg', '=', 1),
        )
        .as('on_air'),
    ])
    .orderBy('membership.joined_at', 'desc')
    .orderBy('room.id', 'desc')
    .limit(limit)
    .offset(offset)
    .$narrowType<{
      membership_id: NotNull
      membership_status: 'active' | 'past_due' | 'incomplete'
      membership_amount: NotNull
      last_seen_at: NotNull
    }>(),
)

export const listMenus = compiledForIds((db, roomIds) =>
  db
    .selectFrom('room_menu')
    .select(['id', 'room_id', 'title', 'url'])
    .where('room_id', 'in', roomIds)
    .orderBy('position'),
)

interface MemberFilter {
  status: Schema['membership']['status'] | undefined
  matching: SearchCondition | undefined
}

const MEMBER_ORDERS = {
  joined: sql.ref<string>('membership.joined_at'),
  name: shownName,
  status: sql.ref<string>('membership.status'),
  left: sql<string>`coalesce(membership.left_at, '')`,
}

export type MemberColumn = keyof typeof MEMBER_ORDERS

export const listMembers = (
  db: Db,
  roomId: string,
  { status, matching }: MemberFilter,
  window: SortedWindow<MemberColumn>,
) =>
  db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select(memberColumns)
    .select(['membership.status', 'membership.joined_at', 'membership.left_at'])
    .where('membership.room_id', '=', roomId)
    .$call((q) => (status ? q.where('membership.status', '=', status) : q))
    .$call((q) => (matching ? q.where(matching('membership.user_id')) : q))
    .$call(inOrder(MEMBER_ORDERS, 'membership.id', window))
    .execute()

export const listStaff = (db: Db, roomId: string) =>
  db
    .selectFrom('room_staff')
    .innerJoin('user', 'user.id', 'room_staff.user_id')
    .select(memberColumns)
    .select('room_staff.role')
    .where('room_staff.room_id', '=', roomId)
    .orderBy('room_staff.created_at', 'desc')
    .orderBy('user.id')
    .execute()

/** Locks the room, so that a concurrent closing is seen. */
export const lockRoom = (tx: Tx, id: string) =>
  tx
    .updateTable('room')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const stateOf = async (db: Db, roomId: string) =>
  (await db.selectFrom('room').select('state').where('id', '=', roomId).executeTakeFirst())?.state
