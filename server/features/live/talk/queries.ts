import { sql } from 'kysely'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'
import { talkWithMember, withReferences } from './reference-queries.ts'

/** Name of the event's talk counter; writers lock its row. */
export const sequenceOf = (eventId: string) => `talk:${eventId}`

type Part = {
  eventId: string
  point: number
  limit: number
}
/** Cursor after every line. */
const END = Number.MAX_SAFE_INTEGER

const before = compiledOnce((db, { eventId, point, limit }: Part) =>
  talkWithMember(db, eventId)
    .where('talk.deleted', '=', 0)
    .where('talk.deletes', 'is', null)
    .where('talk.seq', '<', point)
    .orderBy('talk.seq', 'desc')
    .limit(limit),
)
const later = compiledOnce((db, { eventId, point, limit }: Part) =>
  talkWithMember(db, eventId)
    .where('talk.deleted', '=', 0)
    .where('talk.seq', '>', point)
    .orderBy('talk.seq')
    .limit(limit),
)
const newest = compiledOnce((db, { eventId, limit }: Omit<Part, 'point'>) =>
  talkWithMember(db, eventId)
    .where('talk.deleted', '=', 0)
    .orderBy('talk.seq', 'desc')
    .limit(limit),
)

/** Newest first, in index order; without tombstones and deleted lines. */
export const talkBefore = async (db: Db, eventId: string, point = END, limit: number) =>
  withReferences(db, eventId, await before(db, { eventId, point, limit }))

/** Includes tombstones and marks, since clients must change the lines that they are about. */
export const talkAfter = async (db: Db, eventId: string, point: number, limit: number) =>
  withReferences(db, eventId, await later(db, { eventId, point, limit }))

/** Newest first, including tombstones and marks; the initial window. */
export const newestTalk = async (db: Db, eventId: string, limit: number) =>
  withReferences(db, eventId, await newest(db, { eventId, limit }))

/** Owner of the event; undefined for an unknown event. */
export const findEventOwner = (db: Db, eventId: string) =>
  db
    .selectFrom('event')
    .innerJoin('room', 'room.id', 'event.room_id')
    .select('room.owner_id')
    .where('event.id', '=', eventId)
    .executeTakeFirst()

/** The line with this client id of its author; its text is empty after a deletion. */
export async function findSent(db: Db, eventId: string, userId: string, clientId: string) {
  const rows = await talkWithMember(db, eventId)
    .where('talk.user_id', '=', userId)
    .where('talk.client_id', '=', clientId)
    .execute()
  return (await withReferences(db, eventId, rows))[0]
}

export const findTalk = (db: Db, eventId: string, seq: number) =>
  talkWithMember(db, eventId)
    .select('talk.deleted')
    .where('talk.seq', '=', seq)
    .where('talk.deletes', 'is', null)
    .executeTakeFirst()

export type NewTalk = Pick<
  Schema['talk'],
  | 'event_id'
  | 'seq'
  | 'user_id'
  | 'message'
  | 'client_id'
  | 'created_at'
  | 'reply_to'
  | 'question'
  | 'stamp_id'
>

/** False if talk is closed, off or forbidden to this person, or the client id is a duplicate. */
export async function insertTalk(tx: Tx, talk: NewTalk): Promise<boolean> {
  const inserted = await tx
    .insertInto('talk')
    .columns([
      ...(['event_id', 'seq', 'user_id', 'message', 'client_id', 'deleted', 'created_at'] as const),
      ...(['reply_to', 'question', 'stamp_id'] as const),
    ])
    .expression((eb) =>
      eb
        .selectFrom('event')
        .select([
          'event.id',
          sql<number>`cast(${talk.seq} as bigint)`.as('seq'),
          sql<string>`cast(${talk.user_id} as text)`.as('user_id'),
          sql<string>`cast(${talk.message} as text)`.as('message'),
          sql<string | null>`cast(${talk.client_id} as text)`.as('client_id'),
          sql<0>`0`.as('deleted'),
          sql<string>`cast(${talk.created_at} as text)`.as('created_at'),
          sql<number | null>`cast(${talk.reply_to} as bigint)`.as('reply_to'),
          sql<0 | 1>`cast(${talk.question} as integer)`.as('question'),
          sql<string | null>`cast(${talk.stamp_id} as text)`.as('stamp_id'),
        ])
        .where('event.id', '=', talk.event_id)
        .where('event.live_talk', '=', 1)
        .where('event.publishment_flg', 'in', [1, 2])
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('talk_ban')
                .select('talk_ban.user_id')
                .where('talk_ban.event_id', '=', talk.event_id)
                .where('talk_ban.user_id', '=', talk.user_id),
            ),
          ),
        ),
    )
    .onConflict((on) => on.columns(['event_id', 'user_id', 'client_id']).doNothing())
    .returning('seq')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Times of this person's lines at all events, newest first; deleted lines count, too. */
export async function spokenSince(
  tx: Tx,
  userId: string,
  { after, before }: { after: string; before: string },
  limit: number,
): Promise<string[]> {
  const lines = await tx
    .selectFrom('talk')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('created_at', '>', after)
    .where('created_at', '<', before)
    .where('deletes', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return lines.map(({ created_at }) => created_at)
}

/** Time of the person's last line at this event; deleted lines count, so that deleting does not bypass the pause. */
export async function lastSpoken(
  tx: Tx,
  eventId: string,
  userId: string,
  { after, before }: { after: string; before: string },
) {
  const { last } = await tx
    .selectFrom('talk')
    .select((eb) => eb.fn.max<string | null>('created_at').as('last'))
    .where('event_id', '=', eventId)
    .where('user_id', '=', userId)
    .where('created_at', '>', after)
    .where('created_at', '<', before)
    .where('deletes', 'is', null)
    .executeTakeFirstOrThrow()
  return last
}

/** The author of the line; null if it was deleted already. */
export async function eraseTalk(tx: Tx, eventId: string, seq: number): Promise<string | null> {
  const erased = await tx
    .updateTable('talk')
    .set({ deleted: 1, message: '', stamp_id: null })
    .where('event_id', '=', eventId)
    .where('seq', '=', seq)
    .where('deleted', '=', 0)
    .where('deletes', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return erased?.user_id ?? null
}

/** A line that says which one was deleted. */
export type Tombstone = Pick<Schema['talk'], 'event_id' | 'seq' | 'user_id' | 'created_at'> & {
  deletes: number
}

export const insertTombstone = (tx: Tx, tombstone: Tombstone) =>
  tx
    .insertInto('talk')
    .values({ ...tombstone, message: '', client_id: null, deleted: 0, question: 0 })
    .execute()

export const insertBan = (tx: Tx, ban: Schema['talk_ban']) =>
  tx
    .insertInto('talk_ban')
    .values(ban)
    .onConflict((on) => on.doNothing())
    .execute()

export const deleteBan = (db: Db, eventId: string, userId: string) =>
  db.deleteFrom('talk_ban').where('event_id', '=', eventId).where('user_id', '=', userId).execute()

export const listBanned = (db: Db, eventId: string) =>
  db
    .selectFrom('talk_ban')
    .innerJoin('user', 'user.id', 'talk_ban.user_id')
    .select(memberColumns)
    .where('talk_ban.event_id', '=', eventId)
    .orderBy('talk_ban.created_at')
    .orderBy('user.id')
    .execute()

export const setTalk = (
  db: Db,
  eventId: string,
  set: Pick<Schema['event'], 'slow_seconds' | 'ng_words' | 'updated_at'>,
) => db.updateTable('event').set(set).where('id', '=', eventId).execute()
