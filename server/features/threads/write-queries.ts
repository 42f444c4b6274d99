import type { Insertable, Updateable } from 'kysely'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

/** Locks the thread, as every update of its counts does; undefined if the room has no such thread. */
export const lockThread = (tx: Tx, roomId: string, id: string) =>
  tx
    .updateTable('thread')
    .set((eb) => ({ pinned: eb.ref('pinned') }))
    .where('id', '=', id)
    .where('room_id', '=', roomId)
    .where('hidden_by', 'is', null)
    .returningAll()
    .executeTakeFirst()

export const insertThread = (tx: Tx, row: Schema['thread']) =>
  tx.insertInto('thread').values(row).execute()

export const updateThread = (tx: Tx, id: string, row: Updateable<Schema['thread']>) =>
  tx.updateTable('thread').set(row).where('id', '=', id).execute()

export const deleteThread = (tx: Tx, id: string) =>
  tx.deleteFrom('thread').where('id', '=', id).execute()

/** Sets the time of the room's last post, shown to its members as news. */
export const markPosted = (tx: Tx, roomId: string, last_posted_at: string) =>
  tx.updateTable('room').set({ last_posted_at }).where('id', '=', roomId).execute()

export const mediaOf = (tx: Tx, threadId: string) =>
  tx
    .selectFrom('thread_media')
    .selectAll()
    .where('thread_id', '=', threadId)
    .orderBy('position')
    .execute()

export async function replaceMedia(
  tx: Tx,
  threadId: string,
  rows: Insertable<Schema['thread_media']>[],
) {
  await tx.deleteFrom('thread_media').where('thread_id', '=', threadId).execute()
  if (rows.length > 0) await tx.insertInto('thread_media').values(rows).execute()
}

/** Disk space of a room's threads in bytes. */
export async function bytesOfRoom(tx: Tx, roomId: string): Promise<number> {
  const sum = await tx
    .selectFrom('thread_media')
    .innerJoin('thread', 'thread.id', 'thread_media.thread_id')
    .select((eb) => eb.fn.sum('thread_media.bytes').as('bytes'))
    .where('thread.room_id', '=', roomId)
    .executeTakeFirst()
  return Number(sum?.bytes ?? 0)
}

export const usedUp = (tx: Tx, ids: string[]) =>
  ids.length === 0 ? null : tx.deleteFrom('upload').where('id', 'in', ids).execute()

const withMember = (db: Db) =>
  db
    .selectFrom('comment')
    .innerJoin('user', 'user.id', 'comment.author_id')
    .selectAll('comment')
    .select(memberColumns)

export const findComment = (db: Db, threadId: string, id: string) =>
  withMember(db)
    .where('comment.thread_id', '=', threadId)
    .where('comment.id', '=', id)
    .where('comment.hidden_by', 'is', null)
    .executeTakeFirst()

export const findSent = (db: Db, authorId: string, clientId: string) =>
  withMember(db)
    .where('comment.author_id', '=', authorId)
    .where('comment.client_id', '=', clientId)
    .executeTakeFirst()

export const insertComment = (tx: Tx, row: Schema['comment']) =>
  tx.insertInto('comment').values(row).execute()

/** Deletes a comment with its answers; returns how many of them were visible. */
export async function deleteComment(tx: Tx, id: string): Promise<number> {
  const answers = await tx
    .deleteFrom('comment')
    .where('parent_id', '=', id)
    .returning('hidden_by')
    .execute()
  await tx.deleteFrom('comment').where('id', '=', id).execute()
  return answers.filter(({ hidden_by }) => hidden_by === null).length + 1
}

export const countComments = (tx: Tx, id: string, by: number) =>
  tx
    .updateTable('thread')
    .set((eb) => ({ comments: eb('comments', '+', by) }))
    .where('id', '=', id)
    .execute()

/** Returns the change of the count: 0 if the reaction existed. */
export async function insertReaction(tx: Tx, row: Schema['reaction']): Promise<number> {
  const added = await tx
    .insertInto('reaction')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return added ? 1 : 0
}

export async function deleteReaction(tx: Tx, threadId: string, userId: string): Promise<number> {
  const deleted = await tx
    .deleteFrom('reaction')
    .where('thread_id', '=', threadId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted ? -1 : 0
}

export async function countReactions(tx: Tx, id: string, by: number): Promise<number> {
  const { reactions } = await tx
    .updateTable('thread')
    .set((eb) => ({ reactions: eb('reactions', '+', by) }))
    .where('id', '=', id)
    .returning('reactions')
    .executeTakeFirstOrThrow()
  return reactions
}
