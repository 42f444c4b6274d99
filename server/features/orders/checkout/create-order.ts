import { createHash } from 'node:crypto'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { transact } from '#server/db/transact.ts'
import { feePercentAt } from '#server/features/site/fee.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Deps } from '#server/process/deps.ts'
import type { Product, Quote } from '../product.ts'
import { holdTimes } from './hold.ts'
import * as query from './queries.ts'

/** The buyer already has an open order for this product, for instance from another tab. */
class OrderAlreadyOpen extends Error {}

/**
 * Creates the order and holds a seat in one transaction: of two buyers of the last seat, one is refused. A second call
 * of the same buyer returns the first order.
 */
export async function createOrder(
  { db, clock, newId }: Pick<Deps, 'db' | 'clock' | 'newId'>,
  product: Product,
  buyerId: string,
  quote: Quote,
): Promise<query.OpenOrder> {
  const now = clock.now()
  const { until: expires_at } = holdTimes(now)
  const { productId, sellerId, amount, title, confirmation } = quote
  const snapshot = JSON.stringify({ title, amount, currency: 'jpy', quantity: 1, confirmation })
  const order = {
    id: newId(),
    buyer_id: buyerId,
    seller_id: sellerId,
    kind: product.kind,
    subject_id: productId,
    amount,
    state: 'open' as const,
    refunded_amount: 0,
    snapshot,
    snapshot_hash: createHash('sha256').update(snapshot).digest('hex'),
    invoice_ref: null,
    created_at: now.toISOString(),
    settled_at: null,
    fee_percent: await feePercentAt(db, now.toISOString()),
  }
  try {
    await transact(db, async (tx) => {
      if (!(await product.holdSeat(tx, productId))) throw new ApiError(409, SOLD_OUT)
      if (!(await query.insertOrder(tx, order))) throw new OrderAlreadyOpen()
      await query.insertHold(tx, {
        order_id: order.id,
        kind: product.kind,
        subject_id: productId,
        expires_at,
        shortened_to: null,
        released_at: null,
      })
    })
    return { ...order, expires_at, shortened_to: null }
  } catch (error) {
    const soldOut = error instanceof ApiError && error.status === 409
    if (!(error instanceof OrderAlreadyOpen || soldOut)) throw error
    const open = await query.findOpenOrder(db, { buyerId, kind: product.kind, productId })
    if (open) return open
    throw error
  }
}
