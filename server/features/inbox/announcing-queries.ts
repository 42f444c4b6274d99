import { isWithin, type TimeWindow } from '#server/db/clocks.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const findAnnounced = (db: Db, authorId: Id, clientId: string) =>
  db
    .selectFrom('announcement')
    .select('id')
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** Instants of a room's latest announcements, newest first. */
export async function announcedLately(db: Db, roomId: Id, window: TimeWindow, limit: number) {
  const rows = await db
    .selectFrom('announcement')
    .select('created_at')
    .where('room_id', '=', roomId)
    .where(isWithin('created_at', window))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

interface NewAnnouncement {
  announcement: Schema['announcement']
  messageId: Id
  /** Preview line in lists. */
  last_text: string
}
/** Inserts an announcement with a conversation of the same id, so far with its author as the only member. */
export async function insertAnnouncement(
  tx: Tx,
  { announcement, messageId, last_text }: NewAnnouncement,
) {
  const { id, room_id, author_id, title, text, created_at } = announcement
  await tx.insertInto('announcement').values(announcement).execute()
  const times = { last_text, last_at: created_at, created_at }
  await tx
    .insertInto('conversation')
    .values({ id, kind: 'announcement', room_id, member_id: null, title, ...times })
    .execute()
  await tx
    .insertInto('message')
    .values({ id: messageId, conversation_id: id, author_id, text, created_at, client_id: null })
    .execute()
  await tx
    .insertInto('conversation_member')
    .values({ conversation_id: id, user_id: author_id, unread: 0, last_read_at: created_at })
    .execute()
}

/** The announcement to deliver; undefined if it was hidden or its room suspended meanwhile. */
export const findAnnouncement = (db: Db, id: Id) =>
  db
    .selectFrom('announcement')
    .innerJoin('room', 'room.id', 'announcement.room_id')
    .selectAll('announcement')
    .select('room.title as room_title')
    .where('announcement.id', '=', id)
    .where('room.state', '!=', 9)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('message')
            .select('message.id')
            .whereRef('message.conversation_id', '=', 'announcement.id')
            .where('message.hidden_by', 'is not', null),
        ),
      ),
    )
    .executeTakeFirst()

/** Ids of active members who had joined before the announcement, sorted. */
export async function listListeners(
  db: Db,
  { room_id, created_at }: { room_id: Id; created_at: Instant },
  after: Id,
  limit: number,
) {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('user', 'user.id', 'membership.user_id')
    .select('membership.user_id')
    .where('membership.room_id', '=', room_id)
    .where('membership.status', 'in', ['active', 'past_due'])
    .where('membership.joined_at', '<=', created_at)
    .where('user.status', '=', 'active')
    .where('membership.user_id', '>', after)
    .orderBy('membership.user_id')
    .limit(limit)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Adds the announcement to these inboxes as unread; returns the ids of people who did not have it yet. */
export async function putIntoInboxes(tx: Tx, conversation_id: Id, people: Id[]): Promise<Id[]> {
  if (people.length === 0) return []
  const rows = await tx
    .insertInto('conversation_member')
    .values(people.map((user_id) => ({ conversation_id, user_id, unread: 1, last_read_at: null })))
    .onConflict((on) => on.columns(['conversation_id', 'user_id']).doNothing())
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}
