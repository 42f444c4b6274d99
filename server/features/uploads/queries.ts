import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** Whether this person may post anywhere: only they have files to send. */
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

/** How many of somebody's files are on their way, and their bytes. */
export async function sumOf(tx: Tx, userId: string) {
  const sum = await tx
    .selectFrom('upload')
    .select((eb) => [eb.fn.countAll().as('files'), eb.fn.sum('size').as('bytes')])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return { files: Number(sum?.files ?? 0), bytes: Number(sum?.bytes ?? 0) }
}

/** Two of one person's that begin at once are counted one after the other. */
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

/** What a clock that was ahead wrote would lie here until its time is over: from now on for as long as ever. */
export async function keepNoLonger(db: Db, { now, ahead }: { now: string; ahead: string }) {
  await db.updateTable('upload').set({ touched_at: now }).where('touched_at', '>', ahead).execute()
  await db
    .updateTable('loose_file')
    .set({ created_at: now })
    .where('created_at', '>', ahead)
    .execute()
}

/** Those of which nothing was heard since. */
export const listAbandoned = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('upload')
    .select('id')
    .where('touched_at', '<=', before)
    .orderBy('touched_at')
    .limit(limit)
    .execute()

export const listLoose = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('loose_file')
    .select('path')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute()

/** Which of these are known to be loose. */
export async function listLooseAmong(db: Db, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return []
  const rows = await db.selectFrom('loose_file').select('path').where('path', 'in', paths).execute()
  return rows.map(({ path }) => path)
}
