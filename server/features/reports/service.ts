import { REPORTS_OF_ONE } from '#contract/limits.ts'
import { REPORT_OWN, TOO_MANY_REPORTS } from '#contract/messages.ts'
import type { ReportCategory, ReportKind } from '#contract/reports.ts'
import { latelyIn } from '#server/db/clocks.ts'
import { lockSeries } from '#server/db/counter.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { forbidden, tooMany } from '#server/http/refusal.ts'
import { Reply } from '#server/http/reply.ts'
import { waitMs } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as query from './queries.ts'
import type { Reportables } from './reportable.ts'

interface Asked {
  kind: ReportKind
  id: string
  event_id?: string | undefined
  category: ReportCategory
  reason: string
}

/** What people report to those who run the service. */
export function reportService(
  { db, clock, newId, config }: Pick<Deps, 'db' | 'clock' | 'newId' | 'config'>,
  reportables: Reportables,
) {
  async function demandPace(tx: Tx, reporterId: string, now: Date) {
    if (!config.rateLimits) return
    const { max, perMs } = REPORTS_OF_ONE
    const latest = await query.reportedLately(tx, reporterId, latelyIn(now, perMs), max)
    const left = waitMs(REPORTS_OF_ONE, latest, now.getTime())
    if (left > 0) throw tooMany(left / 1_000, TOO_MANY_REPORTS)
  }

  return {
    /** Kept once a person and thing, with what was reported as it stood. */
    async report(viewer: Viewer, { kind, id, event_id, category, reason }: Asked) {
      const found = await reportables[kind](viewer, { id, event_id })
      if (found.authorId === viewer.id) throw forbidden(REPORT_OWN)
      const same = {
        reporter_id: viewer.id,
        kind,
        target_id: found.id,
        event_id: kind === 'talk' ? event_id! : null,
      }
      return transact(db, async (tx) => {
        await lockSeries(tx, `report:${viewer.id}`) // one of theirs at a time: they are counted, and kept once
        const known = await query.findReport(tx, same)
        if (known) return new Reply(known, { status: 200 })
        const now = clock.now()
        await demandPace(tx, viewer.id, now)
        const fresh = { id: newId(), created_at: now.toISOString(), status: 'open' } as const
        await query.insertReport(tx, {
          ...same,
          ...fresh,
          author_id: found.authorId,
          category,
          reason,
          evidence: JSON.stringify(found.evidence),
          decided_by: null,
          decided_at: null,
          moderation_id: null,
        })
        return { id: fresh.id }
      })
    },
  }
}
