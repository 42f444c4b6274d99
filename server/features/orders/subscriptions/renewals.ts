import { createHash } from 'node:crypto'
import type { Order } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { paidCard } from '#server/features/payments/saved-cards.ts'
import type { Charge, Invoice, PaidCharge, ProviderSubscription } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import { isUnfinished } from '../checkout/attempts.ts'
import { hasEnded, isPaid } from '../checkout/policy.ts'
import * as purchase from '../checkout/queries.ts'
import { createLedger } from '../ledger/service.ts'
import { createBuyerNotifications } from '../notify.ts'
import type { Products, Renewed } from '../product.ts'
import { DEARER, SUSPENDED, TOO_LATE } from '../refunds/reasons.ts'
import { createRefundRequests } from '../refunds/refund-requests.ts'
import { snapshotOf } from '../snapshot.ts'
import { shareOf } from './fee.ts'
import * as query from './queries.ts'

type RenewalDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>
/** The payment that started the subscription. */
type FirstPayment = purchase.AttemptWithOrder
interface Month {
  beginning: FirstPayment
  subscription: ProviderSubscription
  invoice: Invoice
}
/** An unpaid invoice of a past-due subscription. */
export interface PastDueInvoice {
  account: string
  subscription: string
  invoice: Invoice
}
export type Renewals = ReturnType<typeof createRenewals>

/** Refund reasons of a month that could not be renewed. */
const BACK: Record<Exclude<Renewed, 'renewed'> | 'dearer', string> = {
  dearer: DEARER,
  over: TOO_LATE,
  suspended: SUSPENDED,
}

const isPastDue = ({ status }: ProviderSubscription) => status === 'past_due' || status === 'unpaid'

/**
 * Renewals: each paid invoice becomes one settled order with ledger entry and receipt, however often it is processed.
 */
