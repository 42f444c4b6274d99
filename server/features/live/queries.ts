import { compiledOnce } from '#server/db/compiled-once.ts'
import type { Db } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

export type TalkRow = Awaited<ReturnType<typeof talkAfter>>[number]

const talkWithMember = (db: Db, eventId: string) =>
  db
    .selectFrom('talk')
    .innerJoin('user', 'user.id', 'talk.user_id')
    .select(['talk.seq', 'talk.message', 'talk.created_at', 'talk.deletes', 'talk.user_id'])
    .select('talk.client_id')
    .select(memberColumns)
    .where('talk.event_id', '=', eventId)
    .where('talk.deleted', '=', 0)

type Part = {
  eventId: string
  point: number
  limit: number
}
/** Past the last line there ever is. */
const END = Number.MAX_SAFE_INTEGER

const before = compiledOnce((db, { eventId, point, limit }: Part) =>
  talkWithMember(db, eventId)
    .where('talk.deletes', 'is', null)
    .where('talk.seq', '<', point)
    .orderBy('talk.seq', 'desc')
    .limit(limit),
)
const later = compiledOnce((db, { eventId, point, limit }: Part) =>
  talkWithMember(db, eventId).where('talk.seq', '>', point).orderBy('talk.seq').limit(limit),
)

/** The newest first, as the index gives them; tombstones and what they deleted are not among them. */
export const talkBefore = (db: Db, eventId: string, point = END, limit: number) =>
  before(db, { eventId, point, limit })

/** Tombstones included: who follows must learn what to take off the screen. */
export const talkAfter = (db: Db, eventId: string, point: number, limit: number) =>
  later(db, { eventId, point, limit })
