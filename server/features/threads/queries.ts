import { THREADS_COUNTED_MAX } from '#contract/threads/limits.ts'
import { compiledForIds, compiledOnce } from '#server/db/compiled-once.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'

export type ThreadRow = Awaited<ReturnType<typeof listThreads>>[number]
export type MediaRow = Awaited<ReturnType<typeof listMedia>>[number]
export type CommentRow = Awaited<ReturnType<typeof listComments>>[number]

const threadsFor = (db: Db, viewerId: string, roomId: string) =>
  db
    .selectFrom('thread')
    .innerJoin('user', 'user.id', 'thread.author_id')
    .leftJoin('reaction', (on) =>
      on.onRef('reaction.thread_id', '=', 'thread.id').on('reaction.user_id', '=', viewerId),
    )
    .selectAll('thread')
    .select(memberColumns)
    .select('reaction.user_id as reacted_id')
    .where('thread.room_id', '=', roomId)
    .where('thread.hidden_by', 'is', null)

type Part = { viewerId: string; roomId: string; limit: number; offset: number }
const threadsOf = compiledOnce((db, { viewerId, roomId, limit, offset }: Part) =>
  threadsFor(db, viewerId, roomId)
    .orderBy('thread.pinned', 'desc')
    .orderBy('thread.created_at', 'desc')
    .orderBy('thread.id', 'desc')
    .limit(limit)
    .offset(offset),
)

/** Pinned first, then newest first, in index order. */
export const listThreads = (db: Db, viewerId: string, roomId: string, window: PageWindow) =>
  threadsOf(db, { viewerId, roomId, ...window })

export const countThreads = async (db: Db, roomId: string): Promise<number> => {
  const some = await db
    .selectFrom('thread')
    .select('id')
    .where('room_id', '=', roomId)
    .where('hidden_by', 'is', null)
    .limit(THREADS_COUNTED_MAX)
    .execute()
  return some.length
}

const threadOf = compiledOnce(
  (db, { viewerId, roomId, id }: { viewerId: string; roomId: string; id: string }) =>
    threadsFor(db, viewerId, roomId).where('thread.id', '=', id),
)

export async function findThread(db: Db, viewerId: string, roomId: string, id: string) {
  const [thread] = await threadOf(db, { viewerId, roomId, id })
  return thread
}

export const listMedia = compiledForIds((db, threadIds) =>
  db.selectFrom('thread_media').selectAll().where('thread_id', 'in', threadIds).orderBy('position'),
)

export const listComments = (db: Db, threadId: string, window: PageWindow) =>
  db
    .selectFrom('comment')
    .innerJoin('user', 'user.id', 'comment.author_id')
    .selectAll('comment')
    .select(memberColumns)
    .where('comment.thread_id', '=', threadId)
    .where('comment.hidden_by', 'is', null)
    .orderBy('comment.created_at')
    .orderBy('comment.id')
    .limit(window.limit)
    .offset(window.offset)
    .execute()

/** A thread of any room, with the room's owner. */
export const findAnyThread = (db: Db, id: string) =>
  db
    .selectFrom('thread')
    .innerJoin('room', 'room.id', 'thread.room_id')
    .select(['thread.author_id', 'thread.title', 'thread.text', 'thread.updated_at'])
    .select('room.owner_id')
    .where('thread.id', '=', id)
    .where('thread.hidden_by', 'is', null)
    .executeTakeFirst()

export const findAnyComment = (db: Db, id: string) =>
  db
    .selectFrom('comment')
    .innerJoin('thread', 'thread.id', 'comment.thread_id')
    .innerJoin('room', 'room.id', 'thread.room_id')
    .select(['comment.author_id', 'comment.text', 'comment.created_at', 'room.owner_id'])
    .where('comment.id', '=', id)
    .where('comment.hidden_by', 'is', null)
    .where('thread.hidden_by', 'is', null)
    .executeTakeFirst()
