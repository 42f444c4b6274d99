import { platformFee } from '#contract/rules.ts'
import { nextOf } from '#server/db/counter.ts'
import type { LedgerAccount, LedgerEntry } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Charge } from '#server/ports/payments.ts'
import * as query from './purchase-queries.ts'

interface Sold {
  order_id: string
  seller_id: string
  amount: number
  snapshot: string
}

const TAX_PERCENT = 10
/** The tax in a price that includes it, in whole yen, rounded down once. */
const taxIn = (amount: number) => Math.floor((amount * TAX_PERCENT) / (100 + TAX_PERCENT))

/** Writes down what money did: movements whose sides sum to zero, and the papers that go with them. */
export function books({ newId }: Pick<Deps, 'newId'>) {
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

  async function issue(tx: Tx, sold: Sold, kind: 'sale' | 'return', issued_at: string) {
    const { title } = JSON.parse(sold.snapshot) as { title: string }
    const number = `${kind === 'sale' ? 'R' : 'H'}${String(await nextOf(tx, 'receipt')).padStart(8, '0')}`
    const { amount } = sold
    const body = JSON.stringify({
      title,
      amount,
      tax_rate: TAX_PERCENT,
      tax: taxIn(amount),
      method: 'クレジットカード',
    })
    await query.insertReceipt(tx, {
      id: newId(),
      order_id: sold.order_id,
      kind,
      number,
      body,
      issued_at,
    })
  }

  /** Money that came in: the platform and the provider keep their shares. */
  const takeIn = (tx: Tx, sold: Sold, { at, providerFee }: NonNullable<Charge['paid']>) => {
    const fee = platformFee(sold.amount)
    return move(tx, sold, 'sale', at, {
      buyer: -sold.amount,
      seller: sold.amount - fee - providerFee,
      platform_fee: fee,
      provider_fee: providerFee,
    })
  }
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
      await issue(tx, sold, 'sale', paid.at)
    },

    async giveBack(tx: Tx, sold: Sold, at: string) {
      await payOut(tx, sold, at)
      await issue(tx, sold, 'return', at)
    },
  }
}
