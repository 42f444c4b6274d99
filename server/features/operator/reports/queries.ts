import { sql } from 'kysely'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

type Report = Schema['report']
interface Filter extends PageWindow {
  state: Report['status'] | 'all'
  kind?: Report['kind'] | undefined
  category?: string | undefined
}

const decided = sql`case when status = 'open' then 1 else 0 end`

/** Open cases first, oldest on top; then decided ones, newest on top. */
export const listCases = (db: Db, { state, kind, category, limit, offset }: Filter) =>
  db
    .selectFrom('report')
    .select(['kind', 'target_id', 'event_id', 'status', 'moderation_id'])
    .select((eb) => [
      eb.fn.min('id').as('id'),
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('created_at').as('reported_at'),
      eb.fn.max('decided_at').as('decided_at'),
    ])
    .$call((all) => (state === 'all' ? all : all.where('status', '=', state)))
    .$call((all) => (kind ? all.where('kind', '=', kind) : all))
    .groupBy(['kind', 'target_id', 'event_id', 'status', 'moderation_id'])
    .$if(category !== undefined, (all) =>
      all.having(sql`sum(case when category = ${category} then 1 else 0 end)`, '>', 0),
    )
    .orderBy(decided, 'desc')
    .orderBy(sql`case when status = 'open' then min(created_at) else '' end`)
    .orderBy(sql`max(decided_at)`, 'desc')
    .orderBy(sql`min(id)`)
    .limit(limit)
    .offset(offset)
    .execute()

export const findReports = (db: Db, ids: string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('report').selectAll().where('id', 'in', ids).execute()

/** Categories chosen by the reporters of these targets. */
export const listCategories = (db: Db, targets: string[]) =>
  targets.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('report')
        .select(['kind', 'target_id', 'event_id', 'status', 'moderation_id', 'category'])
        .distinct()
        .where('target_id', 'in', targets)
        .orderBy('category')
        .execute()

export const findReport = (db: Db, id: string) =>
  db.selectFrom('report').selectAll().where('id', '=', id).executeTakeFirst()

type Same = Pick<Report, 'kind' | 'target_id' | 'event_id' | 'status' | 'moderation_id'>
const orNull = (value: string | null) => (value === null ? 'is' : '=')

/** All reports of the same case, first one first. */
export const listSame = (db: Db, { kind, target_id, event_id, status, moderation_id }: Same) =>
  db
    .selectFrom('report')
    .selectAll()
    .where('kind', '=', kind)
    .where('target_id', '=', target_id)
    .where('event_id', orNull(event_id), event_id)
    .where('status', '=', status)
    .where('moderation_id', orNull(moderation_id), moderation_id)
    .orderBy('id')
    .execute()

type Decided = Pick<Report, 'status' | 'decided_by' | 'decided_at' | 'moderation_id'>

/** Locks and decides the open reports; returns none if another operator was first. */
export const decideOpen = (
  tx: Tx,
  { kind, target_id, event_id }: Pick<Report, 'kind' | 'target_id' | 'event_id'>,
  decision: Decided,
) =>
  tx
    .updateTable('report')
    .set(decision)
    .where('kind', '=', kind)
    .where('target_id', '=', target_id)
    .where('event_id', orNull(event_id), event_id)
    .where('status', '=', 'open')
    .returning(['id', 'reporter_id'])
    .execute()

export const reopen = (tx: Tx, moderationId: string) =>
  tx
    .updateTable('report')
    .set({ status: 'open', decided_by: null, decided_at: null, moderation_id: null })
    .where('moderation_id', '=', moderationId)
    .returning(['id', 'reporter_id'])
    .execute()
