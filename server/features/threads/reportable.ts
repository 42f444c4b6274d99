import type { Db } from '#server/db/schema.ts'
import type { Reportable } from '#server/features/reports/reportable.ts'
import { mayRead, maySee, standingOf } from '#server/features/rooms/policy.ts'
import { findRoomOf } from '#server/features/rooms/queries.ts'
import { notFound } from '#server/http/refusal.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './queries.ts'

async function standingIn(db: Db, viewer: Viewer, ownerId: string) {
  const room = await findRoomOf(db, viewer.id, ownerId)
  if (!room) throw notFound()
  return standingOf(room, viewer.id)
}

/** A thread that somebody reports: its title is seen by whoever sees its room. */
export const reportableThread =
  ({ read }: Pick<Deps, 'read'>): Reportable =>
  async (viewer, { id }) => {
    const thread = await query.findAnyThread(read, id)
    if (!thread || !maySee(await standingIn(read, viewer, thread.owner_id))) throw notFound()
    const { author_id, title, text, updated_at } = thread
    return { id, authorId: author_id, evidence: { title, text, updated_at } }
  }

/** A comment that somebody reports: members alone read them. */
export const reportableComment =
  ({ read }: Pick<Deps, 'read'>): Reportable =>
  async (viewer, { id }) => {
    const comment = await query.findAnyComment(read, id)
    if (!comment || !mayRead(await standingIn(read, viewer, comment.owner_id))) throw notFound()
    const { author_id, text, created_at } = comment
    return { id, authorId: author_id, evidence: { text, created_at } }
  }
