import type { ExpressionBuilder } from 'kysely'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Schema } from '#server/db/schema.ts'

const inboxes = (eb: ExpressionBuilder<Schema, 'announcement'>) =>
  eb
    .selectFrom('conversation_member as theirs')
    .select((of) => of.fn.countAll<number>().as('count'))
    .whereRef('theirs.conversation_id', '=', 'announcement.id')
    .whereRef('theirs.user_id', '!=', 'announcement.author_id')

/** Announcements of a room with the number of inboxes that hold them and of those who opened them. */
export const listAnnounced = (db: Db, roomId: string, { limit, offset }: PageWindow) =>
  db
    .selectFrom('announcement')
    .select(['announcement.id', 'announcement.title', 'announcement.created_at'])
    .select((eb) => [
      inboxes(eb).as('delivered'),
      inboxes(eb).where('theirs.last_read_at', 'is not', null).as('read'),
    ])
    .where('announcement.room_id', '=', roomId)
    .orderBy('announcement.created_at', 'desc')
    .orderBy('announcement.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
