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

/** A room that is being closed is seen to be: whoever comes first is waited for. */
export async function lockRoom(tx: Tx, id: string) {
  const { state } = await tx
    .updateTable('room')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returning('state')
    .executeTakeFirstOrThrow()
  return state
}

export const listEventTexts = (db: Db, roomId: string) =>
  db.selectFrom('event').select(['id', 'title', 'about']).where('room_id', '=', roomId).execute()
