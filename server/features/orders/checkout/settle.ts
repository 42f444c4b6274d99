import type { Order } from '#server/db/schema/money.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Tx } from '#server/db/schema.ts'
import { type RolledBack, rollBack, transact } from '#server/db/transact.ts'
import { getUser } from '#server/features/auth/queries.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { storeCard } from '#server/features/payments/saved-cards.ts'
import { dropUnkept } from '#server/features/payments/unkept-cards.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Charge, PaidCharge, ProviderSubscription } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import * as ledger from '../ledger/service.ts'
import * as unbookedSales from '../ledger/unbooked-sales.ts'
import { notifyBuyer } from '../notify.ts'
import { snapshotOf } from '../order-snapshot.ts'
import type { Granted, Product } from '../product.ts'
import * as redemptions from '../promotions/redemption-queries.ts'
import { PAID_TWICE, TOO_LATE } from '../refunds/reasons.ts'
import * as refundRequests from '../refunds/refund-requests.ts'
import { makeRoom } from '../resale/sold-seat.ts'
import * as attemptQuery from './payment-attempt-queries.ts'
import { hasEnded, isPaid, matchesOrder } from './policy.ts'
import * as query from './queries.ts'

/** Result of a paid charge: the granted right, or a refund under way. */
export type Settled = { granted: Granted } | { refunding: true }

/**
 * Why a transaction settled nothing. `concurrent`: another process settled the order meanwhile, so read it again.
 * `soldOut`: no seat is left, the buyer has the right already, or the product is not sold any more.
 */
type Unsettled = 'concurrent' | 'soldOut'

async function recordPayment(
  deps: SaleDeps,
  tx: Tx,
  attempt: attemptQuery.AttemptWithOrder,
  charge: PaidCharge,
  periodEnd?: string | null,
) {
  await attemptQuery.markPaid(tx, attempt.id, {
    now: isoNow(deps),
    isBooked: charge.booked !== null,
  })
  const period = periodEnd ? { period: { start: charge.paidAt, end: periodEnd } } : {}
  await ledger.recordSale(deps, tx, { ...attempt, ...period }, charge)
}

/** False if another process changed the order meanwhile. */
async function close(deps: SaleDeps, tx: Tx, order: Order, charge: PaidCharge): Promise<boolean> {
  const change = { state: 'settled', settled_at: charge.paidAt } as const
  if (!(await query.moveOrder(tx, order.id, [order.state], change))) return false
  await dropUnkept(deps, tx, order.id)
  await query.releaseHold(tx, order.id, isoNow(deps))
  return true
}

/** The hold had expired, and its seats and code were freed: takes others if there are enough. */
async function holdAgain(deps: SaleDeps, tx: Tx, product: Product, order: Order): Promise<boolean> {
  const redemption = await redemptions.findRedemption(tx, order.id)
  const taker = {
    ...{ userId: order.buyer_id, seats: order.seats, at: isoNow(deps), isPaying: !redemption },
    ticketTypeId: order.ticket_type_id,
  }
  if (!(await product.holdSeat(tx, order.subject_id, taker))) return false
  return !redemption || redemptions.redeemAgain(tx, redemption)
}

async function grant(
  deps: SaleDeps,
  tx: Tx,
  product: Product,
  order: Order,
  attempt: attemptQuery.AttemptWithOrder,
  charge: PaidCharge,
  subscription: ProviderSubscription | undefined,
): Promise<{ granted: Granted; seller: Id | null } | RolledBack<Unsettled>> {
  // The subscription ended while it was paid: it would never renew, and nothing would end the membership.
  if (subscription && hasEnded(subscription)) return rollBack('soldOut')
  if (order.state === 'failed' && !(await holdAgain(deps, tx, product, order)))
    return rollBack('soldOut')
  const room = await makeRoom(deps, tx, order)
  if (room === 'none') return rollBack('soldOut')
  const granted = await product.grant(deps, tx, {
    userId: order.buyer_id,
    productId: order.subject_id,
    orderId: order.id,
    ticketTypeId: order.ticket_type_id,
    liveOnly: order.live_only === 1,
    seats: order.seats,
    at: isoNow(deps),
    ...(subscription && {
      subscription: {
        ref: subscription.ref,
        amount: order.amount,
        feePercent: order.fee_percent,
        periodEnd: subscription.periodEnd,
      },
    }),
  })
  if (!granted || granted.already) return rollBack('soldOut')
  if (!(await close(deps, tx, order, charge))) return rollBack('concurrent')
  await storeCard(deps, tx, attempt.buyer_id, attempt.card)
  await recordPayment(deps, tx, attempt, charge, subscription?.periodEnd)
  const { title, confirmation } = snapshotOf(order)
  await notifyBuyer(deps, tx, order.buyer_id, order.id, {
    letter: 'purchased',
    kind: order.kind,
    title,
    ...(confirmation && { confirmed: confirmation }),
    bought: order.kind === 'digital_ticket' ? granted.id : order.subject_id,
    amount: order.amount,
    at: charge.paidAt,
    renewsAt: subscription?.periodEnd ?? null,
    ...(attempt.pay_until !== null && { inStore: true }),
    seller: (await getUser(tx, order.seller_id)).name,
  })
  return { granted, seller: room.seller }
}

