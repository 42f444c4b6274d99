import type { Db } from '#server/db/schema.ts'

export const listWatchTotals = (db: Db, eventIds: string[]) =>
  db.selectFrom('watch_total').selectAll().where('event_id', 'in', eventIds).execute()

/** Lines of talk and their authors by event, without the owner's and without deleted lines. */
export const countTalk = (db: Db, eventIds: string[], ownerId: string) =>
  db
    .selectFrom('talk')
    .select((eb) => [
      'event_id',
      eb.fn.countAll<number>().as('messages'),
      eb.fn.count<number>('user_id').distinct().as('people'),
    ])
    .where('event_id', 'in', eventIds)
    .where('deleted', '=', 0)
    .where('deletes', 'is', null)
    .where('user_id', '!=', ownerId)
    .groupBy('event_id')
    .execute()
