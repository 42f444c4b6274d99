import type { Insertable, Updateable } from 'kysely'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const findOwnRoom = (db: Db, ownerId: string) =>
  db
    .selectFrom('room')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['room.id', 'room.title', 'room.state', 'room.owner_id', 'user.name'])
    .where('room.owner_id', '=', ownerId)
    .executeTakeFirst()

export const insertEvent = (tx: Tx, row: Insertable<Schema['event']>) =>
  tx.insertInto('event').values(row).execute()

export const updateEvent = (tx: Tx, id: string, row: Updateable<Schema['event']>) =>
  tx.updateTable('event').set(row).where('id', '=', id).execute()

export const insertMove = (tx: Tx, move: Schema['event_move']) =>
  tx.insertInto('event_move').values(move).execute()

export const listEventTexts = (db: Db, roomId: string) =>
  db
    .selectFrom('event')
    .select(['id', 'title', 'about', 'tags'])
    .where('room_id', '=', roomId)
    .execute()
