// Issues receipts of sales and refunds, frozen, in one sequence of numbers without gaps.

import { SITE_TITLE } from '#contract/shared/limits.ts'
import { nextSequence } from '#server/db/counter.ts'
import type { Receipt } from '#server/db/schema/books.ts'
import type { Tx } from '#server/db/schema.ts'
import { invoiceNumberAt, sellerFactsOf } from '#server/features/payments/seller.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { snapshotOf } from '../order-snapshot.ts'
import { PAID_BY_CARD, PAID_IN_STORE, type ReceiptBody, receiptBodyOf } from './body.ts'
import * as query from './queries.ts'

interface ReceiptSource {
  order_id: string
  seller_id: string
  /** Amount of this receipt: a refund may be partial. */
  amount: number
  snapshot: string
  /** The first month of a membership; that of a renewal stands in its snapshot. */
  period?: { start: string; end: string }
  /** Set if it was paid in a convenience store. */
  pay_until: string | null
}

const TAX_PERCENT = 10
/** The tax in a price that includes it, in whole yen, rounded down once. */
const taxIn = (amount: number) => Math.floor((amount * TAX_PERCENT) / (100 + TAX_PERCENT))

export async function issueReceipt(
  deps: Deps,
  tx: Tx,
  sold: ReceiptSource,
  kind: Receipt['kind'],
  traded_at: string,
) {
  const { title, quantity, discount, period = sold.period } = snapshotOf(sold)
  const sale = kind === 'return' ? await query.findSaleReceipt(tx, sold.order_id) : undefined
  const known = sale && receiptBodyOf(sale.body)
  const body: ReceiptBody = {
    title,
    amount: sold.amount,
    quantity: quantity ?? 1,
    tax_rate: TAX_PERCENT,
    tax: taxIn(sold.amount),
    method: known?.method ?? (sold.pay_until === null ? PAID_BY_CARD : PAID_IN_STORE),
    traded_at,
    // The law wants on a return what stood on the sale.
    seller: known?.seller ?? (await sellerOf(tx, sold.seller_id, traded_at)),
    issuer: SITE_TITLE,
    ...(period && { period }),
    ...(discount !== undefined && kind === 'sale' && { discount }),
    ...(sale && {
      returns: { number: sale.number, issued_at: known?.traded_at ?? sale.issued_at },
    }),
  }
  await query.insertReceipt(tx, {
    id: deps.newId(),
    order_id: sold.order_id,
    kind,
    body: JSON.stringify(body),
    addressee: null,
    issued_at: isoNow(deps),
    // Last statement, since it locks the number sequence that every sale needs.
    number: `${kind === 'sale' ? 'R' : 'H'}${String(await nextSequence(tx, 'receipt')).padStart(8, '0')}`,
  })
}

/** The real name of a qualified invoice issuer is public in the register; others may hide theirs. */
async function sellerOf(
  tx: Tx,
  sellerId: string,
  at: string,
): Promise<NonNullable<ReceiptBody['seller']>> {
  const seller = await query.findSeller(tx, sellerId)
  const facts = sellerFactsOf(seller)
  const invoice_number = seller ? invoiceNumberAt(seller, at) : null
  const disclosedName = (invoice_number !== null || facts.disclosed) && facts.name
  return { name: disclosedName || seller?.display_name || '', invoice_number }
}
