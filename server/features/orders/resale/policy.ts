import {
  RESALE_OFF,
  RESALE_OFFERED,
  RESALE_OVER,
  RESALE_PRICE_CHANGED,
  RESALE_REFUNDED,
  RESALE_TRANSFERRED,
  RESALE_UNPAID,
  RESALE_USED,
  RESALE_WITH_COMPANIONS,
} from '#contract/resale/messages.ts'
import { isResaleOpen } from '../waitlist/policy.ts'
import type { WaitedProduct } from '../waitlist/waited-product-queries.ts'
import type { HeldTicket } from './queries.ts'

/** A ticket with what was or is being refunded of its price, in yen. */
export interface Refundable extends HeldTicket {
  refunded: number
}

/** A ticket that can be listed, with its order. */
export type Listable = Refundable & { order_id: string; amount: number }

/**
 * Why this person's ticket cannot be listed; null if it can. The money goes back to whoever paid it, so the holder must
 * be the buyer; and as the buyer after them pays the price of today, it must be the one that they paid.
 */
export function whyNotListed(
  ticket: Refundable,
  userId: string,
  product: WaitedProduct,
  now: string,
): string | null {
  if (product.resale_until === null) return RESALE_OFF
  if (!isResaleOpen(product, now)) return RESALE_OVER
  if (ticket.order_id === null || !ticket.amount) return RESALE_UNPAID
  if (ticket.buyer_id !== userId) return RESALE_TRANSFERRED
  if (ticket.entry === 'used' || ticket.used_at !== null) return RESALE_USED
  if (ticket.is_offered) return RESALE_OFFERED
  if ((ticket.seats ?? 1) > 1) return RESALE_WITH_COMPANIONS
  if (ticket.state !== 'settled' || ticket.refunded > 0) return RESALE_REFUNDED
  return ticket.amount === product.amount ? null : RESALE_PRICE_CHANGED
}

export const isListable = (ticket: Refundable): ticket is Listable =>
  ticket.order_id !== null && ticket.amount !== null
