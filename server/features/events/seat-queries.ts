import type { Db, Tx } from '#server/db/schema.ts'

/**
 * One more with a ticket; returns its number, which is never given twice, or null where the event is called off or its
 * room suspended.
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

/** Locks the event's row first, as everybody does, and tells how it stands. */
export const lockEvent = (tx: Tx, id: string) =>
  tx
    .updateTable('event')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** One fewer with a ticket, and so many seats given back. */
export const countOut = (tx: Tx, id: string, seats: 0 | 1) =>
  tx
    .updateTable('event')
    .set((eb) => ({ participants: eb('participants', '-', 1), taken: eb('taken', '-', seats) }))
    .where('id', '=', id)
    .execute()

/** One more with a ticket, on a seat that was kept. */
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
