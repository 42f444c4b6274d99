// Takedown requests by anyone, and the author's answer.

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
import { isoNow } from '#server/ports/clock.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { evidenceIn, evidenceText } from '../moderation/evidence.ts'
import { caseNumberOf } from './case-number.ts'
import { findAt } from './find-content.ts'
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

/** Visible to the author only, and only after the inquiry. */
async function findOwn(deps: Deps, viewer: Viewer, id: string) {
  const takedown = await query.findTakedown(deps.db, id)
  if (takedown?.author_id !== viewer.id || takedown.answer_until === null) throw notFound()
  return { ...takedown, answer_until: takedown.answer_until }
}

export async function ask(
  deps: Deps,
  viewer: Viewer | null,
  client: Client,
  { url, faith: _, ...input }: TakedownInput,
) {
  deps.throttles.own('takedowns asked', TAKEDOWNS_ASKED).count(client.address, TOO_MANY_TAKEDOWNS)
  const { evidence, ...found } = await findAt(deps.read, deps.config.siteUrl, url)
  const id = deps.newId()
  const number = await transact(deps.db, async (tx) => {
    const next = await nextSequence(tx, 'takedown')
    await query.insertTakedown(tx, {
      ...{ ...UNDECIDED, ...input, ...found, id, number: next, created_at: isoNow(deps) },
      evidence: JSON.stringify(evidence),
      requester_id: viewer?.id ?? null,
    })
    const email = { letter: 'takedownReceived', number: caseNumberOf(next) } as const
    await enqueueEmail(deps, tx, id, { ...email, to: input.email })
    return next
  })
  return { number: caseNumberOf(number), message: TAKEDOWN_ASKED }
}

export async function inquiry(deps: Deps, viewer: Viewer, id: string) {
  const takedown = await findOwn(deps, viewer, id)
  const { kind, url, claimed, claim, answer, answer_text, answer_until, state } = takedown
  const isOpen = state === 'inquired' && answer === null && isoNow(deps) < answer_until
  const excerpt = evidenceText(evidenceIn(takedown.evidence))
  return {
    ...{ id, kind, words: excerpt, url, claimed, claim },
    ...{ answer, answer_text, answer_until, open: isOpen },
  }
}

export async function answer(deps: Deps, viewer: Viewer, id: string, { answer, text }: Answered) {
  const takedown = await findOwn(deps, viewer, id)
  if (isoNow(deps) >= takedown.answer_until) throw new ApiError(410, ANSWER_OVER)
  const changes = { answer, answer_text: text, answered_at: isoNow(deps) }
  if (!(await query.answer(deps.db, id, changes))) throw new ApiError(409, ANSWERED_BEFORE)
}
