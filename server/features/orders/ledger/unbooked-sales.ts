import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Charge } from '#server/ports/payments.ts'
import * as query from '../checkout/queries.ts'
import { updateOrder } from '../refunds/queries.ts'
import { shareOf } from '../subscriptions/fee.ts'
import { createLedger } from './service.ts'

type LateDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments'>

/**
 * Sales whose line the provider had not written when they were paid: the buyer has their right, and the ledger gets the line
 * once it is there, by notice or by a look.
 */
export function createUnbookedSales(deps: LateDeps) {
  const { db, clock, log, payments } = deps
  const ledger = createLedger(deps)

  /** Once, whoever finds it. */
  async function record(
    attempt: query.AttemptWithOrder,
    { booked }: Pick<Charge, 'booked'>,
  ): Promise<void> {
    if (!booked) return
    await transact(db, async (tx) => {
      if (!(await query.markBooked(tx, attempt.id))) return
      await ledger.record(tx, attempt, 'sale', booked)
      const { invoice_ref: ref, amount, order_id } = attempt
      if (ref === null) return
      // A renewal's share was taken to be the one that was agreed: now it is known.
      const { period } = JSON.parse(attempt.snapshot) as { period: { start: string } }
      const fee_percent = await shareOf(tx, log, { ref, amount, period }, booked.platformFee)
      await updateOrder(tx, order_id, { fee_percent })
    })
  }

  return {
    record,

    /** Asks the provider for it; one that is still not there is not asked for again at once. */
    async retrieve(attempt: query.AttemptWithOrder): Promise<void> {
      await query.updateUnbooked(db, attempt.id, clock.now().toISOString())
      await record(attempt, await payments.findCharge(attempt.account_ref!, attempt.intent_ref!))
    },
  }
}
