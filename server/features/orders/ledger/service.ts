import type { LedgerAccount, LedgerEntry } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Booking, Charge } from '#server/ports/payments.ts'
import * as query from '../checkout/queries.ts'
import { createReceipts } from '../receipts/service.ts'

export interface Sold {
  order_id: string
  seller_id: string
  amount: number
  snapshot: string
}

/** Who has what of a line of the provider's; the sides sum to zero. */
function sidesOf({ gross, providerFee, platformFee }: Booking) {
  const sides: Partial<Record<LedgerAccount, number>> = {
    buyer: -gross,
    seller: gross - providerFee - platformFee,
    platform_fee: platformFee,
    provider_fee: providerFee,
  }
  return Object.entries(sides).filter(([, yen]) => yen !== 0) as [LedgerAccount, number][]
}

/** Writes down what money did: movements whose sides sum to zero, and the papers that go with them. */
export function createLedger({ newId }: Pick<Deps, 'newId'>) {
  const { issue } = createReceipts({ newId })

  /** A line of the provider's, as it stands there; false where it was written before. */
  async function record(
    tx: Tx,
    { order_id, seller_id }: Pick<Sold, 'order_id' | 'seller_id'>,
    kind: LedgerEntry['kind'],
    booking: Booking,
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

    /** Money that came in for a right. The receipt needs no fees; the ledger gets the line once the provider has written it. */
    async recordSale(tx: Tx, sold: Sold, { paidAt, booked }: Pick<Charge, 'paidAt' | 'booked'>) {
      if (booked) await record(tx, sold, 'sale', booked)
      await issue(tx, sold, 'sale', paidAt!)
    },

    /** The paper that goes with money that went back. */
    issueRefundReceipt: (tx: Tx, sold: Sold, amount: number, at: string) =>
      issue(tx, { ...sold, amount }, 'return', at),
  }
}
