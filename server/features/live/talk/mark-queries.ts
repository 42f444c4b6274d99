import { nextSequence } from '#server/db/counter.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { sequenceOf } from './queries.ts'
import { talkWithMember, withReferences } from './reference-queries.ts'

export type NewMark = Pick<Schema['talk'], 'event_id' | 'user_id' | 'created_at'> & {
  about: number
  mark: NonNullable<Schema['talk']['mark']>
}

/** Returns the seq of the mark. */
export async function insertMark(tx: Tx, mark: NewMark): Promise<number> {
  const seq = await nextSequence(tx, sequenceOf(mark.event_id))
  const row = { ...mark, seq, deletes: seq, message: '', client_id: null } as const
  await tx
    .insertInto('talk')
    .values({ ...row, deleted: 0, question: 0 })
    .execute()
  return seq
}

/** The newest mark that pinned or unpinned a line. */
export const findPin = (db: Db, eventId: string) =>
  db
    .selectFrom('talk')
    .select(['seq', 'about', 'mark'])
    .where('event_id', '=', eventId)
    .where('mark', 'in', ['pin', 'unpin'])
    .where('mark', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** A line that is restored later is not pinned again. */
export const unpin = (tx: Tx, eventId: string, about: number) =>
  tx
    .updateTable('talk')
    .set({ mark: 'unpin' })
    .where('event_id', '=', eventId)
    .where('about', '=', about)
    .where('mark', '=', 'pin')
    .execute()

/** Newest first, without deleted ones. */
export async function newestQuestions(db: Db, eventId: string, limit: number) {
  const rows = await talkWithMember(db, eventId)
    .where('talk.question', '=', 1)
    .where('talk.deleted', '=', 0)
    .orderBy('talk.seq', 'desc')
    .limit(limit)
    .execute()
  return withReferences(db, eventId, rows)
}

/** False if the line is no question, is deleted, or is in that state already. */
export async function setAnswered(
  tx: Tx,
  eventId: string,
  seq: number,
  answered_at: string | null,
): Promise<boolean> {
  const changed = await tx
    .updateTable('talk')
    .set({ answered_at })
    .where('event_id', '=', eventId)
    .where('seq', '=', seq)
    .where('question', '=', 1)
    .where('deleted', '=', 0)
    .where('answered_at', answered_at === null ? 'is not' : 'is', null)
    .returning('seq')
    .executeTakeFirst()
  return changed !== undefined
}
