// Moderation decisions: hide, restore, and inform the author.

import { authorMessage, authorRestored, NOT_DECIDED } from '#contract/reports/messages.ts'
import { lockSequence } from '#server/db/counter.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import type { OperatorDeps } from '#server/features/operator/deps.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Viewer } from '#server/process/deps.ts'
import { actorOf } from '../audit.ts'
import { notifyPerson } from './notify.ts'
import * as query from './queries.ts'
import { hide, type ReportedContent, restore } from './reported-content.ts'

export interface Ruling {
  cause: Schema['moderation']['cause']
  outcome: Schema['moderation']['outcome']
  reason: string
  authorId: string | null
  /** Excerpt of the author's text, so that they recognize it. */
  words: string
}
/** Runs once the decision is committed. */
type AfterCommit = () => Promise<void>
export interface Ruled {
  id: string
  hidden: boolean
  afterCommit: AfterCommit
}

const NOTHING: AfterCommit = async () => {}
/** Lock that serializes decisions, since a restored object may be hidden by another one. */
const DECISIONS = 'moderation'

/** Hides the content again if another decision still applies to it. */
async function hideAgain(deps: OperatorDeps, tx: Tx, content: ReportedContent): Promise<boolean> {
  let own = false
  for (const other of await query.findDecisionInForce(tx, content)) {
    const { hidden } = await hide(tx, other, { id: other.id, at: isoNow(deps) })
    if (!hidden) continue
    await query.setHidden(tx, other.id, 1)
    own ||= other.target_id === content.target_id
  }
  return own
}

export async function rule(
  deps: OperatorDeps,
  tx: Tx,
  viewer: Viewer,
  content: ReportedContent,
  ruling: Ruling,
): Promise<Ruled> {
  const { cause, outcome, reason, authorId, words: excerpt } = ruling
  await lockSequence(tx, DECISIONS)
  const id = deps.newId()
  const at = isoNow(deps)
  const by = { decided_by: actorOf(viewer), decided_at: at, author_id: authorId }
  const undone = { reversed_by: null, reversed_at: null, reversed_for: '' }
  const what = { ...content, cause, outcome, reason, hidden: 0 } as const
  await query.insertModeration(tx, { id, ...what, ...by, ...undone })
  if (outcome === 'dismissed') return { id, hidden: false, afterCommit: NOTHING }
  const { hidden, tombstone } = await hide(tx, content, { id, at })
  if (hidden) await query.setHidden(tx, id, 1)
  if (authorId)
    await notifyPerson(deps, tx, {
      to: authorId,
      about: id,
      reason,
      ...authorMessage(content.kind, { cause, hidden, reason, excerpt }),
    })
  const event = content.event_id
  const afterCommit = event && tombstone !== null ? () => deps.talk.tell(event, tombstone) : NOTHING
  return { id, hidden, afterCommit }
}

export async function reverse(
  deps: OperatorDeps,
  tx: Tx,
  viewer: Viewer,
  id: string,
  reason: string,
  excerpt: string,
) {
  await lockSequence(tx, DECISIONS)
  const undone = { reversed_by: actorOf(viewer), reversed_at: isoNow(deps), reversed_for: reason }
  const was = await query.reverse(tx, id, undone)
  if (!was) throw new ApiError(409, NOT_DECIDED)
  const restored = was.hidden === 1 && (await restore(tx, was, id))
  const back = restored && !(await hideAgain(deps, tx, was))
  if (was.outcome === 'upheld' && was.author_id)
    await notifyPerson(deps, tx, {
      to: was.author_id,
      about: `${id}:back`,
      reason,
      ...authorRestored(was.kind, { hidden: back, reason, excerpt }),
    })
  const { event_id: event } = was
  const afterCommit = restored && event ? () => deps.talk.renew(event) : NOTHING
  return { was, back, afterwards: afterCommit }
}
