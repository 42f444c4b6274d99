import type { AuditRow } from '#contract/operator/audit/calls.ts'
import type { Db } from '#server/db/schema.ts'
import { presentAction } from '../trail/present.ts'
import { listActions } from '../trail/queries.ts'

const LATEST = 10

/** Audit records of a target, newest first. */
export async function latestActions(db: Db, target: `${string}:${string}`): Promise<AuditRow[]> {
  const actions = await listActions(db, { target, limit: LATEST, offset: 0 })
  return actions.map((row) => presentAction(row, null))
}

/** Number of reports about a person or their content. */
export const reportsOfPerson = (db: Db, userId: string) =>
  summed(db.selectFrom('report').where('author_id', '=', userId))

/** Number of reports about a room itself. */
export const reportsOfRoom = (db: Db, roomId: string) =>
  summed(db.selectFrom('report').where('kind', '=', 'room').where('target_id', '=', roomId))

type Reports = ReturnType<typeof reports>
const reports = (db: Db) => db.selectFrom('report')

async function summed(of: Reports) {
  const counts = await of
    .select((eb) => ['status', eb.fn.countAll().as('count')])
    .groupBy('status')
    .execute()
  const latest = await of
    .select(['id', 'kind', 'category', 'status', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LATEST)
    .execute()
  const countOf = (status?: string) =>
    counts
      .filter((row) => status === undefined || row.status === status)
      .reduce((sum, row) => sum + Number(row.count), 0)
  return { total: countOf(), open: countOf('open'), latest }
}
