import type { Db } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

export type TalkRow = Awaited<ReturnType<typeof talkAfter>>[number]

/** The newest first, as the index gives them; tombstones and what they deleted are not among them. */
export const talkBefore = (db: Db, eventId: string, point: number | undefined, limit: number) =>
  talkWithMember(db, eventId)
    .where('talk.deletes', 'is', null)
    .$if(point !== undefined, (q) => q.where('talk.seq', '<', point!))
    .orderBy('talk.seq', 'desc')
    .limit(limit)
    .execute()

/** Tombstones included: who follows must learn what to take off the screen. */
export const talkAfter = (db: Db, eventId: string, after: number, limit: number) =>
  talkWithMember(db, eventId)
    .where('talk.seq', '>', after)
    .orderBy('talk.seq')
    .limit(limit)
    .execute()

const talkWithMember = (db: Db, eventId: string) =>
  db
    .selectFrom('talk')
    .innerJoin('user', 'user.id', 'talk.user_id')
    .select(['talk.seq', 'talk.message', 'talk.created_at', 'talk.deletes', 'talk.user_id'])
    .select('talk.client_id')
    .select(memberColumns)
    .where('talk.event_id', '=', eventId)
    .where('talk.deleted', '=', 0)
