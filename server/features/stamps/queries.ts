import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** In their order. */
export const listStamps = (db: Db, roomId: string) =>
  db
    .selectFrom('stamp')
    .select(['id', 'name', 'image_path', 'position'])
    .where('room_id', '=', roomId)
    .orderBy('position')
    .orderBy('id')
    .execute()

export const findStamp = (db: Db, roomId: string, id: string) =>
  db
    .selectFrom('stamp')
    .select(['id', 'name', 'image_path'])
    .where('room_id', '=', roomId)
    .where('id', '=', id)
    .executeTakeFirst()

export const insertStamp = (tx: Tx, stamp: Schema['stamp']) =>
  tx.insertInto('stamp').values(stamp).execute()

export const setPosition = (tx: Tx, id: string, position: number) =>
  tx.updateTable('stamp').set({ position }).where('id', '=', id).execute()

/** Returns what it was; undefined if it was removed before. */
export const deleteStamp = (tx: Tx, roomId: string, id: string) =>
  tx
    .deleteFrom('stamp')
    .where('room_id', '=', roomId)
    .where('id', '=', id)
    .returning(['name', 'image_path'])
    .executeTakeFirst()

/** The room's events whose talk is open. */
export const listOpenTalks = (db: Db, roomId: string) =>
  db
    .selectFrom('event')
    .select('id')
    .where('room_id', '=', roomId)
    .where('publishment_flg', 'in', [1, 2])
    .execute()
