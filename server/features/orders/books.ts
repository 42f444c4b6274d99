import { platformFee } from '#contract/rules.ts'
import type { LedgerAccount, LedgerEntry } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Charge } from '#server/ports/payments.ts'
import { papers } from './papers.ts'
import * as query from './purchase-queries.ts'

interface Sold {
  order_id: string
  seller_id: string
  amount: number
  snapshot: string
}

/** Writes down what money did: movements whose sides sum to zero, and the papers that go with them. */
export function books({ newId }: Pick<Deps, 'newId'>) {
  const paper = papers({ newId })
  async function move(
    tx: Tx,
    sold: Sold,
    kind: LedgerEntry['kind'],
    occurred_at: string,
    sides: Partial<Record<LedgerAccount, number>>,
  ) {
    const movement_id = newId()
    const entries = Object.entries(sides).map(([account, amount]) => ({
      id: newId(),
      movement_id,
      account: account as LedgerAccount,
      owner_id: sold.seller_id,
      order_id: sold.order_id,
      kind,
      amount,
      occurred_at,
    }))
    await query.insertLedger(tx, entries)
  }

  /** Money that came in: the platform and the provider keep their shares. */
  const takeIn = (tx: Tx, sold: Sold, paid: NonNullable<Charge['paid']>) =>
    move(tx, sold, 'sale', paid.at, {
      buyer: -sold.amount,
      seller: sold.amount - paid.platformFee - paid.providerFee,
      platform_fee: paid.platformFee,
      provider_fee: paid.providerFee,
    })
  /** All of it: the platform gives its fee back, the provider keeps its own. `sign` -1: it came back to the seller. */
  const payOut = (tx: Tx, sold: Sold, at: string, sign: 1 | -1 = 1) => {
    const fee = platformFee(sold.amount)
    return move(tx, sold, 'refund', at, {
      buyer: sign * sold.amount,
      seller: sign * (fee - sold.amount),
      platform_fee: sign * -fee,
    })
  }

  return {
    takeIn,
    payOut,

    async sell(tx: Tx, sold: Sold, paid: NonNullable<Charge['paid']>) {
      await takeIn(tx, sold, paid)
      await paper.issue(tx, sold, 'sale', paid.at)
    },

    async giveBack(tx: Tx, sold: Sold, at: string) {
      await payOut(tx, sold, at)
      await paper.issue(tx, sold, 'return', at)
    },
  }
}
