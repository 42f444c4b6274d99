import type { Order } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { paidCard } from '#server/features/payments/saved-cards.ts'
import type { Charge, PaidCharge, ProviderSubscription } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import { createLedger } from '../ledger/service.ts'
import { createUnbookedSales } from '../ledger/unbooked-sales.ts'
import { createBuyerNotifications } from '../notify.ts'
import type { Granted, Product, Products } from '../product.ts'
import { PAID_TWICE, TOO_LATE } from '../refunds/reasons.ts'
import { createRefundRequests } from '../refunds/refund-requests.ts'
import { snapshotOf } from '../snapshot.ts'
import { hasEnded, isPaid, matchesOrder } from './policy.ts'
import * as query from './queries.ts'

/** Result of a paid charge: the granted right, or a refund under way. */
export type Settled = { granted: Granted } | { refunding: true }

/** Another process settled the order meanwhile: read it again. */
class ConcurrentChange extends Error {}
/** No seat is left, the buyer has the right already, or the product is not sold any more. */
class SoldOut extends Error {}

type SettleDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>

/**
 * Settles a paid charge: the only way from money to a right. The buyer's request, the webhook and the sweep all end here;
 * the first one changes the order, the others find it settled.
 */
export function createSettle(deps: SettleDeps, products: Products) {
  const { db, clock, log, bus } = deps
  const ledger = createLedger(deps)
  const refundRequests = createRefundRequests(deps)
  const storeCard = paidCard(deps)
  const notifyBuyer = createBuyerNotifications(deps)
  const unbookedSales = createUnbookedSales(deps)
  const now = () => clock.now().toISOString()

  async function recordPayment(tx: Tx, attempt: query.AttemptWithOrder, charge: PaidCharge) {
    await query.markPaid(tx, attempt.id, { now: now(), isBooked: charge.booked !== null })
    await ledger.recordSale(tx, attempt, charge)
  }

  async function close(tx: Tx, order: Order, charge: PaidCharge) {
    const change = { state: 'settled', settled_at: charge.paidAt } as const
    if (!(await query.moveOrder(tx, order.id, [order.state], change))) throw new ConcurrentChange()
    await query.releaseHold(tx, order.id, now())
  }

  async function grant(
    tx: Tx,
    product: Product,
    order: Order,
    attempt: query.AttemptWithOrder,
    charge: PaidCharge,
    subscription: ProviderSubscription | undefined,
  ): Promise<Granted> {
    // The subscription ended while it was paid: it would never renew, and nothing would end the membership.
    if (subscription && hasEnded(subscription)) throw new SoldOut()
    // The hold had expired and its seat was freed: take another one if there is one.
    if (order.state === 'failed' && !(await product.holdSeat(tx, order.subject_id)))
      throw new SoldOut()
    const granted = await product.grant(tx, {
      userId: order.buyer_id,
      productId: order.subject_id,
      orderId: order.id,
      at: now(),
      ...(subscription && {
        subscription: {
          ref: subscription.ref,
          amount: order.amount,
          feePercent: order.fee_percent,
          periodEnd: subscription.periodEnd,
        },
      }),
    })
    if (!granted || granted.already) throw new SoldOut()
    await close(tx, order, charge)
    await storeCard(tx, attempt.buyer_id, attempt.card)
    await recordPayment(tx, attempt, charge)
    await notifyBuyer(tx, order.buyer_id, order.id, {
      letter: 'purchased',
      kind: order.kind,
      title: snapshotOf(order).title,
      amount: order.amount,
      at: charge.paidAt,
      renewsAt: subscription?.periodEnd ?? null,
    })
    return granted
  }

  /** Refunds a paid order for which no right can be granted. */
  const refundOrder = (
    attempt: query.AttemptWithOrder,
    order: Order,
    product: Product,
    charge: PaidCharge,
  ) =>
    transact(db, async (tx): Promise<Settled> => {
      // The held seat is free for another buyer.
      if (order.state === 'open') await product.freeSeat(tx, order.subject_id)
      await close(tx, order, charge)
      await recordPayment(tx, attempt, charge)
      await requestRefundOf(tx, attempt, TOO_LATE)
      return { refunding: true }
    })

  const requestRefundOf = (
    tx: Tx,
    { order_id, id, amount }: query.AttemptWithOrder,
    reason: string,
  ) => refundRequests.requestRefund(tx, { orderId: order_id, attemptId: id, amount, reason })

  /** Refunds a second payment of an order that another payment settled. The right stays. */
  async function refundDuplicate(attempt: query.AttemptWithOrder, { booked }: Charge) {
    if (attempt.state === 'succeeded') return
    const paid = { now: now(), isBooked: booked !== null }
    await transact(db, async (tx) => {
      if (!(await query.markPaid(tx, attempt.id, paid))) return
      if (booked) await ledger.record(tx, attempt, 'sale', booked)
      await requestRefundOf(tx, attempt, PAID_TWICE)
    })
  }

  /** Grants the right, or refunds the order if there is no seat. Throws `Overtaken`. */
  async function grantOrRefund(
    attempt: query.AttemptWithOrder,
    order: Order,
    product: Product,
    charge: PaidCharge,
    subscription: ProviderSubscription | undefined,
  ): Promise<Settled> {
    try {
      const granted = await transact(db, (tx) =>
        grant(tx, product, order, attempt, charge, subscription),
      )
      return { granted }
    } catch (error) {
      if (error instanceof SoldOut) return refundOrder(attempt, order, product, charge)
      throw error
    }
  }

  async function settled(order: Order, product: Product): Promise<Settled> {
    const { id, buyer_id, subject_id } = order
    const right = { orderId: id, userId: buyer_id, productId: subject_id }
    const granted = await product.findGranted(db, right)
    return granted ? { granted: { ...granted, already: true } } : { refunding: true }
  }

  return async function settle(
    attempt: query.AttemptWithOrder,
    charge: Charge,
    subscription?: ProviderSubscription,
  ): Promise<Settled> {
    if (!isPaid(charge) || !matchesOrder(attempt, charge)) {
      log.error({ attempt: attempt.id, status: charge.status }, 'a charge does not fit its order')
      throw new Error('the charge does not fit its order')
    }
    const product = products[attempt.kind]
    for (;;) {
      const order = await query.getOrder(db, attempt.order_id)
      if (order.state === 'settled' || order.state === 'refunded') {
        await refundDuplicate(attempt, charge)
        // The order may have been settled before its balance transaction was written.
        await unbookedSales.record(attempt, charge)
        return settled(order, product)
      }
      try {
        const settled = await grantOrRefund(attempt, order, product, charge, subscription)
        await bus.publish(RIGHTS_CHANGED, order.buyer_id)
        return settled
      } catch (error) {
        if (!(error instanceof ConcurrentChange)) throw error
      }
    }
  }
}
