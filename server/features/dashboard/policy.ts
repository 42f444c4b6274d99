import { ACCOUNT_BLOCKED, REFUND_PENDING } from '#contract/messages.ts'
import type { Schema } from '#server/db/schema.ts'

export interface Books {
  /** All that was ever earned, after fees and refunds. */
  earned: number
  /** Of it: from tickets whose event is not yet over for long enough. */
  held: number
  /** Asked back by buyers and still with us. */
  refunding: number
  inTransit: number
  paid: number
  account: Schema['seller_account']['state']
  reasons: string[]
}

/** Where each yen earned is now: the parts always sum to `earned`. */
export function balanceOf({ earned, held, refunding, inTransit, paid, account, reasons }: Books) {
  const free = earned - held - refunding - inTransit - paid
  const stopped = account === 'blocked' && free > 0
  const blocked = [
    { amount: refunding, reason: REFUND_PENDING },
    { amount: stopped ? free : 0, reason: reasons.join(' ') || ACCOUNT_BLOCKED },
  ]
  return {
    held,
    available: stopped ? 0 : free,
    in_transit: inTransit,
    paid,
    blocked: blocked.filter(({ amount }) => amount > 0),
  }
}
