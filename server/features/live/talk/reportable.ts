import { CURSOR, fromCursor, toCursor } from '#contract/lib/cursor.ts'
import { mayWatch } from '#server/features/events/policy.ts'
import { getVisibleEvent } from '#server/features/events/service.ts'
import type { Reportable } from '#server/features/reports/reportable.ts'
import { notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { findTalk } from './queries.ts'

/** A line of talk as reported content; a deleted line has no text. */
export const reportableTalk: Reportable = async (deps, viewer, { id, event_id = '' }) => {
  const { seat } = await getVisibleEvent(deps.read, viewer, event_id, isoNow(deps))
  const line =
    mayWatch(seat) && CURSOR.test(id)
      ? await findTalk(deps.read, event_id, fromCursor(id))
      : undefined
  if (!line || line.deleted === 1) throw notFound()
  const { seq, user_id, message, created_at } = line
  return { id: toCursor(seq), authorId: user_id, evidence: { message, created_at } }
}
