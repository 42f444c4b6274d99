import { enqueueAll } from '#server/db/outbox.ts'
import type { Id } from '#server/db/schema/types.ts'
import { transact } from '#server/db/transact.ts'
import type { Renewals } from '#server/features/orders/subscriptions/renewals.ts'
import { type FeeSpan, feeAt, feeRevision, feeSpans } from '#server/features/site/fee.ts'
import { Unknown } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './fee-queries.ts'
import { daysAfter } from './past-due.ts'

/** The outbox topic of telling the provider what it takes for us of one membership from its next month on. */
export const MEMBERSHIP_FEE = 'membership-fee'
const BATCH_SIZE = 500
/** A renewal that we have not heard of for so long is owed, or was let be: its fee stands, and the next is of another month. */
const SETTLED_AFTER_DAYS = 2
/** Operators change their minds so often within one call only where something is wrong. */
const TRIES = 5

type FollowDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'payments'>

/**
 * Keeps what the provider takes of each membership's next month as it is on the day on which that falls due: not before,
 * and not after, whenever we get round to it.
 */
export function feeFollowing(
  { db, clock, newId, payments }: FollowDeps,
  renewals: Pick<Renewals, 'accountOf'>,
) {
  const now = () => clock.now().toISOString()

  const settledBefore = () => daysAfter(now(), -SETTLED_AFTER_DAYS)

  const wanted = ({ current_period_end: end }: query.Charged, spans: FeeSpan[]): number =>
    feeAt(spans, end !== null && end > settledBefore() ? end : now())

  /** What every membership has from now on; null while some are to have another. */
  function common(spans: FeeSpan[]): number | null {
    const percent = feeAt(spans, settledBefore())
    const coming = spans.filter(({ from }) => from > settledBefore())
    return coming.every((span) => span.percent === percent) ? percent : null
  }

  /** The membership as it is, and the share that it should have; undefined where they agree, or nothing is charged. */
  async function due(id: Id) {
    const membership = await query.findCharged(db, id)
    const percent = membership && wanted(membership, await feeSpans(db))
    return membership && membership.fee_percent !== percent
      ? { membership, percent: percent! }
      : undefined
  }

  const workFor = (membership: query.Charged, percent: number, at: string) => {
    const { id, subscription_ref: ref, fee_percent: before } = membership
    return {
      id: newId(),
      topic: MEMBERSHIP_FEE,
      key: `${MEMBERSHIP_FEE}:${id}:${ref}:${before}-${percent}:${at}`,
      payload: { id },
      now: now(),
    }
  }

  return {
    /** Leaves work for every membership whose share is to change. Run again, it finds those that are left. */
    async sweep() {
      const [spans, revision] = [await feeSpans(db), await feeRevision(db)]
      for (let after = ''; ; ) {
        const found = await query.listCharged(db, common(spans), after, BATCH_SIZE)
        const works = found.flatMap((membership) => {
          const percent = wanted(membership, spans)
          // Of each change of mind, and each month, once: what was given up is the desk's.
          const at = `${revision}:${membership.current_period_end}`
          return membership.fee_percent === percent ? [] : [workFor(membership, percent, at)]
        })
        if (works.length > 0) await transact(db, (tx) => enqueueAll(tx, works))
        if (found.length < BATCH_SIZE) return
        after = found.at(-1)!.id
      }
    },

    /**
     * Before the provider is asked, its share counts as unknown: an answer that is lost is asked for again. Afterwards
     * it is looked whether another one is wanted by now, so that of two calls that overtake one another the last counts.
     */
    async handle(payload: unknown) {
      const { id } = payload as { id: Id }
      for (let tried = 0; tried < TRIES; tried++) {
        const found = await due(id)
        if (!found) return
        const { membership, percent } = found
        const ref = membership.subscription_ref!
        const account = await renewals.accountOf(ref)
        await query.keepShare(db, membership, null)
        if (account)
          await payments.setSubscriptionFee({ account, ref, percent }).catch((error: unknown) => {
            // It was never begun there: nothing will be charged.
            if (!(error instanceof Unknown)) throw error
          })
        await query.keepShare(db, membership, percent)
      }
      throw new Error('a fee changes faster than it can be followed')
    },
  }
}
export type FeeFollowing = ReturnType<typeof feeFollowing>
