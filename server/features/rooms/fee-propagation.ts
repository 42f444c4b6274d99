// Keeps the fee of each subscription at the provider equal to the fee in force on the due date of its next month,
// whenever the job runs.

import * as z from 'zod'
import { enqueueAll } from '#server/db/outbox.ts'
import { pagesOf } from '#server/db/page-window.ts'
import type { Id } from '#server/db/schema/types.ts'
import { transact } from '#server/db/transact.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import * as renewals from '#server/features/orders/subscriptions/renewals.ts'
import {
  type FeePeriod,
  feeAt,
  feePeriods,
  feeRevision,
} from '#server/features/site/service-fee.ts'
import { isoNow } from '#server/ports/clock.ts'
import { Unknown } from '#server/ports/payments.ts'
import * as query from './charged-queries.ts'
import { daysAfter } from './past-due-rules.ts'

/** Outbox topic of the platform fee of one membership at the provider, from its next month. */
export const MEMBERSHIP_FEE = 'membership-fee'
const FeeWork = z.object({ id: z.string() })
const BATCH_SIZE = 500
/** A due month without news for this time keeps its fee; later changes apply to the next month. */
const SETTLED_AFTER_DAYS = 2
/** Retries for concurrent fee changes; more indicate an error. */
const MAX_ATTEMPTS = 5

const settledBefore = (deps: SaleDeps) => daysAfter(isoNow(deps), -SETTLED_AFTER_DAYS)

const targetPercent = (
  deps: SaleDeps,
  { current_period_end: end }: query.Charged,
  periods: FeePeriod[],
): number => feeAt(periods, end !== null && end > settledBefore(deps) ? end : isoNow(deps))

/** The fee of all memberships from now on; null while a change is planned. */
function common(deps: SaleDeps, periods: FeePeriod[]): number | null {
  const percent = feeAt(periods, settledBefore(deps))
  const coming = periods.filter(({ from }) => from > settledBefore(deps))
  return coming.every((span) => span.percent === percent) ? percent : null
}

/** The membership and the fee to set; undefined if it is set already or nothing is charged. */
async function due(deps: SaleDeps, id: Id) {
  const membership = await query.findCharged(deps.db, id)
  if (!membership) return undefined
  const percent = targetPercent(deps, membership, await feePeriods(deps.db))
  return membership.fee_percent === percent ? undefined : { membership, percent }
}

function workFor(membership: query.Charged, percent: number, at: string) {
  const { id, subscription_ref: ref, fee_percent: before } = membership
  return {
    topic: MEMBERSHIP_FEE,
    key: `${MEMBERSHIP_FEE}:${id}:${ref}:${before}-${percent}:${at}`,
    payload: { id },
  }
}

/** Enqueues work for every membership whose fee must change. Idempotent. */
export async function sweep(deps: SaleDeps) {
  const [periods, revision] = [await feePeriods(deps.db), await feeRevision(deps.db)]
  const list = (after: string) =>
    query.listCharged(deps.db, common(deps, periods), after, BATCH_SIZE)
  for await (const memberships of pagesOf(BATCH_SIZE, list, ({ id }) => id)) {
    const works = memberships.flatMap((membership) => {
      const percent = targetPercent(deps, membership, periods)
      // Once per fee revision and month: given-up work is left to operators.
      const at = `${revision}:${membership.current_period_end}`
      return membership.fee_percent === percent ? [] : [workFor(membership, percent, at)]
    })
    if (works.length > 0) await transact(deps.db, (tx) => enqueueAll(deps, tx, works))
  }
}

/**
 * Stores the fee as unknown before the call, so that a lost answer is retried. Afterwards the wanted fee is read
 * again, so that of two concurrent calls the last one wins.
 */
export async function handle(deps: SaleDeps, payload: unknown) {
  const { id } = FeeWork.parse(payload)
  for (let tried = 0; tried < MAX_ATTEMPTS; tried++) {
    const change = await due(deps, id)
    if (!change) return
    const { membership, percent } = change
    const ref = membership.subscription_ref
    const account = await renewals.accountOf(deps, ref)
    await query.saveFeePercent(deps.db, membership, null)
    if (account)
      await deps.payments.setSubscriptionFee({ account, ref, percent }).catch((error: unknown) => {
        // No such subscription at the provider: nothing will be charged.
        if (!(error instanceof Unknown)) throw error
      })
    await query.saveFeePercent(deps.db, membership, percent)
  }
  throw new Error('The fee changes faster than the provider can be updated.')
}
