// Sales whose balance transaction did not exist yet when they were settled. The buyer has the right already; the
// ledger entry follows by webhook or by sweep.

import { transact } from '#server/db/transact.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Charge } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import * as attemptQuery from '../checkout/payment-attempt-queries.ts'
import type { Submitted } from '../checkout/payment-attempts.ts'
import { snapshotOf } from '../order-snapshot.ts'
import { updateOrder } from '../refunds/queries.ts'
import { shareOf } from '../subscriptions/renewal-fee.ts'
import * as ledger from './service.ts'

/** Records the sale once, for any number of callers. */
export async function record(
  deps: Deps,
  attempt: attemptQuery.AttemptWithOrder,
  { booked }: Pick<Charge, 'booked'>,
): Promise<void> {
  if (!booked) return
  await transact(deps.db, async (tx) => {
    if (!(await attemptQuery.markBooked(tx, attempt.id))) return
    await ledger.record(deps, tx, attempt, 'sale', booked)
    const { invoice_ref: ref, amount, order_id } = attempt
    if (ref === null) return
    // The fee percentage of a renewal was assumed at settlement; the balance transaction has the real one.
    const { period } = snapshotOf(attempt)
    if (!period) throw new Error(`the renewal ${order_id} has no period`)
    const fee_percent = await shareOf(tx, deps.log, { ref, amount, period }, booked.platformFee)
    await updateOrder(tx, order_id, { fee_percent })
  })
}

/** Loads the balance transaction from the provider. A missing one is checked again later. */
export async function retrieve(
  deps: Deps,
  attempt: Submitted<attemptQuery.AttemptWithOrder>,
): Promise<void> {
  await attemptQuery.updateUnbooked(deps.db, attempt.id, isoNow(deps))
  await record(
    deps,
    attempt,
    await deps.payments.findCharge(attempt.account_ref, attempt.intent_ref),
  )
}
