import { sql } from 'kysely'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** Whether this person may post in any room, which uploads require. */
export async function mayPostSomewhere(db: Db, userId: string): Promise<boolean> {
  const room = await db
    .selectFrom('room')
    .select('id')
    .where('owner_id', '=', userId)
    .executeTakeFirst()
  if (room) return true
  const staff = await db
    .selectFrom('room_staff')
    .select('room_id')
    .where('user_id', '=', userId)
    .where('role', '=', 'moderator')
    .executeTakeFirst()
  return staff !== undefined
}

/** Number and total bytes of a user's uploads in progress. */
export async function sumOf(tx: Tx, userId: string) {
  const sum = await tx
    .selectFrom('upload')
    .select((eb) => [eb.fn.countAll().as('files'), eb.fn.sum('size').as('bytes')])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { files: Number(sum?.files ?? 0), bytes: Number(sum?.bytes ?? 0) }
}

/** Serializes uploads of one user that begin concurrently. */
export const lockUser = (tx: Tx, id: string) =>
  tx
    .updateTable('user')
    .set((eb) => ({ unread_messages: eb.ref('unread_messages') }))
    .where('id', '=', id)
    .execute()

export const insert = (tx: Tx, row: Schema['upload']) =>
  tx.insertInto('upload').values(row).execute()

export const find = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()

export const touch = (db: Db, id: string, touched_at: string) =>
  db.updateTable('upload').set({ touched_at }).where('id', '=', id).execute()

export const remove = (db: Db, ids: string[]) =>
  ids.length === 0 ? null : db.deleteFrom('upload').where('id', 'in', ids).execute()

const hasNoChunk = sql<boolean>`touched_at = created_at`

/** A user's uploads that began before `before` and got no chunk. */
export const listWithoutChunk = (db: Db, userId: string, before: string) =>
  db
    .selectFrom('upload')
    .select('id')
    .where('user_id', '=', userId)
    .where('created_at', '<=', before)
    .where(hasNoChunk)
    .execute()

/** Deletes those of these uploads that still have no chunk. */
export const removeUnstarted = (db: Db, ids: string[]) =>
  ids.length === 0
    ? null
    : db.deleteFrom('upload').where('id', 'in', ids).where(hasNoChunk).execute()

/** Resets times written while the clock was ahead, so that the usual retention starts now. */
export async function expireUploads(db: Db, { now, ahead }: { now: string; ahead: string }) {
  await db.updateTable('upload').set({ touched_at: now }).where('touched_at', '>', ahead).execute()
  await db
    .updateTable('loose_file')
    .set({ created_at: now })
    .where('created_at', '>', ahead)
    .execute()
}

/** Uploads not touched since. */
export const listAbandoned = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('upload')
    .select('id')
    .where('touched_at', '<=', before)
    .orderBy('touched_at')
    .limit(limit)
    .execute()

export const listOrphaned = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('loose_file')
    .select('path')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Those of these paths that are marked as orphaned. */
export async function listOrphanedAmong(db: Db, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const rows = await db.selectFrom('loose_file').select('path').where('path', 'in', paths).execute()
  return rows.map(({ path }) => path)
}
