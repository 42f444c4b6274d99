import { hasRow } from '#server/db/has-row.ts'
import type { RoomClosing } from '#server/db/schema/rooms.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** True for the caller that closed it. */
export const closeRoom = (tx: Tx, id: string, updated_at: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('room')
      .set({ state: 8, updated_at })
      .where('id', '=', id)
      .where('state', '=', 1)
      .returning('id'),
  )

export const insertClosing = (
  tx: Tx,
  closing: Pick<RoomClosing, 'id' | 'room_id' | 'started_at'>,
) =>
  tx
    .insertInto('room_closing')
    .values({ ...closing, state: 'running', finished_at: null })
    .execute()

export const finishClosing = (db: Db, id: string, finished_at: string) =>
  db.updateTable('room_closing').set({ state: 'done', finished_at }).where('id', '=', id).execute()

/** Members with or without payment; sorted by id, starting after `after`. */
export const listRenewing = (db: Db, roomId: string, after: string, limit: number) =>
  db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .innerJoin('room', 'room.id', 'membership.room_id')
    .select([
      'membership.id',
      'membership.room_id',
      'membership.subscription_ref',
      'membership.current_period_end',
      'membership.joined_at',
      'user.email',
      'room.title',
    ])
    .where('membership.room_id', '=', roomId)
    .where('membership.status', '!=', 'left')
    .where('membership.id', '>', after)
    .orderBy('membership.id')
    .limit(limit)
    .execute()
export type Renewing = Awaited<ReturnType<typeof listRenewing>>[number]
