import { hasRow } from '#server/db/has-row.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

type Conversion = Schema['conversion']

export const find = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('conversion')
    .selectAll()
    .where('user_id', '=', userId)
    .where('upload_id', '=', id)
    .executeTakeFirst()

/** The conversion that a worker took over, unless it was settled or given up. */
export const findQueued = (db: Db, id: string) =>
  db
    .selectFrom('conversion')
    .selectAll()
    .where('upload_id', '=', id)
    .where('state', 'in', ['queued', 'running'])
    .executeTakeFirst()

/** A second request for the same upload leaves the first. */
export const insert = (tx: Tx, row: Conversion) =>
  tx
    .insertInto('conversion')
    .values(row)
    .onConflict((on) => on.column('upload_id').doNothing())
    .execute()

/** Whether one of the person's conversions is with the workers. */
export const hasQueued = (tx: Tx, userId: string): Promise<boolean> =>
  hasRow(
    tx
      .selectFrom('conversion')
      .select('upload_id')
      .where('user_id', '=', userId)
      .where('state', 'in', ['queued', 'running']),
  )

export const findOldestWaiting = (tx: Tx, userId: string) =>
  tx
    .selectFrom('conversion')
    .select('upload_id')
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('upload_id')
    .executeTakeFirst()

/** Changes a conversion; false if it is gone. */
export async function update(db: Db, id: string, change: Partial<Conversion>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('conversion')
    .set(change)
    .where('upload_id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const remove = (tx: Tx, userId: string, id: string) =>
  tx.deleteFrom('conversion').where('user_id', '=', userId).where('upload_id', '=', id).execute()

/** Conversions whose progress no client has requested since. */
export const listAbandoned = (db: Db, before: string) =>
  db
    .selectFrom('conversion')
    .select(['upload_id', 'user_id'])
    .where('touched_at', '<=', before)
    .execute()

/** Resets times written while the clock was ahead. */
export const expire = (db: Db, { now, ahead }: { now: string; ahead: string }) =>
  db.updateTable('conversion').set({ touched_at: now }).where('touched_at', '>', ahead).execute()
