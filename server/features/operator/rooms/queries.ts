import type { RawBuilder } from 'kysely'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Room } from '#server/db/schema/rooms.ts'
import type { Db } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

interface Sought extends PageWindow {
  matching: RawBuilder<string> | undefined
  state?: Room['state'] | undefined
}

/** Rooms whose owner has not left. */
const rooms = (db: Db) =>
  db
    .selectFrom('room')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .selectAll('room')
    .select(memberColumns)
    .where('user.status', '!=', 'deleted')

export const listRooms = (db: Db, { matching, state, limit, offset }: Sought) =>
  rooms(db)
    .$call((all) => (matching ? all.where('room.id', 'in', matching) : all))
    .$call((all) => (state === undefined ? all : all.where('room.state', '=', state)))
    .orderBy('room.created_at', 'desc')
    .orderBy('room.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
export type RoomRow = Awaited<ReturnType<typeof listRooms>>[number]

export const findRoomOf = (db: Db, ownerId: string) =>
  rooms(db).where('room.owner_id', '=', ownerId).executeTakeFirst()

export const countMembers = (db: Db, roomId: string) =>
  db
    .selectFrom('membership')
    .select((eb) => [
      'status',
      eb.fn.countAll().as('count'),
      eb.fn.count('subscription_ref').as('paying'),
    ])
    .where('room_id', '=', roomId)
    .where('status', '!=', 'left')
    .groupBy('status')
    .execute()

/** Coming and live events, soonest first. */
export const listComing = (db: Db, roomId: string, limit: number) =>
  db
    .selectFrom('event')
    .select(['id', 'title', 'start_at as start', 'publishment_flg', 'participants'])
    .where('room_id', '=', roomId)
    .where('status', '=', 'published')
    .where('publishment_flg', '!=', 3)
    .orderBy('start_at')
    .orderBy('id')
    .limit(limit)
    .execute()
