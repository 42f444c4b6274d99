import { sql } from 'kysely'
import type { Db, Tx } from '#server/db/schema.ts'

/**
 * Counts one more participant. Returns the ticket number, which is never reused; null for a cancelled event or a
 * suspended room.
 */
export async function countIn(tx: Tx, id: string): Promise<number | null> {
  const counted = await tx
    .updateTable('event')
    .set((eb) => ({
      participants: eb('participants', '+', 1),
      last_number: eb('last_number', '+', 1),
    }))
    .where('id', '=', id)
    .where('status', '=', 'published')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('room')
          .select('room.id')
          .whereRef('room.id', '=', 'event.room_id')
          .where('room.state', '!=', 9),
      ),
    )
    .returning('last_number')
    .executeTakeFirst()
  return counted?.last_number ?? null
}

/** Locks the event's row, which every transaction locks first, and returns it. */
export const lockEvent = (tx: Tx, id: string) =>
  tx
    .updateTable('event')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Counts one participant fewer and releases `seats` seats. */
export const countOut = (tx: Tx, id: string, seats: 0 | 1) =>
  tx
    .updateTable('event')
    .set((eb) => ({ participants: eb('participants', '-', 1), taken: eb('taken', '-', seats) }))
    .where('id', '=', id)
    .execute()

/** Counts one participant more, on a seat already reserved. */
export const countBack = (tx: Tx, id: string) =>
  tx
    .updateTable('event')
    .set((eb) => ({ participants: eb('participants', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const findTicket = (db: Db, userId: string, eventId: string) =>
  db
    .selectFrom('entitlement')
    .select(['id', 'number'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'event')
    .where('subject_id', '=', eventId)
    .where('status', '=', 'valid')
    .executeTakeFirst()

/** Valid tickets without the archive, by event. */
export async function countLiveOnly(db: Db, eventIds: string[]): Promise<Map<string, number>> {
  if (eventIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('entitlement')
    .select((eb) => ['subject_id', eb.fn.countAll().as('tickets')])
    // A literal, not a parameter: the partial index has this condition.
    .where('live_only', '=', sql.lit(1))
    .where('subject_id', 'in', eventIds)
    .where('status', '=', 'valid')
    .groupBy('subject_id')
    .execute()
  return new Map(rows.map(({ subject_id, tickets }) => [subject_id, Number(tickets)]))
}

export const addNotify = (db: Db, event_id: string, user_id: string, created_at: string) =>
  db
    .insertInto('event_notify')
    .values({ event_id, user_id, created_at })
    .onConflict((on) => on.doNothing())
    .execute()

export const removeNotify = (db: Db, eventId: string, userId: string) =>
  db
    .deleteFrom('event_notify')
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .execute()

/** Those people who hold a ticket, by their ids, and whether it is without the archive. */
export async function holdersAmong(db: Db, eventId: string, userIds: string[]) {
  const rows = await db
    .selectFrom('entitlement')
    .select(['user_id', 'status', 'live_only'])
    .where('kind', '=', 'event')
    .where('subject_id', '=', eventId)
    .where('user_id', 'in', userIds)
    .execute()
  // The status is filtered here: in SQL, SQLite would scan all holders, which takes 12 times as long with 10,000.
  const valid = rows.filter(({ status }) => status === 'valid')
  return new Map(valid.map(({ user_id, live_only }) => [user_id, live_only]))
}

export async function moderatorsAmong(db: Db, roomId: string, userIds: string[]) {
  const rows = await db
    .selectFrom('room_staff')
    .select('user_id')
    .where('room_id', '=', roomId)
    .where('role', '=', 'moderator')
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

export async function bannedAmong(db: Db, eventId: string, userIds: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('talk_ban')
    .select('user_id')
    .where('event_id', '=', eventId)
    .where('user_id', 'in', userIds)
    .execute()
  return rows.map(({ user_id }) => user_id)
}
