import type { Db, Schema } from '#server/db/schema.ts'

/** The newest run of an event's stream that stands in this state. */
export const findBroadcast = (db: Db, eventId: string, state: Schema['broadcast']['state']) =>
  db
    .selectFrom('broadcast')
    .select('folder')
    .where('event_id', '=', eventId)
    .where('state', '=', state)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
