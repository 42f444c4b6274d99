import type * as z from 'zod'
import {
  ANSWER_OVER,
  ANSWERED_BEFORE,
  TAKEDOWN_ASKED,
  TOO_MANY_TAKEDOWNS,
} from '#contract/reports/messages.ts'
import { TAKEDOWNS_ASKED } from '#contract/takedowns/limits.ts'
import type { shapes } from '#contract/takedowns/shapes.ts'
import { nextSequence } from '#server/db/counter.ts'
import { transact } from '#server/db/transact.ts'
import { enqueueEmail } from '#server/features/auth/emails/enqueue-email.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import type { Client } from '#server/http/routes.ts'
import { createThrottle } from '#server/http/throttle.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { evidenceText } from '../moderation/evidence.ts'
import { findAt } from './finding.ts'
import { caseNumberOf } from './number.ts'
import * as query from './queries.ts'

type TakedownInput = z.output<(typeof shapes)['askTakedown']['body']>
type Answered = z.output<(typeof shapes)['answerTakedown']['body']>

const UNDECIDED = {
  state: 'open',
  inquired_at: null,
  answer_until: null,
  answer: null,
  answer_text: '',
  answered_at: null,
  decided_at: null,
  moderation_id: null,
} as const

/** Takedown requests by anyone, and the author's answer. */
export function takedownAsking(deps: Deps) {
  const { db, read, clock, newId, config } = deps
  const ofOne = createThrottle(clock, TAKEDOWNS_ASKED, config.rateLimits)
  const now = () => clock.now().toISOString()

  /** Visible to the author only, and only after the inquiry. */
  async function findOwn(viewer: Viewer, id: string) {
    const found = await query.findTakedown(db, id)
    if (found?.author_id !== viewer.id || found.answer_until === null) throw notFound()
    return { ...found, answer_until: found.answer_until }
  }

  return {
    async ask(viewer: Viewer | null, client: Client, { url, faith: _, ...input }: TakedownInput) {
      ofOne.count(client.address, TOO_MANY_TAKEDOWNS)
      const { evidence, ...found } = await findAt(read, config.siteUrl, url)
      const id = newId()
      const number = await transact(db, async (tx) => {
        const next = await nextSequence(tx, 'takedown')
        await query.insertTakedown(tx, {
          ...{ ...UNDECIDED, ...input, ...found, id, number: next, created_at: now() },
          evidence: JSON.stringify(evidence),
          requester_id: viewer?.id ?? null,
        })
        const email = { letter: 'takedownReceived', number: caseNumberOf(next) } as const
        await enqueueEmail(deps, tx, id, { ...email, to: input.email })
        return next
      })
      return { number: caseNumberOf(number), message: TAKEDOWN_ASKED }
    },

    async inquiry(viewer: Viewer, id: string) {
      const found = await findOwn(viewer, id)
      const { kind, url, claimed, claim, answer, answer_text, answer_until, state } = found
      const isOpen = state === 'inquired' && answer === null && now() < answer_until
      const excerpt = evidenceText(JSON.parse(found.evidence))
      return {
        ...{ id, kind, words: excerpt, url, claimed, claim },
        ...{ answer, answer_text, answer_until, open: isOpen },
      }
    },

    async answer(viewer: Viewer, id: string, { answer, text }: Answered) {
      const found = await findOwn(viewer, id)
      if (now() >= found.answer_until) throw new ApiError(410, ANSWER_OVER)
      const changes = { answer, answer_text: text, answered_at: now() }
      if (!(await query.answer(db, id, changes))) throw new ApiError(409, ANSWERED_BEFORE)
    },
  }
}
