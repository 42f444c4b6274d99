import type { Insertable, Updateable } from 'kysely'
import type { Link } from '#contract/shared/form.schema.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { lockUser } from '#server/features/auth/queries.ts'

/** Locks the owner's row first: of two concurrent creations, the later one sees the earlier room. */
export async function lockOwner(tx: Tx, ownerId: string) {
  const owner = await lockUser(tx, ownerId)
  const room = await tx
    .selectFrom('room')
    .select('id')
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return { ...owner, hasRoom: room !== undefined }
}

export const insertRoom = (tx: Tx, room: Insertable<Schema['room']>) =>
  tx.insertInto('room').values(room).execute()

export const updateRoom = (tx: Tx, id: string, change: Updateable<Schema['room']>) =>
  tx.updateTable('room').set(change).where('id', '=', id).execute()

export async function replaceMenus(tx: Tx, roomId: string, links: Link[], newId: () => string) {
  await tx.deleteFrom('room_menu').where('room_id', '=', roomId).execute()
  if (links.length === 0) return
  const rows = links.map((link, position) => ({ ...link, id: newId(), room_id: roomId, position }))
  await tx.insertInto('room_menu').values(rows).execute()
}

export const findStaff = (
  db: Db,
  roomId: string,
  userId: string,
  role: Schema['room_staff']['role'],
) =>
  db
    .selectFrom('room_staff')
    .select('role')
    .where('room_id', '=', roomId)
    .where('user_id', '=', userId)
    .where('role', '=', role)
    .executeTakeFirst()

export async function countStaff(db: Db, roomId: string): Promise<number> {
  const { count } = await db
    .selectFrom('room_staff')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('room_id', '=', roomId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const insertStaff = (tx: Tx, staff: Schema['room_staff']) =>
  tx.insertInto('room_staff').values(staff).execute()

export const deleteStaff = (
  db: Db,
  { room_id, user_id, role }: Omit<Schema['room_staff'], 'created_at'>,
) =>
  db
    .deleteFrom('room_staff')
    .where('room_id', '=', room_id)
    .where('user_id', '=', user_id)
    .where('role', '=', role)
    .execute()
