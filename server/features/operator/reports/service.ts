// Reports: one case per content, decided once for all reporters.

import { defined } from '#contract/lib/defined.ts'
import type { ReportCase, ReportRow } from '#contract/operator/reports/calls.ts'
import { DECIDED_BEFORE, reporterMessage, reporterReopened } from '#contract/reports/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { OperatorDeps } from '#server/features/operator/deps.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { page } from '#server/http/answers/reply.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import * as rulings from '../moderation/decisions.ts'
import { evidenceIn, evidenceText } from '../moderation/evidence.ts'
import { notifyPerson } from '../moderation/notify.ts'
import * as moderation from '../moderation/queries.ts'
import * as visibility from '../moderation/reported-content.ts'
import * as query from './queries.ts'

type Report = Schema['report']
type Group = Pick<Report, 'kind' | 'target_id' | 'event_id' | 'status' | 'moderation_id'>
type Listed = Parameters<typeof query.listCases>[1]
const FORMER_SHOWN = 20

const keyOf = ({ kind, target_id, event_id, status, moderation_id }: Group) =>
  JSON.stringify([kind, target_id, event_id, status, moderation_id])
type Category = ReportRow['categories'][number]

export async function list(deps: OperatorDeps, filter: Listed) {
  const list = await page(filter, (window) => query.listCases(deps.read, window))
  const firsts = await query.findReports(
    deps.read,
    list.items.map(({ id }) => id),
  )
  const first = new Map(firsts.map((report) => [report.id, report]))
  const people = await peopleOf(
    deps,
    firsts.map(({ author_id }) => author_id),
  )
  const chosen = Map.groupBy(
    await query.listCategories(
      deps.read,
      list.items.map(({ target_id }) => target_id),
    ),
    keyOf,
  )
  const items = list.items.map((row): ReportRow => {
    const report = defined(first.get(row.id), 'the first report')
    const author = report.author_id === null ? undefined : people.get(report.author_id)
    return {
      ...{ id: row.id, kind: row.kind, state: row.status, count: Number(row.count) },
      categories: (chosen.get(keyOf(row)) ?? []).map(({ category }) => category as Category),
      author: author ? presentMember(author) : null,
      words: evidenceText(evidenceIn(report.evidence)),
      reported_at: row.reported_at,
      decided_at: row.decided_at,
    }
  })
  return { ...list, items }
}

async function peopleOf(deps: OperatorDeps, ids: (string | null)[]) {
  const userIds = [...new Set(ids.filter((id) => id !== null))]
  return new Map((await moderation.findPeople(deps.read, userIds)).map((user) => [user.id, user]))
}

export async function get(deps: OperatorDeps, id: string): Promise<ReportCase> {
  const report = orNotFound(await query.findReport(deps.db, id))
  const same = await query.listSame(deps.db, report)
  const first = defined(same[0], 'the first report')
  const people = await peopleOf(
    deps,
    same.map(({ reporter_id }) => reporter_id),
  )
  const authorId = report.author_id
  const author = authorId && (await moderation.findAuthor(deps.read, authorId))
  const former = authorId ? await moderation.findDecisions(deps.db, authorId, FORMER_SHOWN + 1) : []
  const own = report.moderation_id && (await moderation.findDecision(deps.db, report.moderation_id))
  return {
    ...{ id: first.id, kind: report.kind, state: report.status, count: same.length },
    categories: [...new Set(same.map(({ category }) => category as Category))],
    author: author ? { ...presentMember(author), status: author.status } : null,
    words: evidenceText(evidenceIn(first.evidence)),
    reported_at: first.created_at,
    decided_at: report.decided_at,
    reports: same.map((one) => ({
      id: one.id,
      reporter: presentMember(defined(people.get(one.reporter_id), 'the reporter')),
      category: one.category as Category,
      reason: one.reason,
      created_at: one.created_at,
      evidence: evidenceIn(one.evidence),
    })),
    now: await visibility.getVisibility(deps, report),
    decision: own ? moderation.presentDecision(own) : null,
    former: former
      .filter((row) => row.id !== report.moderation_id)
      .slice(0, FORMER_SHOWN)
      .map(moderation.presentDecision),
  }
}

/** Decides all open reports of the same content; informs the reporters, and the author of a removal. */
export async function decide(
  deps: OperatorDeps,
  viewer: Viewer,
  id: string,
  { outcome, reason }: { outcome: 'upheld' | 'dismissed'; reason: string },
) {
  const report = orNotFound(await query.findReport(deps.db, id))
  const { kind, target_id, event_id, author_id } = report
  const content = { kind, target_id, event_id }
  const ruled = await transact(deps.db, async (tx) => {
    const excerpt = evidenceText(evidenceIn(report.evidence))
    const ruling = {
      cause: 'report',
      outcome,
      reason,
      authorId: author_id,
      words: excerpt,
    } as const
    const result = await rulings.rule(deps, tx, viewer, content, ruling)
    const decision = { status: outcome, decided_by: actorOf(viewer), decided_at: isoNow(deps) }
    const decided = await query.decideOpen(tx, content, {
      ...decision,
      moderation_id: result.id,
    })
    if (decided.length === 0) throw new ApiError(409, DECIDED_BEFORE)
    for (const { reporter_id: to } of decided)
      await notifyPerson(deps, tx, {
        ...{ to, about: result.id, reason },
        ...reporterMessage(kind, { outcome, hidden: result.hidden, reason }),
      })
    const after = { state: outcome, reports: decided.length, hidden: result.hidden, reason }
    await record(tx, deps, viewer, {
      action: outcome === 'upheld' ? 'report.uphold' : 'report.dismiss',
      target: `${kind}:${target_id}`,
      before: { state: 'open' },
      after: { ...after, decision: result.id },
    })
    return result
  })
  await ruled.afterCommit()
  return get(deps, id)
}

/** Restores hidden content and reopens its reports. */
export async function reverse(deps: OperatorDeps, viewer: Viewer, id: string, reason: string) {
  const report = orNotFound(await query.findReport(deps.db, id))
  const decision = report.moderation_id
  if (!decision) throw new ApiError(409)
  const undone = await transact(deps.db, async (tx) => {
    const excerpt = evidenceText(evidenceIn(report.evidence))
    const result = await rulings.reverse(deps, tx, viewer, decision, reason, excerpt)
    for (const { reporter_id: to } of await query.reopen(tx, decision))
      await notifyPerson(deps, tx, {
        ...{ to, about: `${decision}:open`, reason },
        ...reporterReopened(report.kind, reason),
      })
    await record(tx, deps, viewer, {
      action: 'report.reverse',
      target: `${report.kind}:${report.target_id}`,
      before: { state: result.was.outcome, hidden: result.was.hidden === 1 },
      after: { state: 'open', restored: result.back, reason, decision },
    })
    return result
  })
  await undone.afterwards()
  return get(deps, id)
}
