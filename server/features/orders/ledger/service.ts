// The double-entry ledger: movements whose entries sum to zero, and the receipts that belong to them.

import type { LedgerAccount, LedgerEntry } from '#server/db/schema/books.ts'
import type { Tx } from '#server/db/schema.ts'
import type { BalanceTransaction, PaidCharge } from '#server/ports/payments.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from '../checkout/queries.ts'
import { issueReceipt } from '../receipts/service.ts'

export interface Sold {
  order_id: string
  seller_id: string
  amount: number
  snapshot: string
  /** The first month of a membership. */
  period?: { start: string; end: string }
  /** Set if it was paid in a convenience store. */
  pay_until: string | null
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

/** Records a balance transaction of the provider. False if it is in the ledger already. */
export async function record(
  deps: Deps,
  tx: Tx,
  { order_id, seller_id }: Pick<Sold, 'order_id' | 'seller_id'>,
  kind: LedgerEntry['kind'],
  booking: BalanceTransaction,
): Promise<boolean> {
  const movement_id = deps.newId()
  const entries = sidesOf(booking).map(([account, amount]) => ({
    id: deps.newId(),
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

/** Records a sale and issues its receipt. Without a balance transaction yet, the ledger entry follows later. */
export async function recordSale(deps: Deps, tx: Tx, sold: Sold, { paidAt, booked }: PaidCharge) {
  if (booked) await record(deps, tx, sold, 'sale', booked)
  await issueReceipt(deps, tx, sold, 'sale', paidAt)
}

/** Issues the receipt of a refund. */
export const issueRefundReceipt = (deps: Deps, tx: Tx, sold: Sold, amount: number, at: string) =>
  issueReceipt(deps, tx, { ...sold, amount }, 'return', at)
