import { authorRestored, authorTold, NOT_DECIDED } from '#contract/moderation-messages.ts'
import { lockSeries } from '#server/db/counter.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import type { Talk } from '#server/features/live/talk/talk.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { actorOf } from '../audit.ts'
import * as query from './queries.ts'
import { tellPerson } from './telling.ts'
import { hide, restore, type Thing } from './things.ts'

export interface Ruling {
  cause: Schema['moderation']['cause']
  outcome: Schema['moderation']['outcome']
  reason: string
  authorId: string | null
  /** The author's own, so that they know which it was. */
  words: string
}
/** Runs once what was decided is kept. */
type Afterwards = () => Promise<void>
export interface Ruled {
  id: string
  hidden: boolean
  afterwards: Afterwards
}

const NOTHING: Afterwards = async () => {}
/** One decision at a time: what one brings back, another may take away. */
const DECISIONS = 'moderation'

/** What operators decide of things: the author learns of what was taken away and of what is back. */
export function rulings(deps: Pick<Deps, 'newId' | 'clock'>, talk: Pick<Talk, 'tell' | 'renew'>) {
  const now = () => deps.clock.now().toISOString()

  /** What another decision still takes away is hidden by that one. */
  async function hideAgain(tx: Tx, thing: Thing): Promise<boolean> {
    let own = false
    for (const other of await query.findStanding(tx, thing)) {
      const { hidden } = await hide(tx, other, { id: other.id, at: now() })
      if (!hidden) continue
      await query.setHidden(tx, other.id, 1)
      own ||= other.target_id === thing.target_id
    }
    return own
  }

  return {
    async rule(tx: Tx, viewer: Viewer, thing: Thing, ruling: Ruling): Promise<Ruled> {
      const { cause, outcome, reason, authorId, words } = ruling
      await lockSeries(tx, DECISIONS)
      const id = deps.newId()
      const at = now()
      const by = { decided_by: actorOf(viewer), decided_at: at, author_id: authorId }
      const undone = { reversed_by: null, reversed_at: null, reversed_for: '' }
      const what = { ...thing, cause, outcome, reason, hidden: 0 } as const
      await query.insertModeration(tx, { id, ...what, ...by, ...undone })
      if (outcome === 'dismissed') return { id, hidden: false, afterwards: NOTHING }
      const { hidden, stone } = await hide(tx, thing, { id, at })
      if (hidden) await query.setHidden(tx, id, 1)
      if (authorId)
        await tellPerson(deps, tx, {
          to: authorId,
          about: id,
          reason,
          ...authorTold(thing.kind, { cause, hidden, reason, words }),
        })
      const event = thing.event_id
      const afterwards = event && stone !== null ? () => talk.tell(event, stone) : NOTHING
      return { id, hidden, afterwards }
    },

    async reverse(tx: Tx, viewer: Viewer, id: string, reason: string, words: string) {
      await lockSeries(tx, DECISIONS)
      const undone = { reversed_by: actorOf(viewer), reversed_at: now(), reversed_for: reason }
      const was = await query.reverse(tx, id, undone)
      if (!was) throw new Refusal(409, NOT_DECIDED)
      const restored = was.hidden === 1 && (await restore(tx, was, id))
      const back = restored && !(await hideAgain(tx, was))
      if (was.outcome === 'upheld' && was.author_id)
        await tellPerson(deps, tx, {
          to: was.author_id,
          about: `${id}:back`,
          reason,
          ...authorRestored(was.kind, { hidden: back, reason, words }),
        })
      const { event_id: event } = was
      const afterwards = restored && event ? () => talk.renew(event) : NOTHING
      return { was, back, afterwards }
    },
  }
}
export type Rulings = ReturnType<typeof rulings>
