import type { Db, Schema, Tx } from '#server/db/schema.ts'

type Row = Schema['reconciliation']

/** A reconciliation begun since then that has not ended. */
export const findRunning = (db: Db, since: string) =>
  db
    .selectFrom('reconciliation')
    .select(['id', 'created_at'])
    .where('state', '=', 'running')
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findLast = (db: Db) =>
  db
    .selectFrom('reconciliation')
    .selectAll()
    .where('state', '!=', 'running')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insert = (tx: Tx, row: Pick<Row, 'id' | 'actor_id' | 'created_at'>) =>
  tx
    .insertInto('reconciliation')
    .values({
      ...row,
      state: 'running',
      counted: '{}',
      total: 0,
      differences: '[]',
      finished_at: null,
    })
    .execute()

export const finish = (
  db: Db,
  id: string,
  row: Pick<Row, 'state' | 'counted' | 'total' | 'differences' | 'finished_at'>,
) => db.updateTable('reconciliation').set(row).where('id', '=', id).execute()

/** Number of differences in the latest reconciliation, or 1 if it failed. */
export async function countOpen(db: Db): Promise<number> {
  const last = await findLast(db)
  return last?.state === 'failed' ? 1 : (last?.total ?? 0)
}
