import type { Reportable } from '#server/features/reports/reportable.ts'
import { notFound } from '#server/http/api-error.ts'
import { findMessage } from './queries.ts'

/** A message as reported content: of one of the reporter's conversations, except those of the service. */
export const reportableMessage: Reportable = async (deps, viewer, { id }) => {
  const message = await findMessage(deps.read, viewer.id, id)
  if (!message?.author_id) throw notFound()
  const { author_id, text, created_at } = message
  return { id, authorId: author_id, evidence: { text, created_at } }
}
