import { hasRow } from '#server/db/has-row.ts'
import type { Db } from '#server/db/schema.ts'
import { BAND } from './switch-queries.ts'

/** Requests the write lock without a change: fails on a full or read-only database. */
export const tryWriting = (db: Db) =>
  db
    .updateTable('site_notice')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('name', '=', `not ${BAND}`)
    .execute()

/** Work of this topic that failed at least once and has waited since then. */
export const isLate = (db: Db, topic: string, since: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('outbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('topic', '=', topic)
      .where('attempts', '>', 1)
      .where('error', 'is not', null)
      .where('created_at', '<=', since)
      .limit(1),
  )

/** All of several streams are interrupted, which indicates a fault of the service; a single one is its owner's. */
export async function areAllCut(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('broadcast')
    .select((eb) => ['state', eb.fn.countAll().as('count')])
    .where('state', 'in', ['on_air', 'interrupted'])
    .groupBy('state')
    .execute()
  const cut = rows.find(({ state }) => state === 'interrupted')
  return rows.length === 1 && cut !== undefined && Number(cut.count) > 1
}
