import { PRICE_CHANGED } from '#contract/orders/messages.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'

/** Throws if a ticket, just read again, has sold out or costs another amount than the one that the buyer saw. */
export function assertOffered(
  { remaining, amount }: { remaining: number; amount: number },
  shown: number,
): void {
  if (remaining === 0) throw new Error(SOLD_OUT)
  if (amount !== shown) throw new Error(PRICE_CHANGED)
}
