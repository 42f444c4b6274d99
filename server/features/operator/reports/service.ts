import { DECIDED_BEFORE, reporterReopened, reporterTold } from '#contract/moderation-messages.ts'
import type { ReportCase, ReportRow } from '#contract/operator/reports.ts'
import type { Schema } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { page } from '#server/http/reply.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf, record } from '../audit.ts'
import type { Rulings } from '../moderation/decisions.ts'
import * as moderation from '../moderation/queries.ts'
import { tellPerson } from '../moderation/telling.ts'
import { thingsSeen } from '../moderation/things.ts'
import { type Evidence, wordsOf } from '../moderation/words.ts'
import * as query from './queries.ts'

type Report = Schema['report']
type Group = Pick<Report, 'kind' | 'target_id' | 'event_id' | 'status' | 'moderation_id'>
type Listed = Parameters<typeof query.listCases>[1]
const FORMER_SHOWN = 20

const evidenceOf = (report: Report) => JSON.parse(report.evidence) as Evidence
const keyOf = ({ kind, target_id, event_id, status, moderation_id }: Group) =>
  JSON.stringify([kind, target_id, event_id, status, moderation_id])
type Category = ReportRow['categories'][number]

/** What people reported: one case a thing, decided once for all who reported it. */
export function operatorReports(deps: Deps, rulings: Rulings) {
  const { db, read, clock } = deps
  const things = thingsSeen(deps)
  const now = () => clock.now().toISOString()

  async function list(filter: Listed) {
    const found = await page(filter, (limit) => query.listCases(read, { ...filter, limit }))
    const firsts = await query.findReports(
      read,
      found.items.map(({ id }) => id),
    )
    const first = new Map(firsts.map((report) => [report.id, report]))
    const people = await peopleOf(firsts.map(({ author_id }) => author_id))
    const chosen = Map.groupBy(
      await query.listCategories(
        read,
        found.items.map(({ target_id }) => target_id),
      ),
      keyOf,
    )
    const items = found.items.map((row): ReportRow => {
      const report = first.get(row.id)!
      const author = report.author_id === null ? undefined : people.get(report.author_id)
      return {
        ...{ id: row.id, kind: row.kind, state: row.status, count: Number(row.count) },
        categories: (chosen.get(keyOf(row)) ?? []).map(({ category }) => category as Category),
        author: author ? presentMember(author) : null,
        words: wordsOf(evidenceOf(report)),
        reported_at: row.reported_at,
        decided_at: row.decided_at,
      }
    })
    return { ...found, items }
  }

  async function peopleOf(ids: (string | null)[]) {
    const wanted = [...new Set(ids.filter((id) => id !== null))]
    return new Map((await moderation.findPeople(read, wanted)).map((user) => [user.id, user]))
  }

  async function get(id: string): Promise<ReportCase> {
    const report = await query.findReport(db, id)
    if (!report) throw notFound()
    const same = await query.listSame(db, report)
    const first = same[0]!
    const people = await peopleOf(same.map(({ reporter_id }) => reporter_id))
    const authorId = report.author_id
    const author = authorId && (await moderation.findAuthor(read, authorId))
    const former = authorId ? await moderation.findDecisions(db, authorId, FORMER_SHOWN + 1) : []
    const own = report.moderation_id && (await moderation.findDecision(db, report.moderation_id))
    return {
      ...{ id: first.id, kind: report.kind, state: report.status, count: same.length },
      categories: [...new Set(same.map(({ category }) => category as Category))],
      author: author ? { ...presentMember(author), status: author.status } : null,
      words: wordsOf(evidenceOf(first)),
      reported_at: first.created_at,
      decided_at: report.decided_at,
      reports: same.map((one) => ({
        id: one.id,
        reporter: presentMember(people.get(one.reporter_id)!),
        category: one.category as Category,
        reason: one.reason,
        created_at: one.created_at,
        evidence: evidenceOf(one),
      })),
      now: await things.see(report),
      decision: own ? moderation.presentDecision(own) : null,
      former: former
        .filter((row) => row.id !== report.moderation_id)
        .slice(0, FORMER_SHOWN)
        .map(moderation.presentDecision),
    }
  }

  return {
    list,
    get,

    /** Decides all that is open about the same thing, tells those who reported it, and its author of what is taken away. */
    async decide(
      viewer: Viewer,
      id: string,
      { outcome, reason }: { outcome: 'upheld' | 'dismissed'; reason: string },
    ) {
      const report = await query.findReport(db, id)
      if (!report) throw notFound()
      const { kind, target_id, event_id, author_id } = report
      const thing = { kind, target_id, event_id }
      const ruled = await transact(db, async (tx) => {
        const words = wordsOf(evidenceOf(report))
        const ruling = { cause: 'report', outcome, reason, authorId: author_id, words } as const
        const made = await rulings.rule(tx, viewer, thing, ruling)
        const decision = { status: outcome, decided_by: actorOf(viewer), decided_at: now() }
        const decided = await query.decideOpen(tx, thing, { ...decision, moderation_id: made.id })
        if (decided.length === 0) throw new Refusal(409, DECIDED_BEFORE)
        for (const { reporter_id: to } of decided)
          await tellPerson(deps, tx, {
            ...{ to, about: made.id, reason },
            ...reporterTold(kind, { outcome, hidden: made.hidden, reason }),
          })
        const after = { state: outcome, reports: decided.length, hidden: made.hidden, reason }
        await record(tx, deps, viewer, {
          action: outcome === 'upheld' ? 'report.uphold' : 'report.dismiss',
          target: `${kind}:${target_id}`,
          before: { state: 'open' },
          after: { ...after, decision: made.id },
        })
        return made
      })
      await ruled.afterwards()
      return get(id)
    },

    /** Brings back what was taken away; the reports are open again. */
    async reverse(viewer: Viewer, id: string, reason: string) {
      const report = await query.findReport(db, id)
      if (!report) throw notFound()
      const decision = report.moderation_id
      if (!decision) throw new Refusal(409)
      const undone = await transact(db, async (tx) => {
        const words = wordsOf(evidenceOf(report))
        const made = await rulings.reverse(tx, viewer, decision, reason, words)
        for (const { reporter_id: to } of await query.reopen(tx, decision))
          await tellPerson(deps, tx, {
            ...{ to, about: `${decision}:open`, reason },
            ...reporterReopened(report.kind, reason),
          })
        await record(tx, deps, viewer, {
          action: 'report.reverse',
          target: `${report.kind}:${report.target_id}`,
          before: { state: made.was.outcome, hidden: made.was.hidden === 1 },
          after: { state: 'open', restored: made.back, reason, decision },
        })
        return made
      })
      await undone.afterwards()
      return get(id)
    },
  }
}
