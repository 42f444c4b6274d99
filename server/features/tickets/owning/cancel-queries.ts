import { hasRow } from '#server/db/has-row.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/** False if it was cancelled before. */
export const markCancelled = (tx: Tx, id: string, updated_at: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('digital_ticket')
      .set({ status: 'cancelled', updated_at })
      .where('id', '=', id)
      .where('status', '!=', 'cancelled')
      .returning('id'),
  )

/** Drafts and published tickets whose doors are not open yet. */
export const listComing = (db: Db, roomId: string, now: string) =>
  db
    .selectFrom('digital_ticket')
    .select('id')
    .where('room_id', '=', roomId)
    .where((eb) =>
      eb.or([
        eb('status', '=', 'draft'),
        eb.and([eb('status', '=', 'published'), eb('opens_at', '>', now)]),
      ]),
    )
    .orderBy('id')
    .execute()

export const titleOf = async (db: Db, id: string) =>
  (
    await db
      .selectFrom('digital_ticket')
      .select('title')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).title
