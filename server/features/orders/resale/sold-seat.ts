// The sale of a listed ticket, in the transaction that settles the payment of its buyer.

import type { Order } from '#server/db/schema/money.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import { isoNow } from '#server/ports/clock.ts'
import { getOrder } from '../checkout/queries.ts'
import type { SaleDeps } from '../product.ts'
import { RESOLD } from '../refunds/reasons.ts'
import { refundOrder } from '../refunds/refund-requests.ts'
import * as rights from '../right-queries.ts'
import { lendableSeats } from '../waitlist/policy.ts'
import * as products from '../waitlist/waited-product-queries.ts'
import * as lentSeats from './lent-seat-queries.ts'
import { notifyListingEnded } from './notify.ts'
import * as query from './queries.ts'

/**
 * Makes room for the ticket of a paid order. If every other seat, of its type or of all, is sold, or reserved by somebody
 * for whom no listed ticket ends, the oldest listed ticket of the same type and price ends, and its buyer is refunded.
 * Returns that person, null if a seat was free; `none` if there is neither. Tickets that are listed lend their seats, so
 * the number of valid tickets, and not the counter, says whether one has to end.
 */
export async function makeRoom(
  deps: SaleDeps,
  tx: Tx,
  order: Order,
): Promise<{ seller: Id | null } | 'none'> {
  const { kind, ticket_type_id: type } = order
  // An order of several seats holds seats of its own.
  if (kind === 'room' || order.seats > 1) return { seller: null }
  const pool = { ...order, kind }
  // Without the lock: while nothing is listed, every open order has a seat of its own.
  if ((await lentSeats.countListed(tx, pool)) === 0) return { seller: null }
  const product = await products.lock(tx, kind, order.subject_id, type)
  if (!product) return 'none'
  const others = (await lentSeats.listReserved(tx, pool, order.id)).filter(
    (one) => one.type === type,
  )
  const sumOf = (some: lentSeats.Reserved[]) => some.reduce((sum, { seats }) => sum + seats, 0)
  // An order at another price keeps its seat: no listed ticket makes room for it later.
  const apart = sumOf(others.filter(({ amount }) => amount !== null && amount !== order.amount))
  const valid = (product.type ?? product).listed - sumOf(others)
  const left = lendableSeats(product) - valid
  if (apart <= left) return { seller: null }
  const listing = await query.findOldest(tx, pool, order.amount)
  if (!listing) return left >= 0 ? { seller: null } : 'none'
  const seat_id = await query.seatOf(tx, listing.order_id)
  await query.close(tx, listing.id, isoNow(deps), { outcome: 'sold', sold_to: order.id, seat_id })
  const replaced = await getOrder(tx, listing.order_id)
  const { refund, ended } = await refundOrder(deps, tx, replaced, { reason: RESOLD })
  if (refund === 0 || !ended.holder) throw new Error('a listed ticket has nothing to refund')
  await rights.countSeats(tx, pool, { taken: 1, listed: -1 })
  await notifyListingEnded(deps, tx, product, listing, listing.id, 'resold')
  return { seller: listing.buyer_id }
}
