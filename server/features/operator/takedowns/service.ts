// Decisions of takedown requests: the author is heard where required, and both sides are informed.

import { DAY_MS } from '#contract/lib/durations.ts'
import { longDay } from '#contract/lib/japan-time.ts'
import type { Takedown, TakedownRow } from '#contract/operator/takedowns/calls.ts'
import {
  authorAsked,
  authorCleared,
  DECIDED_BEFORE,
  INQUIRED_BEFORE,
  NO_AUTHOR,
} from '#contract/reports/messages.ts'
import { TAKEDOWN_ANSWER_DAYS } from '#contract/takedowns/limits.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { sendFromService } from '#server/features/inbox/service-word.ts'
import type { OperatorDeps } from '#server/features/operator/deps.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { page } from '#server/http/answers/reply.ts'
import { ApiError, orNotFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import * as rulings from '../moderation/decisions.ts'
import { evidenceIn, evidenceText } from '../moderation/evidence.ts'
import { notifyPerson } from '../moderation/notify.ts'
import * as moderation from '../moderation/queries.ts'
import * as visibility from '../moderation/reported-content.ts'
import { caseNumberOf } from './case-number.ts'
import * as query from './queries.ts'

type Row = Schema['takedown']
type Outcome = 'accepted' | 'declined'
const FORMER_SHOWN = 20

const contentOf = ({ kind, target_id }: Row) => ({ kind, target_id, event_id: null })

const presentRow = (row: Row): TakedownRow => ({
  ...{ id: row.id, number: caseNumberOf(row.number), state: row.state, kind: row.kind },
  ...{
    words: evidenceText(evidenceIn(row.evidence)),
    claimed: row.claimed,
    created_at: row.created_at,
  },
  ...{ answer: row.answer, answer_until: row.answer_until, decided_at: row.decided_at },
})

async function find(deps: OperatorDeps, id: string): Promise<Row> {
  return orNotFound(await query.findTakedown(deps.db, id))
}

export async function get(deps: OperatorDeps, id: string): Promise<Takedown> {
  const row = await find(deps, id)
  const { author_id: authorId, requester_id: by, moderation_id: decision } = row
  const author = authorId && (await moderation.findAuthor(deps.read, authorId))
  const requester = by && (await query.findRequester(deps.read, by))
  const own = decision && (await moderation.findDecision(deps.db, decision))
  const former = authorId ? await moderation.findDecisions(deps.db, authorId, FORMER_SHOWN + 1) : []
  return {
    ...presentRow(row),
    ...{ url: row.url, claim: row.claim, name: row.name, email: row.email, behalf: row.behalf },
    requester: requester ? presentMember(requester) : null,
    author: author ? { ...presentMember(author), status: author.status } : null,
    evidence: evidenceIn(row.evidence),
    now: await visibility.getVisibility(deps, contentOf(row)),
    ...{ inquired_at: row.inquired_at, answered_at: row.answered_at },
    answer_text: row.answer_text,
    decision: own ? moderation.presentDecision(own) : null,
    former: former
      .filter(({ id }) => id !== decision)
      .slice(0, FORMER_SHOWN)
      .map(moderation.presentDecision),
  }
}

const notifyRequester = (
  deps: OperatorDeps,
  tx: Tx,
  row: Row,
  about: string,
  outcome: Outcome | 'reversed',
  reason: string,
) =>
  enqueueEmail(deps, tx, about, {
    ...({
      letter: 'takedownDecided',
      number: caseNumberOf(row.number),
      outcome,
      reason,
    } as const),
    to: row.email || null,
  })

export async function list(deps: OperatorDeps, filter: Parameters<typeof query.listTakedowns>[1]) {
  const list = await page(filter, (window) => query.listTakedowns(deps.read, window))
  return { ...list, items: list.items.map(presentRow) }
}

/** Asks the author, who has some days to agree or object. */
export async function inquire(deps: OperatorDeps, viewer: Viewer, id: string) {
  const row = await find(deps, id)
  const until = new Date(deps.clock.now().getTime() + TAKEDOWN_ANSWER_DAYS * DAY_MS)
  const answer_until = until.toISOString()
  await transact(deps.db, async (tx) => {
    const author = row.author_id === null ? undefined : await findUser(tx, row.author_id)
    if (!author || author.status === 'deleted') throw new ApiError(409, NO_AUTHOR)
    if (!(await query.inquire(tx, id, { inquired_at: isoNow(deps), answer_until })))
      throw new ApiError(409, INQUIRED_BEFORE)
    const word = authorAsked(row.kind, evidenceText(evidenceIn(row.evidence)), longDay(until))
    await sendFromService(deps, tx, { to: author.id, ...word })
    const email = { letter: 'takedownInquired', takedownId: id } as const
    await enqueueEmail(deps, tx, id, { ...email, answerUntil: answer_until, to: author.email })
    await record(tx, deps, viewer, {
      ...{ action: 'takedown.inquire', target: `takedown:${id}` },
      before: { state: row.state },
      after: { state: 'inquired', author: author.id, answer_until },
    })
  })
  return get(deps, id)
}

export async function decide(
  deps: OperatorDeps,
  viewer: Viewer,
  id: string,
  outcome: Outcome,
  reason: string,
) {
  const row = await find(deps, id)
  const { author_id: authorId, kind } = row
  const ruled = await transact(deps.db, async (tx) => {
    const result = await rulings.rule(deps, tx, viewer, contentOf(row), {
      cause: 'takedown',
      outcome: outcome === 'accepted' ? 'upheld' : 'dismissed',
      ...{ reason, authorId, words: evidenceText(evidenceIn(row.evidence)) },
    })
    const decision = { state: outcome, decided_at: isoNow(deps), moderation_id: result.id }
    if (!(await query.decide(tx, id, decision))) throw new ApiError(409, DECIDED_BEFORE)
    await notifyRequester(deps, tx, row, result.id, outcome, reason)
    // An author who was not asked is not informed of a declined request.
    if (outcome === 'declined' && authorId && row.inquired_at)
      await notifyPerson(deps, tx, {
        ...{ to: authorId, about: result.id, reason },
        ...authorCleared(kind, reason),
      })
    await record(tx, deps, viewer, {
      action: outcome === 'accepted' ? 'takedown.accept' : 'takedown.decline',
      target: `takedown:${id}`,
      before: { state: row.state },
      after: {
        state: outcome,
        thing: `${kind}:${row.target_id}`,
        hidden: result.hidden,
        reason,
      },
    })
    return result
  })
  await ruled.afterCommit()
  return get(deps, id)
}

export async function reverse(deps: OperatorDeps, viewer: Viewer, id: string, reason: string) {
  const row = await find(deps, id)
  const decision = row.moderation_id
  if (!decision) throw new ApiError(409)
  const undone = await transact(deps.db, async (tx) => {
    const result = await rulings.reverse(
      deps,
      tx,
      viewer,
      decision,
      reason,
      evidenceText(evidenceIn(row.evidence)),
    )
    await query.reopen(tx, row)
    await notifyRequester(deps, tx, row, `${decision}:open`, 'reversed', reason)
    await record(tx, deps, viewer, {
      ...{ action: 'takedown.reverse', target: `takedown:${id}` },
      before: { state: row.state, hidden: result.was.hidden === 1 },
      after: { state: 'open', restored: result.back, reason },
    })
    return result
  })
  await undone.afterwards()
  return get(deps, id)
}
