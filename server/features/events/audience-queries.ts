import type { Db } from '#server/db/schema.ts'

export const listWatchTotals = (db: Db, eventIds: string[]) =>
  db.selectFrom('watch_total').selectAll().where('event_id', 'in', eventIds).execute()

/** Lines of talk and their authors by event, without the owner's and without deleted lines. */
export const listTalkTotals = (db: Db, eventIds: string[], ownerId: string) =>
  db
    .selectFrom('talk_total')
    .leftJoin('talk_author as own', (on) =>
      on.onRef('own.event_id', '=', 'talk_total.event_id').on('own.user_id', '=', ownerId),
    )
    .select(['talk_total.event_id', 'talk_total.messages', 'talk_total.people'])
    .select('own.messages as own_messages')
    .where('talk_total.event_id', 'in', eventIds)
    .execute()
