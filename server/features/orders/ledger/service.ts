import type { LedgerAccount, LedgerEntry } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import type { BalanceTransaction, PaidCharge } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from '../checkout/queries.ts'
import { createReceipts } from '../receipts/service.ts'

export interface Sold {
  order_id: string
  seller_id: string
  amount: number
  snapshot: string
}

/** Splits a balance transaction into ledger accounts. The entries sum to zero. */
function sidesOf({ gross, providerFee, platformFee }: BalanceTransaction) {
  const sides: [LedgerAccount, number][] = [
    ['buyer', -gross],
    ['seller', gross - providerFee - platformFee],
    ['platform_fee', platformFee],
    ['provider_fee', providerFee],
  ]
  return sides.filter(([, yen]) => yen !== 0)
}

/** The double-entry ledger: movements whose entries sum to zero, and the receipts that belong to them. */
export function createLedger({ newId }: Pick<Deps, 'newId'>) {
  const { issue } = createReceipts({ newId })

  /** Records a balance transaction of the provider. False if it is in the ledger already. */
  async function record(
    tx: Tx,
    { order_id, seller_id }: Pick<Sold, 'order_id' | 'seller_id'>,
    kind: LedgerEntry['kind'],
    booking: BalanceTransaction,
  ): Promise<boolean> {
    const movement_id = newId()
    const entries = sidesOf(booking).map(([account, amount]) => ({
      id: newId(),
      movement_id,
      account,
      owner_id: seller_id,
      order_id,
      kind,
      amount,
      occurred_at: booking.at,
      source_ref: booking.ref,
    }))
    return entries.length > 0 && query.insertLedger(tx, entries)
  }

  return {
    record,

    /** Records a sale and issues its receipt. Without a balance transaction yet, the ledger entry follows later. */
    async recordSale(tx: Tx, sold: Sold, { paidAt, booked }: PaidCharge) {
      if (booked) await record(tx, sold, 'sale', booked)
      await issue(tx, sold, 'sale', paidAt)
    },

    /** Issues the receipt of a refund. */
    issueRefundReceipt: (tx: Tx, sold: Sold, amount: number, at: string) =>
      issue(tx, { ...sold, amount }, 'return', at),
  }
}