/** Refunds a paid order for which no right can be granted; null if another process changed the order meanwhile. */
const refundOrder = (
  deps: SaleDeps,
  attempt: attemptQuery.AttemptWithOrder,
  order: Order,
  product: Product,
  charge: PaidCharge,
) =>
  transact(deps.db, async (tx): Promise<Settled | RolledBack<null>> => {
    // The held seats are free for other buyers.
    if (order.state === 'open') {
      await product.freeSeats(tx, order)
      await redemptions.release(tx, order.id, isoNow(deps))
    }
    if (!(await close(deps, tx, order, charge))) return rollBack(null)
    await recordPayment(deps, tx, attempt, charge)
    await requestRefundOf(deps, tx, attempt, TOO_LATE)
    return { refunding: true }
  })

const requestRefundOf = (
  deps: SaleDeps,
  tx: Tx,
  { order_id, id, amount }: attemptQuery.AttemptWithOrder,
  reason: string,
) => refundRequests.requestRefund(deps, tx, { orderId: order_id, attemptId: id, amount, reason })

/** Refunds a second payment of an order that another payment settled. The right stays. */
async function refundDuplicate(
  deps: SaleDeps,
  attempt: attemptQuery.AttemptWithOrder,
  { booked }: Charge,
) {
  if (attempt.state === 'succeeded') return
  const paid = { now: isoNow(deps), isBooked: booked !== null }
  await transact(deps.db, async (tx) => {
    if (!(await attemptQuery.markPaid(tx, attempt.id, paid))) return
    if (booked) await ledger.record(deps, tx, attempt, 'sale', booked)
    await requestRefundOf(deps, tx, attempt, PAID_TWICE)
  })
}

/**
 * Grants the right, or refunds the order if there is no seat; null if another process changed the order meanwhile.
 */
async function grantOrRefund(
  deps: SaleDeps,
  attempt: attemptQuery.AttemptWithOrder,
  order: Order,
  product: Product,
  charge: PaidCharge,
  subscription: ProviderSubscription | undefined,
): Promise<Settled | null> {
  const outcome = await transact(deps.db, (tx) =>
    grant(deps, tx, product, order, attempt, charge, subscription),
  )
  if (outcome === 'concurrent') return null
  if (outcome === 'soldOut') return refundOrder(deps, attempt, order, product, charge)
  if (outcome.seller) await deps.bus.publish(RIGHTS_CHANGED, outcome.seller)
  return { granted: outcome.granted }
}

async function settled(deps: SaleDeps, order: Order, product: Product): Promise<Settled> {
  const { id, buyer_id, subject_id } = order
  const right = { orderId: id, userId: buyer_id, productId: subject_id }
  const granted = await product.findGranted(deps.db, right)
  return granted ? { granted: { ...granted, already: true } } : { refunding: true }
}

/**
 * Settles a paid charge: the only way from money to a right. The buyer's request, the webhook and the sweep all end here;
 * the first one changes the order, the others find it settled.
 */
export async function settle(
  deps: SaleDeps,
  attempt: attemptQuery.AttemptWithOrder,
  charge: Charge,
  subscription?: ProviderSubscription,
): Promise<Settled> {
  if (!isPaid(charge) || !matchesOrder(attempt, charge)) {
    deps.log.error(
      { attempt: attempt.id, status: charge.status },
      'a charge does not fit its order',
    )
    throw new Error('the charge does not fit its order')
  }
  const product = deps.products[attempt.kind]
  for (;;) {
    const order = await query.getOrder(deps.db, attempt.order_id)
    if (order.state === 'settled' || order.state === 'refunded') {
      await refundDuplicate(deps, attempt, charge)
      // The order may have been settled before its balance transaction was written.
      await unbookedSales.record(deps, attempt, charge)
      return settled(deps, order, product)
    }
    const outcome = await grantOrRefund(deps, attempt, order, product, charge, subscription)
    if (!outcome) continue
    await deps.bus.publish(RIGHTS_CHANGED, order.buyer_id)
    return outcome
  }
}
