import type { Reportable } from '#server/features/reports/reportable.ts'
import { notFound } from '#server/http/refusal.ts'
import type { Deps } from '#server/process/deps.ts'
import { findMessage } from './queries.ts'

/** A message that somebody reports: one of a conversation of theirs, not of the service itself. */
export const reportableMessage =
  ({ read }: Pick<Deps, 'read'>): Reportable =>
  async (viewer, { id }) => {
    const message = await findMessage(read, viewer.id, id)
    if (!message?.author_id) throw notFound()
    const { author_id, text, created_at } = message
    return { id, authorId: author_id, evidence: { text, created_at } }
  }
