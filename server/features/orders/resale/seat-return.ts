// A listed ticket lends its seat to the sale. Ending the listing takes a seat back, from those who have not paid yet.

import type { Resale } from '#server/db/schema/seats.ts'
import type { Tx } from '#server/db/schema.ts'
import { dropUnkept } from '#server/features/payments/unkept-cards.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Deps } from '#server/process/deps.ts'
import { moveOrder, releaseHold } from '../checkout/queries.ts'
import { notifyEnded } from '../notify.ts'
import * as redemptions from '../promotions/redemption-queries.ts'
import * as rights from '../right-queries.ts'
import { notifyRecalled } from '../waitlist/notify.ts'
import * as waits from '../waitlist/queries.ts'
import * as seatOffers from '../waitlist/seat-offer-queries.ts'
import type { WaitedProduct } from '../waitlist/waited-product-queries.ts'
import * as products from '../waitlist/waited-product-queries.ts'
import * as lentSeats from './lent-seat-queries.ts'
import * as query from './queries.ts'

/** Puts a person, whose offered seat is taken back, at their place in the line again, and tells them. */
async function putBack(deps: Deps, tx: Tx, product: WaitedProduct, offer: seatOffers.OpenOffer) {
  const { kind, id: productId } = product
  const isInLine = await waits.reopen(tx, { userId: offer.user_id, kind, productId })
  if (isInLine) await rights.countSeats(tx, products.poolOf(product), { waiting: 1 })
  await notifyRecalled(deps, tx, product, offer, isInLine)
}

/** Ends the newest offer of the product, as it is sold as its type, and frees its seat. False if there is none. */
export async function recallOffer(deps: Deps, tx: Tx, product: WaitedProduct): Promise<boolean> {
  const offer = await seatOffers.findNewest(tx, products.poolOf(product))
  if (!offer || !(await seatOffers.close(tx, offer.id, 'recalled', isoNow(deps)))) return false
  await rights.freeSeats(tx, offer, 1)
  await putBack(deps, tx, product, offer)
  return true
}

/**
 * Fails the newest open order of the product, as if its hold had expired, and frees its seats. The buyer of a payment
 * number is told. Paid all the same, it takes another seat or is refunded (`settle`). False if there is none.
 */
async function failOrder(deps: Deps, tx: Tx, product: WaitedProduct): Promise<boolean> {
  const pool = products.poolOf(product)
  const order = await lentSeats.findNewestHeld(tx, pool)
  if (!order || !(await moveOrder(tx, order.id, ['open'], { state: 'failed' }))) return false
  await releaseHold(tx, order.id, isoNow(deps))
  await dropUnkept(deps, tx, order.id)
  await rights.freeSeats(tx, pool, order.seats)
  await redemptions.release(tx, order.id, isoNow(deps))
  await notifyEnded(deps, tx, order, 'recalled')
  const offer = await seatOffers.findTakenBy(tx, order.id)
  if (offer) {
    await seatOffers.recall(tx, offer.id)
    await putBack(deps, tx, product, offer)
  }
  return true
}

/** The ticket that ends its listing: of a paid order, by the id of its product. */
interface ListedTicket {
  kind: WaitedProduct['kind']
  productId: string
  /** Null: not paid, and therefore not listed. */
  orderId: string | null
}

/**
 * Ends the listing of a ticket that keeps its seat: it was used at a door, or its payment is disputed. A purchase of it
 * that is not paid yet is refused. Locks the product's row, before its orders (lock order).
 */
export async function endListing(
  deps: Deps,
  tx: Tx,
  { kind, productId, orderId }: ListedTicket,
  outcome: Extract<Resale['outcome'], 'used' | 'revoked'>,
): Promise<void> {
  if (orderId === null || !(await query.findOpen(tx, orderId))) return
  await rights.lockSeats(tx, kind, productId)
  const listing = await query.findOpen(tx, orderId)
  const product = listing && (await products.find(tx, kind, productId, listing.ticket_type_id))
  if (!product || !(await query.close(tx, listing.id, isoNow(deps), { outcome }))) return
  while (!(await lentSeats.takeBack(tx, listing)))
    if (!(await recallOffer(deps, tx, product)) && !(await failOrder(deps, tx, product)))
      throw new Error('the seat of a listed ticket is gone')
}

/** Ends the listing of a ticket that loses its seat. True if it was listed: then its seat is free already. */
export async function dropListing(
  tx: Tx,
  orderId: ListedTicket['orderId'],
  at: string,
): Promise<boolean> {
  const listing = orderId === null ? undefined : await query.findOpen(tx, orderId)
  if (!listing || !(await query.close(tx, listing.id, at, { outcome: 'revoked' }))) return false
  await rights.countSeats(tx, listing, { listed: -1 })
  return true
}
