import type { Db } from '#server/db/schema.ts'
import { BAND } from './switch-queries.ts'

/** Asks for the writer's place and changes nothing: a database that is full or may only be read refuses it. */
export const tryWriting = (db: Db) =>
  db
    .updateTable('site_notice')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('name', '=', `not ${BAND}`)
    .execute()

/** Work of that kind that was tried, has failed and waits since then. */
export async function isLate(db: Db, topic: string, since: string): Promise<boolean> {
  const found = await db
    .selectFrom('outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where('topic', '=', topic)
    .where('attempts', '>', 1)
    .where('error', 'is not', null)
    .where('created_at', '<=', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** One stream that stopped is its owner's matter; all of several at once are ours. */
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
