import { TAKEDOWN_ANSWER_DAYS } from '#contract/limits.ts'
import {
  authorAsked,
  authorCleared,
  DECIDED_BEFORE,
  INQUIRED_BEFORE,
  NO_AUTHOR,
} from '#contract/moderation-messages.ts'
import type { Takedown, TakedownRow } from '#contract/operator/takedowns.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/enqueue-email.ts'
import { findUser } from '#server/features/auth/queries.ts'
import { sayFromService } from '#server/features/inbox/service-word.ts'
import { presentMember } from '#server/features/profile/member.ts'
import { notFound, Refusal } from '#server/http/refusal.ts'
import { page } from '#server/http/reply.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { record } from '../audit.ts'
import type { Rulings } from '../moderation/decisions.ts'
import * as moderation from '../moderation/queries.ts'
import { tellPerson } from '../moderation/telling.ts'
import { thingsSeen } from '../moderation/things.ts'
import { type Evidence, wordsOf } from '../moderation/words.ts'
import { numberOf } from './number.ts'
import * as query from './queries.ts'

type Row = Schema['takedown']
type Outcome = 'accepted' | 'declined'
const DAY_MS = 24 * 60 * 60_000
const FORMER_SHOWN = 20
const inJapan = (at: Date) =>
  at.toLocaleDateString('ja-JP', { timeZone: 'Asia/Tokyo', dateStyle: 'long' })

const evidenceOf = (row: Row) => JSON.parse(row.evidence) as Evidence
const thingOf = ({ kind, target_id }: Row) => ({ kind, target_id, event_id: null })

const presentRow = (row: Row): TakedownRow => ({
  ...{ id: row.id, number: numberOf(row.number), state: row.state, kind: row.kind },
  ...{ words: wordsOf(evidenceOf(row)), claimed: row.claimed, created_at: row.created_at },
  ...{ answer: row.answer, answer_until: row.answer_until, decided_at: row.decided_at },
})

/** Requests to take something down: the author is heard where that is due, and both sides learn what came of it. */
export function operatorTakedowns(deps: Deps, rulings: Rulings) {
  const { db, read, clock } = deps
  const things = thingsSeen(deps)
  const now = () => clock.now().toISOString()

  async function find(id: string): Promise<Row> {
    const row = await query.findTakedown(db, id)
    if (!row) throw notFound()
    return row
  }

  async function get(id: string): Promise<Takedown> {
    const row = await find(id)
    const { author_id: authorId, requester_id: by, moderation_id: decision } = row
    const author = authorId && (await moderation.findAuthor(read, authorId))
    const requester = by && (await query.findRequester(read, by))
    const own = decision && (await moderation.findDecision(db, decision))
    const former = authorId ? await moderation.findDecisions(db, authorId, FORMER_SHOWN + 1) : []
    return {
      ...presentRow(row),
      ...{ url: row.url, claim: row.claim, name: row.name, email: row.email, behalf: row.behalf },
      requester: requester ? presentMember(requester) : null,
      author: author ? { ...presentMember(author), status: author.status } : null,
      evidence: evidenceOf(row),
      now: await things.see(thingOf(row)),
      ...{ inquired_at: row.inquired_at, answered_at: row.answered_at },
      answer_text: row.answer_text,
      decision: own ? moderation.presentDecision(own) : null,
      former: former
        .filter(({ id }) => id !== decision)
        .slice(0, FORMER_SHOWN)
        .map(moderation.presentDecision),
    }
  }

  const tellAsker = (
    tx: Tx,
    row: Row,
    about: string,
    outcome: Outcome | 'reversed',
    reason: string,
  ) =>
    enqueueEmail(deps, tx, about, {
      ...({ letter: 'takedownDecided', number: numberOf(row.number), outcome, reason } as const),
      to: row.email || null,
    })

  return {
    get,

    async list(filter: Parameters<typeof query.listTakedowns>[1]) {
      const found = await page(filter, (limit) => query.listTakedowns(read, { ...filter, limit }))
      return { ...found, items: found.items.map(presentRow) }
    },

    /** Asks the author: they have some days to agree or to object. */
    async inquire(viewer: Viewer, id: string) {
      const row = await find(id)
      const until = new Date(clock.now().getTime() + TAKEDOWN_ANSWER_DAYS * DAY_MS)
      const answer_until = until.toISOString()
      await transact(db, async (tx) => {
        const author = row.author_id === null ? undefined : await findUser(tx, row.author_id)
        if (!author || author.status === 'deleted') throw new Refusal(409, NO_AUTHOR)
        if (!(await query.inquire(tx, id, { inquired_at: now(), answer_until })))
          throw new Refusal(409, INQUIRED_BEFORE)
        const word = authorAsked(row.kind, wordsOf(evidenceOf(row)), inJapan(until))
        await sayFromService(deps, tx, { to: author.id, ...word })
        const letter = { letter: 'takedownInquired', takedownId: id } as const
        await enqueueEmail(deps, tx, id, { ...letter, answerUntil: answer_until, to: author.email })
        await record(tx, deps, viewer, {
          ...{ action: 'takedown.inquire', target: `takedown:${id}` },
          before: { state: row.state },
          after: { state: 'inquired', author: author.id, answer_until },
        })
      })
      return get(id)
    },

    async decide(viewer: Viewer, id: string, outcome: Outcome, reason: string) {
      const row = await find(id)
      const { author_id: authorId, kind } = row
      const ruled = await transact(db, async (tx) => {
        const made = await rulings.rule(tx, viewer, thingOf(row), {
          cause: 'takedown',
          outcome: outcome === 'accepted' ? 'upheld' : 'dismissed',
          ...{ reason, authorId, words: wordsOf(evidenceOf(row)) },
        })
        const decision = { state: outcome, decided_at: now(), moderation_id: made.id }
        if (!(await query.decide(tx, id, decision))) throw new Refusal(409, DECIDED_BEFORE)
        await tellAsker(tx, row, made.id, outcome, reason)
        // Who was never asked never hears that they were accused.
        if (outcome === 'declined' && authorId && row.inquired_at)
          await tellPerson(deps, tx, {
            ...{ to: authorId, about: made.id, reason },
            ...authorCleared(kind, reason),
          })
        await record(tx, deps, viewer, {
          action: outcome === 'accepted' ? 'takedown.accept' : 'takedown.decline',
          target: `takedown:${id}`,
          before: { state: row.state },
          after: { state: outcome, thing: `${kind}:${row.target_id}`, hidden: made.hidden, reason },
        })
        return made
      })
      await ruled.afterwards()
      return get(id)
    },

    async reverse(viewer: Viewer, id: string, reason: string) {
      const row = await find(id)
      const decision = row.moderation_id
      if (!decision) throw new Refusal(409)
      const undone = await transact(db, async (tx) => {
        const made = await rulings.reverse(tx, viewer, decision, reason, wordsOf(evidenceOf(row)))
        await query.reopen(tx, row)
        await tellAsker(tx, row, `${decision}:open`, 'reversed', reason)
        await record(tx, deps, viewer, {
          ...{ action: 'takedown.reverse', target: `takedown:${id}` },
          before: { state: row.state, hidden: made.was.hidden === 1 },
          after: { state: 'open', restored: made.back, reason },
        })
        return made
      })
      await undone.afterwards()
      return get(id)
    },
  }
}
