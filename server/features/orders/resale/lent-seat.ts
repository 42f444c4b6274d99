import type { Db } from '#server/db/schema.ts'
import { findOpenOrder } from '../checkout/queries.ts'
import { isListedSeatNext } from '../waitlist/policy.ts'
import * as seatOffers from '../waitlist/seat-offer-queries.ts'
import type { WaitedProduct } from '../waitlist/waited-product-queries.ts'

type Seats = Pick<WaitedProduct, 'taken' | 'listed' | 'capacity' | 'waiting'>

/**
 * Whether the seat that this person would buy is one that a holder gave back. A single one that is reserved for them, by
 * an offer or their unpaid order, is, if tickets and reservations are more than seats. Groups have seats of their own, and
 * so have orders with a code.
 */
export async function buysLentSeat(
  db: Db,
  product: Seats,
  { userId, ...of }: seatOffers.OfferKey,
): Promise<boolean> {
  const { taken, listed, capacity, waiting } = product
  if (listed === 0) return false
  const offer = await seatOffers.findOpen(db, { ...of, userId })
  const order = offer ? undefined : await findOpenOrder(db, { ...of, buyerId: userId })
  const reserved = offer ?? order
  if (!reserved) return waiting === 0 && isListedSeatNext(product)
  return reserved.seats === 1 && !order?.code_id && taken + listed > capacity
}
