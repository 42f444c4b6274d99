import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

const told = (db: Db, roomId: string) =>
  db
    .selectFrom('event')
    .select(['event.id', 'event.title', 'event.start_at as start', 'event.capacity'])
    .where('event.room_id', '=', roomId)
    .where('event.status', '=', 'published')

/** The event that begins next. */
export const findNext = (db: Db, roomId: string) =>
  told(db, roomId)
    .where('event.publishment_flg', '=', 0)
    .orderBy('event.start_at')
    .orderBy('event.id')
    .limit(1)
    .executeTakeFirst()

/** The event that was the last to begin. */
export const findLast = (db: Db, roomId: string) =>
  told(db, roomId)
    .where('event.publishment_flg', '>', 0)
    .orderBy('event.start_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Valid tickets of an event by the hour of their purchase, whose instants begin with `hour`. */
export const countTickets = (db: Db, eventId: string) =>
  db
    .selectFrom('entitlement')
    .select((eb) => [
      sql<string>`substr(granted_at, 1, 13)`.as('hour'),
      eb.fn.countAll<number>().as('tickets'),
    ])
    .where('kind', '=', 'event')
    .where('subject_id', '=', eventId)
    .where('status', '=', 'valid')
    .groupBy(sql`substr(granted_at, 1, 13)`)
    .execute()

/** The latest events whose viewers were counted by minute, newest first. */
export const listEvenings = (db: Db, roomId: string, limit: number) =>
  told(db, roomId)
    .where('event.publishment_flg', '>', 0)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('watch_minute')
          .select('watch_minute.minute')
          .whereRef('watch_minute.event_id', '=', 'event.id'),
      ),
    )
    .orderBy('event.start_at', 'desc')
    .orderBy('event.id', 'desc')
    .limit(limit)
    .execute()

export const listMinutes = (db: Db, eventId: string, limit: number) =>
  db
    .selectFrom('watch_minute')
    .select(['minute', 'people', 'messages'])
    .where('event_id', '=', eventId)
    .orderBy('minute')
    .limit(limit)
    .execute()

/** Reactions by minute, whose instants begin with `minute`. */
export const countReactions = (
  db: Db,
  eventId: string,
  { from, until }: { from: string; until: string },
) =>
  db
    .selectFrom('talk_reaction')
    .select((eb) => [
      sql<string>`substr(second, 1, 16)`.as('minute'),
      eb.fn.sum<number>('reactions').as('reactions'),
    ])
    .where('event_id', '=', eventId)
    .where('second', '>=', from)
    .where('second', '<', until)
    .groupBy(sql`substr(second, 1, 16)`)
    .execute()
