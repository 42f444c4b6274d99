import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/deps.ts'
import type { Charge } from '#server/ports/payments.ts'
import { books } from './books.ts'
import * as query from './purchase-queries.ts'
import { updateOrder } from './refund-queries.ts'
import { shareOf } from './renewal-fee.ts'

type LateDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments'>

/**
 * Sales whose line the provider had not written when they were paid: the buyer has their right, and the ledger gets the line
 * once it is there, by notice or by a look.
 */
export function lateLines(deps: LateDeps) {
  const { db, clock, log, payments } = deps
  const book = books(deps)

  /** Once, whoever finds it. */
  async function enter(
    attempt: query.AttemptWithOrder,
    { booked }: Pick<Charge, 'booked'>,
  ): Promise<void> {
    if (!booked) return
    await transact(db, async (tx) => {
      if (!(await query.markBooked(tx, attempt.id))) return
      await book.enter(tx, attempt, 'sale', booked)
      const { invoice_ref: ref, amount, order_id } = attempt
      if (ref === null) return
      // A renewal's share was taken to be the one that was agreed: now it is known.
      const { period } = JSON.parse(attempt.snapshot) as { period: { start: string } }
      const fee_percent = await shareOf(tx, log, { ref, amount, period }, booked.platformFee)
      await updateOrder(tx, order_id, { fee_percent })
    })
  }

  return {
    enter,

    /** Asks the provider for it; one that is still not there is not asked for again at once. */
    async look(attempt: query.AttemptWithOrder): Promise<void> {
      await query.updateUnbooked(db, attempt.id, clock.now().toISOString())
      await enter(attempt, await payments.findCharge(attempt.account_ref!, attempt.intent_ref!))
    },
  }
}
