import { isWithin, type TimeWindow } from '#server/db/clocks.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

type Same = Pick<Schema['report'], 'reporter_id' | 'kind' | 'target_id' | 'event_id'>

/** An earlier report of the same content by this person. */
export const findReport = (db: Db, { reporter_id, kind, target_id, event_id }: Same) =>
  db
    .selectFrom('report')
    .select('id')
    .where('reporter_id', '=', reporter_id)
    .where('kind', '=', kind)
    .where('target_id', '=', target_id)
    .where('event_id', event_id === null ? 'is' : '=', event_id)
    .executeTakeFirst()

/** Instants of this person's latest reports, newest first. */
export async function reportedLately(
  tx: Tx,
  reporterId: string,
  window: TimeWindow,
  limit: number,
) {
  const rows = await tx
    .selectFrom('report')
    .select('created_at')
    .where('reporter_id', '=', reporterId)
    .where(isWithin('created_at', window))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

export const insertReport = (tx: Tx, report: Schema['report']) =>
  tx.insertInto('report').values(report).execute()
