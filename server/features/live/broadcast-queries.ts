import type { NotNull } from 'kysely'
import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import type { Broadcast } from '#server/db/schema/events.ts'
import type { Db, Schema } from '#server/db/schema.ts'

/** Interruption of a stream: instants. `to` is null while it lasts. */
const Gap = z.object({ from: z.string(), to: z.string().nullable() })
export type Gap = z.output<typeof Gap>
const read = jsonOf(z.array(Gap))
type State = Broadcast['state']

export const gapsOf = (row: Pick<Broadcast, 'gaps'>) => read(row.gaps)

/** Broadcasts that have not ended, with the columns that decide over them. */
const openOnes = (db: Db) =>
  db
    .selectFrom('broadcast')
    .innerJoin('event', 'event.id', 'broadcast.event_id')
    .innerJoin('room', 'room.id', 'event.room_id')
    .leftJoin('stream_key', 'stream_key.event_id', 'broadcast.event_id')
    .select(['broadcast.id', 'broadcast.event_id', 'broadcast.state', 'broadcast.gaps'])
    .select(['broadcast.started_at', 'broadcast.kept_until', 'stream_key.key_hash'])
    .select(['event.publishment_flg', 'event.auto_start', 'event.archive_days'])
    .select(['event.status', 'event.room_id', 'room.state as room_state'])
    .where('broadcast.ended_at', 'is', null)

export type OpenBroadcast = Awaited<ReturnType<typeof listOpen>>[number]

export const listOpen = (db: Db) => openOnes(db).execute()

export const findOpen = (db: Db, eventId: string) =>
  openOnes(db).where('broadcast.event_id', '=', eventId).executeTakeFirst()

/** Broadcasts with a recording, oldest first. */
export const listEnded = (db: Db, eventId: string) =>
  db
    .selectFrom('broadcast')
    .select(['id', 'started_at', 'ended_at', 'kept_until'])
    .where('event_id', '=', eventId)
    .where('state', '=', 'ended')
    .where('ended_at', 'is not', null)
    .orderBy('started_at')
    .$narrowType<{ ended_at: NotNull }>()
    .execute()

/** Events with an ended stream and open talk, unchanged since `before` and without an open broadcast. */
export const listLeftOpen = (db: Db, before: string, limit: number) =>
  db
    .selectFrom('event')
    .innerJoin('room', 'room.id', 'event.room_id')
    .select('event.id')
    .where('event.publishment_flg', '=', 2)
    .where('event.status', '=', 'published')
    .where('event.updated_at', '<=', before)
    // Restoring a suspended room updates `updated_at`, which restarts the waiting time.
    .where('room.state', '<>', 9)
    .where('room.updated_at', '<=', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('broadcast')
            .select('broadcast.id')
            .whereRef('broadcast.event_id', '=', 'event.id')
            .where('broadcast.ended_at', 'is', null),
        ),
      ),
    )
    .limit(limit)
    .execute()

export const findArchive = (db: Db, eventId: string) =>
  db.selectFrom('event').selectAll().where('id', '=', eventId).executeTakeFirst()

export const findKey = (db: Db, eventId: string) =>
  db.selectFrom('stream_key').selectAll().where('event_id', '=', eventId).executeTakeFirst()

/** The event of a stream key, with what decides if it accepts a stream. */
export const findKeyed = (db: Db, keyHash: string) =>
  db
    .selectFrom('stream_key')
    .innerJoin('event', 'event.id', 'stream_key.event_id')
    .innerJoin('room', 'room.id', 'event.room_id')
    .select(['event.id', 'event.status', 'event.publishment_flg', 'room.state as room_state'])
    .where('stream_key.key_hash', '=', keyHash)
    .executeTakeFirst()

export const insertKey = (
  db: Db,
  row: { event_id: string; key_hash: string; key_sealed: string; created_at: string },
) =>
  db
    .insertInto('stream_key')
    .values(row)
    .onConflict((on) => on.column('event_id').doNothing())
    .execute()

export const replaceKey = (
  db: Db,
  {
    event_id,
    ...row
  }: { event_id: string; key_hash: string; key_sealed: string; created_at: string },
) => db.updateTable('stream_key').set(row).where('event_id', '=', event_id).execute()

/** Folder prefix of recordings created by the demo. */
const DEMO = 'demo/'

export const insertPreview = (db: Db, event_id: string, id: string, started_at: string) =>
  db
    .insertInto('broadcast')
    .values({
      id,
      event_id,
      state: 'preview',
      folder: `live/${id}`,
      gaps: '[]',
      started_at,
      ended_at: null,
      bytes: null,
      kept_until: null,
    })
    .onConflict((on) => on.doNothing())
    .execute()

/** Broadcasts of the demo, live and ended. */
export const listDemo = (db: Db) =>
  db
    .selectFrom('broadcast')
    .select(['id', 'event_id', 'state', 'started_at'])
    .where('folder', 'like', `${DEMO}%`)
    .execute()

/** Changes the state; false if it was not one of the expected ones any more. */
export async function turnBroadcast(
  db: Db,
  id: string,
  from: State[],
  row: Partial<
    Pick<Broadcast, 'state' | 'gaps' | 'started_at' | 'ended_at' | 'bytes' | 'kept_until'>
  >,
): Promise<boolean> {
  const turned = await db
    .updateTable('broadcast')
    .set(row)
    .where('id', '=', id)
    .where('state', 'in', from)
    .returning('id')
    .executeTakeFirst()
  return turned !== undefined
}

/** Stops keeping the recording from now on; false if that was so already. */
export async function stopKeeping(db: Db, id: string, kept_until: string): Promise<boolean> {
  const stopped = await db
    .updateTable('broadcast')
    .set({ kept_until })
    .where('id', '=', id)
    .where('kept_until', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return stopped !== undefined
}

/** All recordings of a room on disk. */
export const listOfRoom = (db: Db, roomId: string) =>
  db
    .selectFrom('broadcast')
    .innerJoin('event', 'event.id', 'broadcast.event_id')
    .select(['broadcast.id', 'broadcast.event_id', 'broadcast.bytes'])
    .where('event.room_id', '=', roomId)
    .execute()

export const deletePreview = (db: Db, id: string) =>
  db.deleteFrom('broadcast').where('id', '=', id).where('state', '=', 'preview').execute()

/** Changes the publishment; false if it was not the expected one any more. */
export async function turnEvent(
  db: Db,
  id: string,
  from: Schema['event']['publishment_flg'][],
  row: {
    publishment_flg: 0 | 1 | 2 | 3
    archive?: 0 | 1
    archive_until?: string | null
    archive_deleted_at?: null
    updated_at: string
  },
): Promise<boolean> {
  const turned = await db
    .updateTable('event')
    .set(row)
    .where('id', '=', id)
    .where('publishment_flg', 'in', from)
    .where('status', '=', 'published')
    .returning('id')
    .executeTakeFirst()
  return turned !== undefined
}
