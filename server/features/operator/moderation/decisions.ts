import { authorMessage, authorRestored, NOT_DECIDED } from '#contract/reports/messages.ts'
import { lockSequence } from '#server/db/counter.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import type { Talk } from '#server/features/live/talk/talk.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf } from '../audit.ts'
import { hide, type ReportedContent, restore } from './content.ts'
import { notifyPerson } from './notify.ts'
import * as query from './queries.ts'

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

/** Moderation decisions: hide, restore, and inform the author. */
export function rulings(deps: Pick<Deps, 'newId' | 'clock'>, talk: Pick<Talk, 'tell' | 'renew'>) {
  const now = () => deps.clock.now().toISOString()

  /** Hides the content again if another decision still applies to it. */
  async function hideAgain(tx: Tx, content: ReportedContent): Promise<boolean> {
    let own = false
    for (const other of await query.findDecisionInForce(tx, content)) {
      const { hidden } = await hide(tx, other, { id: other.id, at: now() })
      if (!hidden) continue
      await query.setHidden(tx, other.id, 1)
      own ||= other.target_id === content.target_id
    }
    return own
  }

  return {
    async rule(tx: Tx, viewer: Viewer, content: ReportedContent, ruling: Ruling): Promise<Ruled> {
      const { cause, outcome, reason, authorId, words: excerpt } = ruling
      await lockSequence(tx, DECISIONS)
      const id = deps.newId()
      const at = now()
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
      const afterCommit = event && tombstone !== null ? () => talk.tell(event, tombstone) : NOTHING
      return { id, hidden, afterCommit }
    },

    async reverse(tx: Tx, viewer: Viewer, id: string, reason: string, excerpt: string) {
      await lockSequence(tx, DECISIONS)
      const undone = { reversed_by: actorOf(viewer), reversed_at: now(), reversed_for: reason }
      const was = await query.reverse(tx, id, undone)
      if (!was) throw new ApiError(409, NOT_DECIDED)
      const restored = was.hidden === 1 && (await restore(tx, was, id))
      const back = restored && !(await hideAgain(tx, was))
      if (was.outcome === 'upheld' && was.author_id)
        await notifyPerson(deps, tx, {
          to: was.author_id,
          about: `${id}:back`,
          reason,
          ...authorRestored(was.kind, { hidden: back, reason, excerpt }),
        })
      const { event_id: event } = was
      const afterCommit = restored && event ? () => talk.renew(event) : NOTHING
      return { was, back, afterwards: afterCommit }
    },
  }
}
export type Rulings = ReturnType<typeof rulings>
