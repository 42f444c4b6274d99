import { sql } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Tx } from '#server/db/schema.ts'

export const listFailed = (db: Db, { limit, offset }: PageWindow) =>
  db
    .selectFrom('outbox')
    .select(['id', 'topic', 'attempts', 'error', 'created_at', 'due_at', 'done_at'])
    .where('error', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Makes given-up work due again. Returns the former row; undefined if it was not given up. */
export async function takeUpAgain(tx: Tx, id: string, now: string) {
  const work = await tx
    .selectFrom('outbox')
    .select(['topic', 'attempts'])
    .where('id', '=', id)
    .where('done_at', 'is not', null)
    .where('error', 'is not', null)
    .executeTakeFirst()
  if (!work) return undefined
  const updated = await tx
    .updateTable('outbox')
    .set({ done_at: null, attempts: 0, due_at: now, error: null })
    .where('id', '=', id)
    .where('done_at', 'is not', null)
    .where('error', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return updated && work
}

export const countGivenUp = (db: Db) =>
  db
    .selectFrom('outbox')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('error', 'is not', null)
    .where('done_at', 'is not', null)
    .executeTakeFirstOrThrow()

/** Count of due work that is waiting, and the due time of the oldest. */
export const findWaiting = (db: Db, now: string) =>
  db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('due_at').as('oldest')])
    .where('done_at', 'is', null)
    .where('due_at', '<=', now)
    .executeTakeFirstOrThrow()

export const listJobs = (db: Db) =>
  db.selectFrom('job').select(['name', 'due_at', 'last_run_at']).orderBy('name').execute()

export async function countNotices(db: Db) {
  const rows = await db
    .selectFrom('webhook_event')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where('state', '!=', 'done')
    .groupBy('state')
    .execute()
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.count ?? 0)
  const { last_at } = await db
    .selectFrom('webhook_event')
    .select((eb) => eb.fn.max('received_at').as('last_at'))
    .executeTakeFirstOrThrow()
  return { waiting: of('received'), unknown: of('unknown'), last_at }
}

export const countOnAir = (db: Db) =>
  db
    .selectFrom('event')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'published')
    .where('publishment_flg', '=', 1)
    .executeTakeFirstOrThrow()

/** Bytes; null if the size of the database is unknown. */
export async function sizeOf(db: Db, kind: Engine['kind']): Promise<number | null> {
  const sizeQuery =
    kind === 'sqlite'
      ? sql<{
          size: number
        }>`select page_count * page_size as size from pragma_page_count(), pragma_page_size()`
      : sql<{ size: number }>`select pg_database_size(current_database()) as size`
  const { rows } = await sizeQuery.execute(db)
  return rows[0] ? Number(rows[0].size) : null
}

export const newestMigration = async (db: Db) => {
  const { rows } = await sql<{ name: string }>`select max(name) as name from migration`.execute(db)
  return rows[0]?.name ?? ''
}
