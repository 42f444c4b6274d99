import { CURSOR, fromCursor, toCursor } from '#contract/cursor.ts'
import { mayWatch } from '#server/features/events/policy.ts'
import { seeEvent } from '#server/features/events/service.ts'
import type { Reportable } from '#server/features/reports/reportable.ts'
import { notFound } from '#server/http/refusal.ts'
import type { Deps } from '#server/process/deps.ts'
import { findTalk } from './queries.ts'

/** A line of a talk that somebody reports; one that was deleted has no text any more. */
export const reportableTalk =
  ({ read, clock }: Pick<Deps, 'read' | 'clock'>): Reportable =>
  async (viewer, { id, event_id = '' }) => {
    const { seat } = await seeEvent(read, viewer, event_id, clock.now().toISOString())
    const line =
      mayWatch(seat) && CURSOR.test(id) ? await findTalk(read, event_id, fromCursor(id)) : undefined
    if (!line || line.deleted === 1) throw notFound()
    const { seq, user_id, message, created_at } = line
    return { id: toCursor(seq), authorId: user_id, evidence: { message, created_at } }
  }
