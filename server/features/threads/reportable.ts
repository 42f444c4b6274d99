import type { Db } from '#server/db/schema.ts'
import type { Reportable } from '#server/features/reports/reportable.ts'
import { mayRead, maySee, roleOf } from '#server/features/rooms/policy.ts'
import { findRoomOf } from '#server/features/rooms/queries.ts'
import { notFound, orNotFound } from '#server/http/api-error.ts'
import type { Viewer } from '#server/process/deps.ts'
import * as query from './queries.ts'

async function roleIn(db: Db, viewer: Viewer, ownerId: string) {
  const room = orNotFound(await findRoomOf(db, viewer.id, ownerId))
  return roleOf(room, viewer.id)
}

/** A thread as reported content; its title is visible with its room. */
export const reportableThread: Reportable = async (deps, viewer, { id }) => {
  const thread = await query.findAnyThread(deps.read, id)
  if (!thread || !maySee(await roleIn(deps.read, viewer, thread.owner_id))) throw notFound()
  const { author_id, title, text, updated_at } = thread
  return { id, authorId: author_id, evidence: { title, text, updated_at } }
}

/** A comment as reported content; visible to members only. */
export const reportableComment: Reportable = async (deps, viewer, { id }) => {
  const comment = await query.findAnyComment(deps.read, id)
  if (!comment || !mayRead(await roleIn(deps.read, viewer, comment.owner_id))) throw notFound()
  const { author_id, text, created_at } = comment
  return { id, authorId: author_id, evidence: { text, created_at } }
}
