import { compiledPer } from '#server/db/compiled-once.ts'
import type { Db } from '#server/db/schema.ts'

type Asked = { viewerId: string; now: string } & Record<string, string>
const shapeOf = (roomIds: readonly string[]) => ({ count: roomIds.length })
const nameOf = (at: number) => `room${at}`
const valuesOf = (roomIds: readonly string[], viewerId: string, now: string): Asked => ({
  ...Object.fromEntries(roomIds.map((id, at) => [nameOf(at), id])),
  viewerId,
  now,
})
const idsOf = (count: number, values: Asked) =>
  Array.from({ length: count }, (_, at) => values[nameOf(at)] ?? '')

const counted = compiledPer((db, { count }: { count: number }, values: Asked) =>
  db
    .selectFrom('membership')
    .innerJoin('thread', 'thread.room_id', 'membership.room_id')
    .select(['membership.room_id', (eb) => eb.fn.countAll<number>().as('threads')])
    .where('membership.user_id', '=', values.viewerId)
    .where('membership.room_id', 'in', idsOf(count, values))
    // For the index, in which pinned threads come first.
    .where('thread.pinned', 'in', [0, 1])
    .whereRef('thread.created_at', '>', 'membership.last_seen_at')
    .where('thread.hidden_by', 'is', null)
    .groupBy('membership.room_id'),
)

const coming = compiledPer((db, { count }: { count: number }, values: Asked) =>
  db
    .selectFrom('event')
    .select(['event.id', 'event.room_id', 'event.title', 'event.start_at as start'])
    .where('event.room_id', 'in', idsOf(count, values))
    .where('event.status', '=', 'published')
    .where('event.publishment_flg', '=', 0)
    .where('event.start_at', '>', values.now)
    .orderBy('event.start_at')
    .orderBy('event.id'),
)

/** New threads of each room since the member's last visit; rooms without any are left out. */
export const countNewThreads = (db: Db, viewerId: string, roomIds: readonly string[]) =>
  counted(db, shapeOf(roomIds), valuesOf(roomIds, viewerId, ''))

/** Events of these rooms that have not begun, the next one first. */
export const listComing = (db: Db, roomIds: readonly string[], now: string) =>
  coming(db, shapeOf(roomIds), valuesOf(roomIds, '', now))
