import type { ExpressionBuilder } from 'kysely'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** Closes an open archive window; false if none is open. */
export async function closeArchive(tx: Tx, id: string, at: string): Promise<boolean> {
  const closed = await tx
    .updateTable('event')
    .set({ archive: 0, archive_until: at, archive_deleted_at: at, updated_at: at })
    .where('id', '=', id)
    .where('archive', '=', 1)
    .where((eb) => eb.or([eb('archive_until', 'is', null), eb('archive_until', '>', at)]))
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** Marks ended broadcasts as not kept, so that no archive contains them, also if the stream resumes. Returns ids. */
export async function unkeepEnded(tx: Tx, eventId: string): Promise<string[]> {
  const ended = await tx
    .updateTable('broadcast')
    .set((eb) => ({ kept_until: eb.ref('started_at') }))
    .where('event_id', '=', eventId)
    .where('state', '=', 'ended')
    .returning('id')
    .execute()
  return ended.map(({ id }) => id)
}

/** Removes the address of an external recording. */
export const clearArchiveSource = (tx: Tx, eventId: string, updated_at: string) =>
  tx
    .updateTable('stream_source')
    .set({ archive_sealed: null, updated_at })
    .where('event_id', '=', eventId)
    .execute()

export const deleteEnded = (db: Db, id: string) =>
  db.deleteFrom('broadcast').where('id', '=', id).where('state', '=', 'ended').execute()

/** Data of the email to ticket holders: title, and the room whose owner to contact. */
export const findAnnounced = (db: Db, id: string) =>
  db
    .selectFrom('event')
    .innerJoin('room', 'room.id', 'event.room_id')
    .innerJoin('user', 'user.id', 'room.owner_id')
    .select(['event.title', 'user.name as room'])
    .where('event.id', '=', id)
    .executeTakeFirstOrThrow()

/** An event is cancelled, or has ended without an archive or with one that closed before that instant. */
const isClosed = (before: string) => (eb: ExpressionBuilder<Schema, 'event'>) =>
  eb.or([
    eb('event.status', '=', 'cancelled'),
    eb('event.publishment_flg', 'in', [2, 3]).and(
      eb.or([eb('event.archive', '=', 0), eb('event.archive_until', '<', before)]),
    ),
  ])

/** Broadcasts ended before that instant whose archive closed before it, or that have none. */
export const listClosed = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('broadcast')
    .innerJoin('event', 'event.id', 'broadcast.event_id')
    .select('broadcast.id')
    .where('broadcast.ended_at', '<', before)
    .where(isClosed(before))
    .limit(limit)
    .execute()

export const deleteBroadcast = (db: Db, id: string) =>
  db.deleteFrom('broadcast').where('id', '=', id).execute()

/** Captions stored before that instant of archives that are no longer accessible. */
export const deleteClosedCaptions = (db: Db, before: string) =>
  db
    .deleteFrom('caption')
    .where('updated_at', '<', before)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('event')
          .select('event.id')
          .whereRef('event.id', '=', 'caption.event_id')
          .where(isClosed(before)),
      ),
    )
    .execute()
