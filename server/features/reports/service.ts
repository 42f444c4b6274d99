// Reports by users to the operators.

import { defined } from '#contract/lib/defined.ts'
import type { ReportCategory, ReportKind } from '#contract/reports/calls.ts'
import { REPORTS_OF_ONE } from '#contract/reports/limits.ts'
import { REPORT_OWN, TOO_MANY_REPORTS } from '#contract/reports/messages.ts'
import { windowOf } from '#server/db/clocks.ts'
import { lockSequence } from '#server/db/counter.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { Reply } from '#server/http/answers/reply.ts'
import { forbidden, tooMany } from '#server/http/api-error.ts'
import { waitMs } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './queries.ts'
import type { Reportables } from './reportable.ts'

interface ReportInput {
  kind: ReportKind
  id: string
  event_id?: string | undefined
  category: ReportCategory
  reason: string
}

async function assertPace({ config }: Deps, tx: Tx, reporterId: string, now: Date) {
  if (!config.rateLimits) return
  const { max, perMs } = REPORTS_OF_ONE
  const latest = await query.reportedLately(tx, reporterId, windowOf(now, perMs), max)
  const left = waitMs(REPORTS_OF_ONE, latest, now.getTime())
  if (left > 0) throw tooMany(left / 1_000, TOO_MANY_REPORTS)
}

/** Stores one report per person and content, with a copy of the content. */
export async function report(
  deps: Deps,
  reportables: Reportables,
  viewer: Viewer,
  { kind, id, event_id, category, reason }: ReportInput,
) {
  const content = await reportables[kind](deps, viewer, { id, event_id })
  if (content.authorId === viewer.id) throw forbidden(REPORT_OWN)
  const same = {
    reporter_id: viewer.id,
    kind,
    target_id: content.id,
    event_id: kind === 'talk' ? defined(event_id, 'the event of a message') : null,
  }
  return transact(deps.db, async (tx) => {
    await lockSequence(tx, `report:${viewer.id}`) // serialized, for the limit and duplicates
    const known = await query.findReport(tx, same)
    if (known) return new Reply(known, { status: 200 })
    const now = deps.clock.now()
    await assertPace(deps, tx, viewer.id, now)
    const fresh = { id: deps.newId(), created_at: now.toISOString(), status: 'open' } as const
    await query.insertReport(tx, {
      ...same,
      ...fresh,
      author_id: content.authorId,
      category,
      reason,
      evidence: JSON.stringify(content.evidence),
      decided_by: null,
      decided_at: null,
      moderation_id: null,
    })
    return { id: fresh.id }
  })
}
