// Renewals: each paid invoice becomes one settled order with ledger entry and receipt, however often it is processed.

import { createHash } from 'node:crypto'
import type { Order } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { getUser } from '#server/features/auth/queries.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { storeCard } from '#server/features/payments/saved-cards.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Charge, Invoice, PaidCharge, ProviderSubscription } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import * as attemptQuery from '../checkout/payment-attempt-queries.ts'
import { isUnfinished } from '../checkout/payment-attempts.ts'
import { hasEnded, isPaid } from '../checkout/policy.ts'
import * as purchase from '../checkout/queries.ts'
import * as ledger from '../ledger/service.ts'
import { notifyBuyer } from '../notify.ts'
import { snapshotOf } from '../order-snapshot.ts'
import type { Renewed } from '../product.ts'
import { DEARER, SUSPENDED, TOO_LATE } from '../refunds/reasons.ts'
import * as refundRequests from '../refunds/refund-requests.ts'
import * as query from './queries.ts'
import { shareOf } from './renewal-fee.ts'

/** The payment that started the subscription. */
type FirstPayment = attemptQuery.AttemptWithOrder
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

/** Refund reasons of a month that could not be renewed. */
const BACK: Record<Exclude<Renewed, 'renewed'> | 'dearer', string> = {
  dearer: DEARER,
  over: TOO_LATE,
  suspended: SUSPENDED,
}

const isPastDue = ({ status }: ProviderSubscription) => status === 'past_due' || status === 'unpaid'

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

function orderOf(deps: SaleDeps, { beginning, invoice }: Month, state: 'open' | 'settled'): Order {
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
    id: deps.newId(),
    buyer_id: beginning.buyer_id,
    seller_id: beginning.seller_id,
    kind: beginning.kind,
    subject_id: beginning.subject_id,
    ticket_type_id: null,
    seats: 1,
    live_only: null,
    amount,
    state,
    refunded_amount: 0,
    snapshot,
    snapshot_hash: createHash('sha256').update(snapshot).digest('hex'),
    invoice_ref: invoice.ref,
    created_at: isoNow(deps),
    settled_at: state === 'settled' ? isoNow(deps) : null,
    fee_percent: null,
    from_link: null,
  }
}

/** The settled order of this month; null if another process settled it. */
async function settleOrder(
  deps: SaleDeps,
  tx: Tx,
  month: Month,
  paid: Pick<Order, 'settled_at' | 'fee_percent'>,
): Promise<Order | null> {
  const fresh = { ...orderOf(deps, month, 'settled'), ...paid }
  if (await query.insertRenewal(tx, fresh)) return fresh
  const known = await query.getRenewal(tx, month.invoice.ref)
  const change = { state: 'settled', ...paid } as const
  const moved = await purchase.moveOrder(tx, known.id, ['open', 'failed'], change)
  return moved ? { ...known, ...change } : null
}

/** Stores the attempt that paid: the buyer's unfinished one, else a new one for the provider's own charge. */
async function saveAttempt(
  deps: SaleDeps,
  tx: Tx,
  order: Order,
  { beginning, subscription }: Month,
  { ref, booked }: Charge,
) {
  const last = await attemptQuery.lastAttempt(tx, order.id)
  const paid = {
    intent_ref: ref,
    subscription_ref: subscription.ref,
    state: 'succeeded',
    unbooked_at: booked ? null : isoNow(deps),
  } as const
  if (last && isUnfinished(last)) {
    await attemptQuery.updateAttempt(tx, last.id, { ...paid, updated_at: isoNow(deps) })
    await storeCard(deps, tx, order.buyer_id, last.card)
    return last.id
  }
  const n = (last?.n ?? 0) + 1
  const id = deps.newId()
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
    pay_until: null,
    voucher: null,
    created_at: isoNow(deps),
    updated_at: isoNow(deps),
  })
  return id
}