export function createRenewals(deps: RenewalDeps, products: Products) {
  const { db, clock, newId, log, payments, bus } = deps
  const ledger = createLedger(deps)
  const refundRequests = createRefundRequests(deps)
  const storeCard = paidCard(deps)
  const notifyBuyer = createBuyerNotifications(deps)
  const now = () => clock.now().toISOString()

  /** Whether a charge belongs to this invoice and buyer. The agreed price is checked in `settle`. */
  function fits({ beginning, subscription, invoice }: Month, charge: Charge): charge is PaidCharge {
    return (
      isPaid(charge) &&
      charge.account === beginning.account_ref &&
      charge.currency === 'jpy' &&
      charge.amount === invoice.amount &&
      (subscription.metadata.order_id ?? beginning.order_id) === beginning.order_id
    )
  }

  function orderOf({ beginning, invoice }: Month, state: 'open' | 'settled'): Order {
    const { title } = snapshotOf(beginning)
    const { amount, period } = invoice
    const snapshot = JSON.stringify({
      title,
      amount,
      currency: 'jpy',
      quantity: 1,
      period,
      renews: beginning.order_id,
    })
    return {
      id: newId(),
      buyer_id: beginning.buyer_id,
      seller_id: beginning.seller_id,
      kind: beginning.kind,
      subject_id: beginning.subject_id,
      amount,
      state,
      refunded_amount: 0,
      snapshot,
      snapshot_hash: createHash('sha256').update(snapshot).digest('hex'),
      invoice_ref: invoice.ref,
      created_at: now(),
      settled_at: state === 'settled' ? now() : null,
      fee_percent: null,
    }
  }

  /** The settled order of this month; null if another process settled it. */
  async function settleOrder(
    tx: Tx,
    month: Month,
    paid: Pick<Order, 'settled_at' | 'fee_percent'>,
  ): Promise<Order | null> {
    const fresh = { ...orderOf(month, 'settled'), ...paid }
    if (await query.insertRenewal(tx, fresh)) return fresh
    const known = await query.getRenewal(tx, month.invoice.ref)
    const change = { state: 'settled', ...paid } as const
    const moved = await purchase.moveOrder(tx, known.id, ['open', 'failed'], change)
    return moved ? { ...known, ...change } : null
  }

  /** Stores the attempt that paid: the buyer's unfinished one, else a new one for the provider's own charge. */
  async function saveAttempt(
    tx: Tx,
    order: Order,
    { beginning, subscription }: Month,
    { ref, booked }: Charge,
  ) {
    const last = await purchase.lastAttempt(tx, order.id)
    const paid = {
      intent_ref: ref,
      subscription_ref: subscription.ref,
      state: 'succeeded',
      unbooked_at: booked ? null : now(),
    } as const
    if (last && isUnfinished(last)) {
      await purchase.updateAttempt(tx, last.id, { ...paid, updated_at: now() })
      await storeCard(tx, order.buyer_id, last.card)
      return last.id
    }
    const n = (last?.n ?? 0) + 1
    const id = newId()
    await query.insertAttempt(tx, {
      id,
      order_id: order.id,
      n,
      idempotency_key: `${order.id}-${n}-${order.amount}`,
      account_ref: beginning.account_ref,
      ...paid,
      error_code: null,
      source: '',
      card: null,
      created_at: now(),
      updated_at: now(),
    })
    return id
  }

  /** Settles a month in one transaction: right, order, attempt, ledger, receipt and email; or requests the refund. */
  async function settle(tx: Tx, month: Month, charge: PaidCharge) {
    const { beginning, invoice } = month
    const dearer = charge.amount > beginning.amount
    const renewed = dearer ? 'dearer' : await renew(tx, month, charge.paidAt)
    const settled_at = charge.paidAt
    const fee_percent = await shareOf(tx, log, invoice, charge.booked?.platformFee ?? null)
    const order = await settleOrder(tx, month, { settled_at, fee_percent })
    if (!order) return
    if (charge.amount < beginning.amount) log.warn({ order: order.id }, 'a renewal was cheaper')
    const attemptId = await saveAttempt(tx, order, month, charge)
    await ledger.recordSale(tx, { ...order, order_id: order.id }, charge)
    const { id: orderId, amount } = order
    if (renewed !== 'renewed') {
      const reason = BACK[renewed]
      log.error({ order: orderId, reason }, 'a renewal is refunded')
      return refundRequests.requestRefund(tx, { orderId, attemptId, amount, reason })
    }
    const { title } = snapshotOf(order)
    const facts = { title, amount, at: charge.paidAt, renewsAt: invoice.period.end }
    await notifyBuyer(tx, beginning.buyer_id, orderId, { letter: 'renewed', ...facts })
  }

  // Only memberships are subscriptions.
  const renew = (tx: Tx, { beginning, subscription, invoice }: Month, at: string) =>
    products.room.renew(tx, {
      userId: beginning.buyer_id,
      productId: beginning.subject_id,
      ref: subscription.ref,
      paidAt: at,
      periodEnd: invoice.period.end,
    })

  async function recordPaid(month: Month): Promise<void> {
    const { beginning, invoice } = month
    const known = await query.findRenewal(db, invoice.ref)
    if (known?.state === 'settled' || known?.state === 'refunded') return
    if (invoice.charge === null || invoice.amount === 0) {
      // No money moved at the provider: the month is renewed without a ledger entry.
      if (invoice.amount > 0) log.warn({ invoice: invoice.ref }, 'a renewal was paid elsewhere')
      await transact(db, (tx) => renew(tx, month, now()))
      return
    }
    const charge = await payments.findCharge(beginning.account_ref, invoice.charge)
    if (!fits(month, charge)) {
      log.error({ invoice: invoice.ref, status: charge.status }, 'a renewal does not fit')
      throw new Error('the renewal does not fit its subscription')
    }
    await transact(db, (tx) => settle(tx, month, charge))
    await bus.publish(RIGHTS_CHANGED, beginning.buyer_id)
  }

  /** Keeps an unpaid invoice as an open order and fails it when the invoice is closed. True while it is past due. */
  async function syncUnpaid(month: Month): Promise<boolean> {
    const { subscription, invoice } = month
    const known = await query.findRenewal(db, invoice.ref)
    const isOwed = invoice.status === 'open' && !hasEnded(subscription)
    if (isOwed && !known && isPastDue(subscription))
      await query.insertRenewal(db, orderOf(month, 'open'))
    if (!isOwed && known?.state === 'open')
      await transact(db, (tx) => purchase.moveOrder(tx, known.id, ['open'], { state: 'failed' }))
    return isOwed && isPastDue(subscription)
  }

  return {
    /** The seller's account of a subscription; null if it is not ours. */
    async accountOf(ref: string): Promise<string | null> {
      return (await purchase.findAttemptBySubscription(db, ref))?.account_ref ?? null
    },

    /** Records all paid invoices of a subscription. Returns the past-due ones, the oldest first. */
    async record(account: string, subscription: ProviderSubscription): Promise<PastDueInvoice[]> {
      const { ref, metadata } = subscription
      const beginning = await purchase.findAttemptBySubscription(db, ref)
      if (!beginning) {
        // Ours, but its id is not stored yet: the webhook was faster than the create call. The outbox retries.
        if (metadata.attempt_id && (await query.isOnItsWay(db, metadata.attempt_id)))
          throw new Error('a subscription that is not known yet')
        return []
      }
      if (beginning.account_ref !== account) {
        log.warn({ account }, 'webhook event of another account')
        return []
      }
      const owed: PastDueInvoice[] = []
      const invoices = await payments.listInvoices(account, ref)
      for (const invoice of invoices.filter(({ isFirst }) => !isFirst).toReversed()) {
        const month = { beginning, subscription, invoice }
        if (invoice.status === 'paid') await recordPaid(month)
        else if (await syncUnpaid(month)) owed.push({ account, subscription: ref, invoice })
      }
      return owed
    },
  }
}
