import type { Insertable } from 'kysely'
import { sql } from 'kysely'
import { isWithin, type TimeWindow } from '#server/db/clocks.ts'
import type { Id, Instant } from '#server/db/schema/types.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

/** A message by this person with this client id. */
export const findSent = (db: Db, authorId: Id, clientId: string) =>
  db
    .selectFrom('message')
    .innerJoin('user', 'user.id', 'message.author_id')
    .select(['message.id', 'message.text', 'message.created_at', 'message.author_id'])
    .select('message.conversation_id')
    .select(memberColumns)
    .where('message.author_id', '=', authorId)
    .where('message.client_id', '=', clientId)
    .executeTakeFirst()

/** Instants of a person's latest messages, newest first. */
export async function writtenLately(db: Db, authorId: Id, window: TimeWindow, limit: number) {
  const rows = await db
    .selectFrom('message')
    .select('created_at')
    .where('author_id', '=', authorId)
    .where(isWithin('created_at', window))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ created_at }) => created_at)
}

/** Finds or creates the conversation of two people; its row stays locked. */
export async function openConversation(
  tx: Tx,
  row: Schema['conversation'] & { member_id: Id },
  ownerId: Id,
): Promise<Id> {
  const { id } = await tx
    .insertInto('conversation')
    .values(row)
    .onConflict((on) =>
      on
        .columns(['member_id', 'room_id'])
        .doUpdateSet({ title: row.title, last_text: row.last_text, last_at: row.last_at }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('conversation_member')
    .values(
      [row.member_id, ownerId].map((user_id) => ({
        conversation_id: id,
        user_id,
        unread: 0,
        last_read_at: null,
      })),
    )
    .onConflict((on) => on.columns(['conversation_id', 'user_id']).doNothing())
    .execute()
  return id
}

/** Creates a conversation with one member and one unread message. */
export async function insertServiceConversation(tx: Tx, row: Schema['conversation'], to: Id) {
  await tx.insertInto('conversation').values(row).execute()
  await tx
    .insertInto('conversation_member')
    .values({ conversation_id: row.id, user_id: to, unread: 1, last_read_at: null })
    .execute()
}

/** Locks the row. */
export const setLast = (tx: Tx, id: Id, last: { last_text: string; last_at: Instant }) =>
  tx.updateTable('conversation').set(last).where('id', '=', id).execute()

export const insertMessage = (tx: Tx, row: Insertable<Schema['message']>) =>
  tx.insertInto('message').values(row).execute()

/** Counts one more unread message for the other members; returns their ids. */
export async function countUnread(tx: Tx, conversationId: Id, authorId: Id): Promise<Id[]> {
  const others = await tx
    .updateTable('conversation_member')
    .set((eb) => ({ unread: eb('unread', '+', 1) }))
    .where('conversation_id', '=', conversationId)
    .where('user_id', '!=', authorId)
    .returning('user_id')
    .execute()
  const ids = others.map(({ user_id }) => user_id)
  await addUnread(tx, ids)
  return ids
}

export async function addUnread(tx: Tx, userIds: Id[]) {
  if (userIds.length === 0) return
  await tx
    .updateTable('user')
    .set({ unread_messages: sql`unread_messages + 1` })
    .where('id', 'in', userIds)
    .execute()
}

/** Status of both sides of a room's conversation; undefined for other conversations. */
export const findSides = (db: Db, conversationId: Id) =>
  db
    .selectFrom('conversation')
    .innerJoin('room', 'room.id', 'conversation.room_id')
    .innerJoin('user as owner', 'owner.id', 'room.owner_id')
    .innerJoin('user as member', 'member.id', 'conversation.member_id')
    .leftJoin('membership', (on) =>
      on
        .onRef('membership.room_id', '=', 'room.id')
        .onRef('membership.user_id', '=', 'conversation.member_id'),
    )
    .select(['room.state', 'membership.status as membership'])
    .select(['owner.status as owner', 'member.status as member'])
    .where('conversation.id', '=', conversationId)
    .where('conversation.kind', '=', 'room')
    .executeTakeFirst()

export const findAuthor = (db: Db, id: Id) =>
  db.selectFrom('user').select(memberColumns).where('id', '=', id).executeTakeFirstOrThrow()