/** Settles a month in one transaction: right, order, attempt, ledger, receipt and email; or requests the refund. */
async function settle(deps: SaleDeps, tx: Tx, month: Month, charge: PaidCharge) {
  const { beginning, invoice } = month
  const dearer = charge.amount > beginning.amount
  const renewed = dearer ? 'dearer' : await renew(deps, tx, month, charge.paidAt)
  const settled_at = charge.paidAt
  const fee_percent = await shareOf(tx, deps.log, invoice, charge.booked?.platformFee ?? null)
  const order = await settleOrder(deps, tx, month, { settled_at, fee_percent })
  if (!order) return
  const attemptId = await saveAttempt(deps, tx, order, month, charge)
  await ledger.recordSale(deps, tx, { ...order, order_id: order.id, pay_until: null }, charge)
  const { id: orderId, amount } = order
  if (renewed !== 'renewed') {
    const reason = BACK[renewed]
    deps.log.error({ order: orderId, reason }, 'a renewal is refunded')
    return refundRequests.requestRefund(deps, tx, { orderId, attemptId, amount, reason })
  }
  const { title } = snapshotOf(order)
  const seller = (await getUser(tx, order.seller_id)).name
  const roomId = order.subject_id
  const facts = { roomId, title, amount, at: charge.paidAt, renewsAt: invoice.period.end, seller }
  await notifyBuyer(deps, tx, beginning.buyer_id, orderId, { letter: 'renewed', ...facts })
}

// Only memberships are subscriptions.
const renew = (deps: SaleDeps, tx: Tx, { beginning, subscription, invoice }: Month, at: string) =>
  deps.products.room.renew(tx, {
    userId: beginning.buyer_id,
    productId: beginning.subject_id,
    ref: subscription.ref,
    paidAt: at,
    periodEnd: invoice.period.end,
  })

async function recordPaid(deps: SaleDeps, month: Month): Promise<void> {
  const { beginning, invoice } = month
  const known = await query.findRenewal(deps.db, invoice.ref)
  if (known?.state === 'settled' || known?.state === 'refunded') return
  if (invoice.charge === null || invoice.amount === 0) {
    // No money moved at the provider: the month is renewed without a ledger entry.
    if (invoice.amount > 0) deps.log.warn({ invoice: invoice.ref }, 'a renewal was paid elsewhere')
    await transact(deps.db, (tx) => renew(deps, tx, month, isoNow(deps)))
    return
  }
  const charge = await deps.payments.findCharge(beginning.account_ref, invoice.charge)
  if (!fits(month, charge)) {
    deps.log.error({ invoice: invoice.ref, status: charge.status }, 'a renewal does not fit')
    throw new Error('the renewal does not fit its subscription')
  }
  await transact(deps.db, (tx) => settle(deps, tx, month, charge))
  await deps.bus.publish(RIGHTS_CHANGED, beginning.buyer_id)
}

/** Keeps an unpaid invoice as an open order and fails it when the invoice is closed. True while it is past due. */
async function syncUnpaid(deps: SaleDeps, month: Month): Promise<boolean> {
  const { subscription, invoice } = month
  const known = await query.findRenewal(deps.db, invoice.ref)
  const isOwed = invoice.status === 'open' && !hasEnded(subscription)
  if (isOwed && !known && isPastDue(subscription))
    await query.insertRenewal(deps.db, orderOf(deps, month, 'open'))
  if (!isOwed && known?.state === 'open')
    await transact(deps.db, (tx) => purchase.moveOrder(tx, known.id, ['open'], { state: 'failed' }))
  return isOwed && isPastDue(subscription)
}

/** The seller's account of a subscription; null if it is not ours. */
export async function accountOf(deps: SaleDeps, ref: string): Promise<string | null> {
  return (await attemptQuery.findAttemptBySubscription(deps.db, ref))?.account_ref ?? null
}

/** Records all paid invoices of a subscription. Returns the past-due ones, the oldest first. */
export async function record(
  deps: SaleDeps,
  account: string,
  subscription: ProviderSubscription,
): Promise<PastDueInvoice[]> {
  const { ref, metadata } = subscription
  const beginning = await attemptQuery.findAttemptBySubscription(deps.db, ref)
  if (!beginning) {
    // Ours, but its id is not stored yet: the webhook was faster than the create call. The outbox retries.
    if (metadata.attempt_id && (await query.isOnItsWay(deps.db, metadata.attempt_id)))
      throw new Error('a subscription that is not known yet')
    return []
  }
  if (beginning.account_ref !== account) {
    deps.log.warn({ account }, 'webhook event of another account')
    return []
  }
  const owed: PastDueInvoice[] = []
  const invoices = await deps.payments.listInvoices(account, ref)
  for (const invoice of invoices.filter(({ isFirst }) => !isFirst).toReversed()) {
    const month = { beginning, subscription, invoice }
    if (invoice.status === 'paid') await recordPaid(deps, month)
    else if (await syncUnpaid(deps, month)) owed.push({ account, subscription: ref, invoice })
  }
  return owed
}
