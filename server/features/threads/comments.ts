// Comments and reactions. Idempotent by client id.

import { defined } from '#contract/lib/defined.ts'
import { NOT_A_MEMBER } from '#contract/rooms/messages.ts'
import { COMMENT_POSTS } from '#contract/threads/limits.ts'
import { TOO_MANY_COMMENTS } from '#contract/threads/messages.ts'
import type { ReactionState } from '#contract/threads/write-calls.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { mayRead } from '#server/features/rooms/policy.ts'
import { getVisibleRoom } from '#server/features/rooms/service.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { ApiError, forbidden, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { notifyAnswered } from './notify.ts'
import { mayDelete } from './policy.ts'
import { presentComment } from './present.ts'
import type { OneThread } from './service.ts'
import * as query from './write-queries.ts'

interface CommentInput {
  text: string
  parent_id?: string | null | undefined
  client_id?: string | undefined
}

/** Locks the thread, if the viewer may read it. */
async function hold(tx: Tx, viewer: Viewer, { roomid, threadid }: OneThread) {
  const room = await getVisibleRoom(tx, viewer, roomid)
  const thread = orNotFound(await query.lockThread(tx, room.id, threadid))
  if (!mayRead(room.who)) throw forbidden(NOT_A_MEMBER)
  return { thread, room }
}

/** The answered comment, if it is an answer. Refuses an answer to an answer. */
async function findParent(tx: Tx, threadId: string, id: string | null) {
  if (id === null) return null
  const parent = orNotFound(await query.findComment(tx, threadId, id))
  if (parent.parent_id !== null) throw new ApiError(409)
  return parent
}

async function react(
  deps: Deps,
  viewer: Viewer,
  params: OneThread,
  on: boolean,
): Promise<ReactionState> {
  return transact(deps.db, async (tx) => {
    const { thread } = await hold(tx, viewer, params)
    const by = on
      ? await query.insertReaction(tx, {
          thread_id: thread.id,
          user_id: viewer.id,
          created_at: isoNow(deps),
        })
      : await query.deleteReaction(tx, thread.id, viewer.id)
    return { reactions: await query.countReactions(tx, thread.id, by), reacted: on }
  })
}

export const reactTo = (deps: Deps, viewer: Viewer, params: OneThread) =>
  react(deps, viewer, params, true)

export const unreact = (deps: Deps, viewer: Viewer, params: OneThread) =>
  react(deps, viewer, params, false)

export async function comment(deps: Deps, viewer: Viewer, params: OneThread, input: CommentInput) {
  deps.throttles.own('comments', COMMENT_POSTS).count(viewer.id, TOO_MANY_COMMENTS)
  const { text, parent_id = null, client_id = null } = input
  await deps.words.assertAllowed({ text })
  return transact(deps.db, async (tx) => {
    const { thread, room } = await hold(tx, viewer, params)
    const { who } = room
    const sent = client_id === null ? null : await query.findSent(tx, viewer.id, client_id)
    if (sent && sent.thread_id !== thread.id) throw new ApiError(409)
    if (sent) return new Reply(presentComment(sent, who, viewer.id), { status: 200 })
    const parent = await findParent(tx, thread.id, parent_id)
    const row = { id: deps.newId(), thread_id: thread.id, author_id: viewer.id, parent_id }
    await query.insertComment(tx, {
      ...row,
      client_id,
      text,
      created_at: isoNow(deps),
      hidden_by: null,
    })
    await query.countComments(tx, thread.id, 1)
    const comment = defined(await query.findComment(tx, thread.id, row.id), 'a new comment')
    await notifyAnswered(deps, tx, { room, thread, parent, comment })
    return new Reply(presentComment(comment, who, viewer.id), { status: 201 })
  })
}

export async function removeComment(
  deps: Deps,
  viewer: Viewer,
  params: OneThread & { commentid: string },
) {
  await transact(deps.db, async (tx) => {
    const { thread, room } = await hold(tx, viewer, params)
    const comment = orNotFound(await query.findComment(tx, thread.id, params.commentid))
    if (!mayDelete(room.who, comment.author_id === viewer.id)) throw forbidden()
    await query.countComments(tx, thread.id, -(await query.deleteComment(tx, comment.id)))
  })
}
