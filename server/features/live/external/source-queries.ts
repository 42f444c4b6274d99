import type { StreamSource } from '#server/db/schema/events.ts'
import type { Db } from '#server/db/schema.ts'

export const findSource = (db: Db, eventId: string) =>
  db.selectFrom('stream_source').selectAll().where('event_id', '=', eventId).executeTakeFirst()

export const putSource = (db: Db, { event_id, ...row }: StreamSource) =>
  db
    .insertInto('stream_source')
    .values({ event_id, ...row })
    .onConflict((on) => on.column('event_id').doUpdateSet(row))
    .execute()

export const deleteSource = (db: Db, eventId: string) =>
  db.deleteFrom('stream_source').where('event_id', '=', eventId).execute()

/** Sources to poll: of live events, of events starting about now, and those requested by the studio. */
export const listWatched = (db: Db, from: string, to: string, askedFor: string[]) =>
  db
    .selectFrom('stream_source')
    .innerJoin('event', 'event.id', 'stream_source.event_id')
    .innerJoin('room', 'room.id', 'event.room_id')
    .select(['stream_source.event_id', 'stream_source.live_sealed'])
    .where('event.status', '=', 'published')
    .where('room.state', '<>', 9)
    .where((eb) =>
      eb.or([
        eb('event.publishment_flg', '=', 1),
        eb('event.publishment_flg', 'in', [0, 2]).and(
          eb.or([
            eb.between('event.start_at', from, to),
            ...(askedFor.length > 0 ? [eb('event.id', 'in', askedFor)] : []),
          ]),
        ),
      ]),
    )
    .execute()

/** Opens an archive with a source named after the end. */
export const openArchive = (db: Db, id: string, archive_until: string) =>
  db
    .updateTable('event')
    .set({ archive: 1, archive_until })
    .where('id', '=', id)
    .where('publishment_flg', 'in', [2, 3])
    .execute()
