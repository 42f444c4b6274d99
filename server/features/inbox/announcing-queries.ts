import { isLately, type Lately } from '#server/db/clocks.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const findAnnounced = (db: Db, authorId: Id, clientId: string) =>
  db
    .selectFrom('announcement')
    .select('id')
    .where('author_id', '=', authorId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()

/** The instants of a room's latest announcements, the newest first. */
export async function announcedLately(db: Db, roomId: Id, lately: Lately, most: number) {
  const rows = await db
    .selectFrom('announcement')
    .select('created_at')
    .where('room_id', '=', roomId)
    .where(isLately('created_at', lately))
    .orderBy('created_at', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

interface Letter {
  announcement: Schema['announcement']
  messageId: Id
  /** The line that a list shows. */
  last_text: string
}
/** Kept, as a conversation of the same id that its author alone has yet. */
export async function insertAnnouncement(tx: Tx, { announcement, messageId, last_text }: Letter) {
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

/** What is to be told; nothing where an operator has stopped the room or hidden it meanwhile. */
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

/** Members of then who are members still, by their ids. */
export async function listListeners(
  db: Db,
  { room_id, created_at }: { room_id: Id; created_at: Instant },
  after: Id,
  most: number,
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
    .limit(most)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Puts it into these inboxes, unread; in whose it was not yet. */
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
