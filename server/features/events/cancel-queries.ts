import { hasRow } from '#server/db/has-row.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** False while the event is live, or if it was cancelled before. */
export const markCancelled = (tx: Tx, id: string, updated_at: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('event')
      .set((eb) => ({ status: 'cancelled', updated_at, changes: eb('changes', '+', 1) }))
      .where('id', '=', id)
      .where('status', '!=', 'cancelled')
      .where('publishment_flg', 'in', [0, 3])
      .returning('id'),
  )

export const listComing = (db: Db, roomId: string) =>
  db
    .selectFrom('event')
    .select('id')
    .where('room_id', '=', roomId)
    .where('status', 'in', ['draft', 'published'])
    .where('publishment_flg', '=', 0)
    .orderBy('id')
    .execute()

export const isOnAir = (db: Db, roomId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('event')
      .select('id')
      .where('room_id', '=', roomId)
      .where('status', '=', 'published')
      .where('publishment_flg', 'in', [1, 2])
      .limit(1),
  )

export const titleOf = async (db: Db, id: string) =>
  (await db.selectFrom('event').select('title').where('id', '=', id).executeTakeFirstOrThrow())
    .title

/** Published events due to start before `before` that have not, with their owners. */
export const listLate = (db: Db, before: string, since: string) =>
  db
    .selectFrom('event')
    .innerJoin('room', 'room.id', 'event.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['event.id', 'event.title', 'user.email'])
    .where('event.status', '=', 'published')
    .where('event.publishment_flg', '=', 0)
    .where('event.start_at', '<=', before)
    .where('event.start_at', '>', since)
    .orderBy('event.id')
    .execute()
