import type { Db } from '#server/db/schema.ts'
import { talkWithMember, withReferences } from './reference-queries.ts'

/** A part of an evening: instants, without `to`. */
export interface Span {
  from: string
  to: string
}

/** Messages of that time, oldest first; if there are more, the newest ones. */
export async function talkWithin(db: Db, eventId: string, { from, to }: Span, limit: number) {
  const rows = await talkWithMember(db, eventId)
    .where('talk.deleted', '=', 0)
    .where('talk.deletes', 'is', null)
    .where('talk.created_at', '>=', from)
    .where('talk.created_at', '<', to)
    .orderBy('talk.created_at', 'desc')
    .orderBy('talk.seq', 'desc')
    .limit(limit)
    .execute()
  return withReferences(db, eventId, rows.reverse())
}

const marksOfPins = (db: Db, eventId: string) =>
  talkWithMember(db, eventId)
    .where('talk.mark', 'in', ['pin', 'unpin'])
    .where('talk.mark', 'is not', null)

/** The mark that pinned or unpinned last before that instant, and those until `to`, in order. */
export async function pinsWithin(db: Db, eventId: string, { from, to }: Span) {
  const [before, within] = await Promise.all([
    marksOfPins(db, eventId)
      .where('talk.created_at', '<', from)
      .orderBy('talk.seq', 'desc')
      .limit(1)
      .execute(),
    marksOfPins(db, eventId)
      .where('talk.created_at', '>=', from)
      .where('talk.created_at', '<', to)
      .orderBy('talk.seq')
      .execute(),
  ])
  return withReferences(db, eventId, [...before, ...within])
}

/** The counts of seconds with reactions, in order. */
export const reactionsWithin = (db: Db, eventId: string, { from, to }: Span) =>
  db
    .selectFrom('talk_reaction')
    .select(['second', 'reactions'])
    .where('event_id', '=', eventId)
    .where('second', '>=', from)
    .where('second', '<', to)
    .orderBy('second')
    .execute()
