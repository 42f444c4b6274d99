import { sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

export type ConversationRow = Awaited<ReturnType<typeof listConversations>>[number]
export type MessageRow = Awaited<ReturnType<typeof messagesBefore>>[number]

/** Conversations with the other side: the other person, the announcing room's owner, or null for the service. */
const conversationsOf = (db: Db, userId: string) =>
  db
    .selectFrom('conversation_member as mine')
    .innerJoin('conversation', 'conversation.id', 'mine.conversation_id')
    .leftJoin('room', 'room.id', 'conversation.room_id')
    .leftJoin('conversation_member as theirs', (on) =>
      on
        .onRef('theirs.conversation_id', '=', 'conversation.id')
        .on('theirs.user_id', '!=', userId)
        .on('conversation.kind', '=', 'room'),
    )
    .leftJoin('user', (on) =>
      on.on((eb) => eb('user.id', '=', eb.fn.coalesce('theirs.user_id', 'room.owner_id'))),
    )
    .selectAll('conversation')
    .select(memberColumns)
    .select('mine.unread')
    .where('mine.user_id', '=', userId)
    // A hidden announcement is omitted, since it is a conversation of one message.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('message')
            .select('message.id')
            .whereRef('message.conversation_id', '=', 'conversation.id')
            .where('conversation.kind', '=', 'announcement')
            .where('message.hidden_by', 'is not', null),
        ),
      ),
    )

export const listConversations = (db: Db, userId: string, { limit, offset }: PageWindow) =>
  conversationsOf(db, userId)
    .orderBy('conversation.last_at', 'desc')
    .orderBy('conversation.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const findConversation = (db: Db, userId: string, id: string) =>
  conversationsOf(db, userId).where('conversation.id', '=', id).executeTakeFirst()

/** Whether the person has unread messages there. */
export const hasUnread = (db: Db, conversationId: string, userId: string) =>
  hasRow(
    db
      .selectFrom('conversation_member')
      .select('unread')
      .where('conversation_id', '=', conversationId)
      .where('user_id', '=', userId)
      .where('unread', '>', 0),
  )

/** Cursor of a message within its conversation. */
interface Place {
  id: string
  created_at: string
}
export const findPlace = (db: Db, conversationId: string, id: string) =>
  db
    .selectFrom('message')
    .select(['id', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Newest first; with a cursor, only those before it. */
export const messagesBefore = (
  db: Db,
  conversationId: string,
  before: Place | null,
  limit: number,
) =>
  db
    .selectFrom('message')
    .leftJoin('user', 'user.id', 'message.author_id')
    .select(['message.id', 'message.text', 'message.created_at', 'message.author_id'])
    .select(memberColumns)
    .where('message.conversation_id', '=', conversationId)
    .where('message.hidden_by', 'is', null)
    .$call((builder) =>
      before === null
        ? builder
        : builder.where(({ eb, refTuple, tuple }) =>
            eb(
              refTuple('message.created_at', 'message.id'),
              '<',
              tuple(before.created_at, before.id),
            ),
          ),
    )
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(limit)
    .execute()

/** Subtracts the read messages, so that later ones stay unread. Undefined if they were marked as read meanwhile. */
export const markRead = (
  tx: Tx,
  { id, userId, seen, now }: { id: string; userId: string; seen: number; now: string },
) =>
  tx
    .updateTable('conversation_member')
    .set({ unread: sql`unread - ${seen}`, last_read_at: now })
    .where('conversation_id', '=', id)
    .where('user_id', '=', userId)
    .where('unread', '>=', seen)
    .returning('unread')
    .executeTakeFirst()

export const takeOffUnread = (tx: Tx, userId: string, seen: number) =>
  tx
    .updateTable('user')
    .set({ unread_messages: sql`unread_messages - ${seen}` })
    .where('id', '=', userId)
    .execute()

/** A message of a conversation that includes this person. */
export const findMessage = (db: Db, userId: string, id: string) =>
  db
    .selectFrom('message')
    .innerJoin('conversation_member as mine', (on) =>
      on
        .onRef('mine.conversation_id', '=', 'message.conversation_id')
        .on('mine.user_id', '=', userId),
    )
    .select(['message.author_id', 'message.text', 'message.created_at'])
    .where('message.id', '=', id)
    .where('message.hidden_by', 'is', null)
    .executeTakeFirst()
