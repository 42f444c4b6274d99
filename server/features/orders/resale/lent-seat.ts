import type { Db } from '#server/db/schema.ts'
import { findOpenOrder } from '../checkout/queries.ts'
import { isListedSeatNext, ownSeats } from '../waitlist/policy.ts'
import * as seatOffers from '../waitlist/seat-offer-queries.ts'
import type { WaitedProduct } from '../waitlist/waited-product-queries.ts'

type Seats = Pick<WaitedProduct, 'taken' | 'listed' | 'capacity' | 'waiting'> &
  Partial<Pick<WaitedProduct, 'type' | 'lentElsewhere'>>

/**
 * Whether the seat that this person would buy is one that a holder gave back. A single seat that an offer or an unpaid
 * order reserves for them is one if there are more tickets and reservations than seats. Groups and orders with a code have
 * seats of their own.
 */
export async function buysLentSeat(
  db: Db,
  product: Seats,
  { userId, ...of }: seatOffers.OfferKey,
): Promise<boolean> {
  const { listed, waiting } = product.type ?? product
  if (listed === 0) return false
  const offer = await seatOffers.findOpen(db, { ...of, userId })
  const order = offer ? undefined : await findOpenOrder(db, { ...of, buyerId: userId })
  const reserved = offer ?? order
  if (!reserved || reserved.ticket_type_id !== (product.type?.id ?? null))
    return waiting === 0 && isListedSeatNext(product)
  return reserved.seats === 1 && !order?.code_id && ownSeats(product) < 0
}
