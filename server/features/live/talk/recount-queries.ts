import { sql } from 'kysely'
import type { Id } from '#server/db/schema/types.ts'
import type { Db } from '#server/db/schema.ts'

/** Published events that begin between these instants. */
export const listLiveSince = (db: Db, from: string, to: string) =>
  db
    .selectFrom('event')
    .select('id')
    .where('status', '=', 'published')
    .where('publishment_flg', 'in', [1, 2, 3])
    .where('start_at', '>=', from)
    .where('start_at', '<=', to)
    .execute()

/**
 * Authors of an event, or one of them, whose lines are not as many as were counted, with the difference. One statement,
 * so that lines and counts are of one moment.
 */
export async function listMiscounted(db: Db, { eventId, userId }: { eventId: Id; userId?: Id }) {
  const ofUser = userId === undefined ? sql`` : sql`and user_id = ${userId}`
  const { rows } = await sql<{ user_id: Id; change: number }>`
    select user_id, sum(lines) as change from (
      select user_id, 1 as lines from talk
        where event_id = ${eventId} and deleted = 0 and deletes is null ${ofUser}
      union all
      select user_id, -messages as lines from talk_author where event_id = ${eventId} ${ofUser}
    ) as counted group by user_id having sum(lines) <> 0`.execute(db)
  return rows
}
