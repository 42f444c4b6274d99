import { DAY_MS } from '#contract/lib/durations.ts'
import { ACCOUNT_BLOCKED } from '#contract/monetization/messages.ts'
import { REFUND_PENDING } from '#contract/orders/messages.ts'
import { HELD_AFTER_EVENT_DAYS, HELD_AT_MOST_DAYS } from '#contract/payouts/limits.ts'
import { textsOf } from '#server/db/json.ts'
import type { Db, Schema } from '#server/db/schema.ts'
import { findSellerAccount } from '#server/features/payments/queries.ts'
import * as query from './queries.ts'

export interface Balance {
  /** Sum of all earnings after fees and refunds. */
  earned: number
  /** The part that is held until some days after its event. */
  held: number
  /** Requested refunds that the provider has not taken yet. */
  refunding: number
  /** Paid by buyers, but not part of `earned` before the provider has written the fees. */
  unbooked: number
  inTransit: number
  paid: number
  account: Schema['seller_account']['state']
  reasons: string[]
}

/** Splits the earnings by state. The parts always sum to `earned`; `unbooked` comes on top. */
export function balanceOf(balance: Balance) {
  const { earned, held, refunding, unbooked, inTransit, paid, account, reasons } = balance
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
    unbooked,
  }
}

/** The seller's balance according to the ledger. */
export async function readBalance(db: Db, ownerId: string, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
  const since = { over: ago(HELD_AFTER_EVENT_DAYS), paid: ago(HELD_AT_MOST_DAYS) }
  const earned = await query.sumEarned(db, ownerId)
  const held = await query.sumHeld(db, ownerId, since)
  const refunding = await query.sumRefunding(db, ownerId, since)
  const payouts = await query.sumPayouts(db, ownerId)
  const account = await findSellerAccount(db, ownerId)
  const out = (...states: string[]) =>
    payouts.reduce((sum, row) => (states.includes(row.state) ? sum + Number(row.sum) : sum), 0)
  return balanceOf({
    earned,
    held,
    refunding,
    unbooked: await query.sumUnbooked(db, ownerId),
    // A payout counts from the moment its row is written, before the provider call.
    inTransit: out('started', 'in_transit'),
    paid: out('paid'),
    account: account?.state ?? 'none',
    reasons: account ? textsOf(account.reasons) : [],
  })
}
