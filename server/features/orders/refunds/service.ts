// Executes refunds: calls the provider, then records the ledger. A failed refund stays open.

import * as z from 'zod'
import { untouchedFor } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { alertOperators } from '#server/features/auth/operators.ts'
import { NO_HOLDERS, type SaleDeps } from '#server/features/orders/product.ts'
import { isKeyAlive } from '#server/features/payments/key-lifetime.ts'
import { isoNow } from '#server/ports/clock.ts'
import { type ProviderRefund, Unknown } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import * as attemptQuery from '../checkout/payment-attempt-queries.ts'
import * as purchase from '../checkout/queries.ts'
import * as ledger from '../ledger/service.ts'
import { notifyBuyer } from '../notify.ts'
import { snapshotOf } from '../order-snapshot.ts'
import { findBuyer } from '../queries.ts'
import * as query from './queries.ts'
import { AT_PROVIDER, DEARER, PAID_TWICE, TOO_LATE, whyRefunded } from './reasons.ts'
import * as refundRequests from './refund-requests.ts'
import { emailHolders, endsEntitlement } from './refunded-holder.ts'
import { recordTransfer } from './transfers.ts'

/** Age from which an open refund counts as given up by the outbox: the sweep submits it again each time. */
const FORGOTTEN_MS = 24 * 60 * 60_000
const BATCH_SIZE = 100

const RefundWork = z.object({ id: z.string() })

/** Recomputes `refunded_amount` and the state of an order. */
export async function updateRefundedAmount(tx: Tx, orderId: string) {
  const order = await query.lockOrder(tx, orderId)
  if (order.state !== 'settled' && order.state !== 'refunded') return
  const paying = await query.findSettlingAttempt(tx, orderId)
  const returned =
    (await query.sumRefunds(tx, orderId, ['done'])) + (await query.sumLost(tx, orderId, paying?.id))
  const refunded_amount = Math.min(order.amount, returned)
  const state = refunded_amount === order.amount ? 'refunded' : 'settled'
  await query.updateOrder(tx, orderId, { refunded_amount, state })
}

function notifyRefunded(deps: SaleDeps, tx: Tx, refund: query.RefundWithPayment) {
  const { id, buyer_id, amount, reason } = refund
  const { title } = snapshotOf(refund)
  const why = whyRefunded(reason)
  const transfer = refund.pay_until !== null && { transfer: true }
  return notifyBuyer(deps, tx, buyer_id, id, {
    letter: 'refunded',
    title,
    amount,
    why,
    ...transfer,
  })
}

const alertFailed = (deps: SaleDeps, tx: Tx, { id, order_id: payment }: query.RefundWithPayment) =>
  alertOperators(deps, tx, { about: `refund:${id}`, alert: 'refundFailed', payment })

/** Applies the provider's state of a refund. Each balance transaction is recorded once. */
async function record(
  deps: SaleDeps,
  refund: query.RefundWithPayment,
  update: ProviderRefund,
): Promise<void> {
  const { ref, booked, returned, status } = update
  const failed = status === 'failed'
  // Pending without a balance transaction: a later event, or the outbox retry, brings it.
  if (!booked && status === 'pending') return
  if (status === 'pending' && refund.pay_until !== null) return recordTransfer(deps, refund, update)
  if (!booked && !failed) throw new Unknown('the line of a refund is not written yet')
  const sold = { ...refund, amount: refund.amount, order_id: refund.order_id }
  const twin = refund.reason === PAID_TWICE
  const change = { state: failed ? 'failed' : 'done', refund_ref: ref } as const
  const moved = await transact(deps.db, async (tx) => {
    await query.lockOrder(tx, refund.order_id)
    // Also for a refund that is done: the provider writes the balance transaction up to an hour later.
    if (booked) await ledger.record(deps, tx, sold, 'refund', booked)
    if (returned) await ledger.record(deps, tx, sold, 'refund', returned)
    const at = isoNow(deps)
    const done_at = failed ? null : at
    const from = failed ? (['open', 'done'] as const) : (['open'] as const)
    if (!(await query.moveRefund(tx, refund.id, [...from], { ...change, done_at }))) return false
    await (failed ? alertFailed(deps, tx, refund) : notifyRefunded(deps, tx, refund))
    if (twin) return true
    if (!failed) await ledger.issueRefundReceipt(deps, tx, sold, refund.amount, at)
    await updateRefundedAmount(tx, refund.order_id)
    return true
  })
  if (moved && failed)
    deps.log.error({ refund: refund.id }, 'a refund failed: pay the buyer another way')
  if (failed && booked && !returned)
    throw new Unknown('the line of a refund that came back is not written yet')
}

async function execute(deps: SaleDeps, id: string) {
  const refund = await query.findRefund(deps.db, id)
  if (refund?.state !== 'open') return
  const account = refund.account_ref
  // First, so that the next month is not charged.
  if (refund.subscription_ref && [PAID_TWICE, TOO_LATE, DEARER].includes(refund.reason))
    await deps.payments.endSubscription({
      account,
      ref: refund.subscription_ref,
      atPeriodEnd: false,
    })
  else if (refund.ends_right) await stop(deps, refund)
  const metadata = { order_id: refund.order_id, refund_id: id }
  const { amount, intent_ref: charge } = refund
  const buyer = refund.pay_until === null ? undefined : await findBuyer(deps.db, refund.buyer_id)
  const email = buyer?.status === 'deleted' ? undefined : buyer?.email
  const mayExist = !isKeyAlive(refund.created_at, deps.clock.now())
  const request = { account, charge, amount, metadata, email, mayExist }
  const update = refund.refund_ref
    ? await deps.payments.findRefund(account, refund.refund_ref)
    : await deps.payments.refundCharge(request, `refund-${id}`)
  const other = await query.findRefundBy(deps.db, update.ref)
  // The payment was refunded in the provider's dashboard and is recorded already.
  if (other && other.id !== id) return replace(deps, refund)
  await saveRef(deps, refund, update.ref)
  await record(deps, refund, update)
}

const replace = (deps: SaleDeps, refund: query.RefundWithPayment) =>
  transact(deps.db, async (tx) => {
    await query.moveRefund(tx, refund.id, ['open'], { state: 'replaced' })
  })

/** Stores the provider's id, by which webhook events find the refund. */
const saveRef = (deps: SaleDeps, refund: query.RefundWithPayment, refund_ref: string) =>
  transact(deps.db, (tx) => query.moveRefund(tx, refund.id, ['open'], { refund_ref }))

/** Records a refund made in the provider's dashboard. A full one ends the right, a partial one does not. */
async function recordExternalRefund(deps: SaleDeps, update: ProviderRefund) {
  const attempt = await attemptQuery.findAttemptByIntent(deps.db, update.charge)
  if (!attempt) throw new Unknown('a refund of a payment that is not known yet')
  if (attempt.account_ref !== update.account) return
  // The event came before that of the payment: the right is not granted yet. The outbox retries.
  if (attempt.state !== 'succeeded') throw new Unknown('a refund of a payment not settled yet')
  const id = deps.newId()
  const order = await purchase.getOrder(deps.db, attempt.order_id)
  const ended = await transact(deps.db, async (tx) => {
    const of = { userId: order.buyer_id, productId: order.subject_id, orderId: order.id }
    // Lock order, as everywhere: the product's row, then the order's.
    await deps.products[order.kind].lock(tx, order.subject_id)
    await query.lockOrder(tx, order.id)
    const paying = await query.findSettlingAttempt(tx, order.id)
    const returned = await query.sumRefunds(tx, order.id, ['open', 'done'])
    const endsRight =
      returned + update.amount >= order.amount &&
      paying?.id === attempt.id &&
      (await endsEntitlement(tx, deps.products, order))
    const ended = endsRight
      ? await deps.products[order.kind].revoke(deps, tx, { ...of, at: isoNow(deps) })
      : NO_HOLDERS
    await emailHolders(deps, tx, order, ended, { letter: 'ticketTakenBack', matter: order.id })
    await query.replaceRefunds(tx, order.id, ['failed'])
    await query.insertRefund(tx, {
      id,
      order_id: order.id,
      attempt_id: attempt.id,
      amount: update.amount,
      reason: paying?.id === attempt.id ? AT_PROVIDER : PAID_TWICE,
      ends_right: endsRight ? 1 : 0,
      asked_by: null,
      state: 'open',
      refund_ref: update.ref,
      transfer: null,
      created_at: isoNow(deps),
      done_at: null,
    })
    if (paying?.id === attempt.id) await requestRemainder(deps, tx, attempt)
    return ended
  })
  const { holder, companions } = ended
  for (const who of new Set([order.buyer_id, holder ?? order.buyer_id, ...companions]))
    await deps.bus.publish(RIGHTS_CHANGED, who)
  return query.findRefund(deps.db, id)
}

/**
 * Reduces our open refund to what the dashboard refund left of the payment. The provider would reject more than that on
 * every retry.
 */
async function requestRemainder(
  deps: SaleDeps,
  tx: Tx,
  { order_id, id: attemptId, amount }: attemptQuery.AttemptWithOrder,
) {
  const unsubmitted = await query.findUnsubmittedRefund(tx, order_id)
  if (!unsubmitted) return
  const owed = await query.sumRefunds(tx, order_id, ['open', 'done'])
  const rest = amount - (owed - unsubmitted.amount)
  if (unsubmitted.amount <= rest) return
  await query.moveRefund(tx, unsubmitted.id, ['open'], { state: 'replaced' })
  if (rest <= 0) return
  const { reason, ends_right, asked_by: askedBy } = unsubmitted
  const request = { orderId: order_id, attemptId, amount: rest, reason, askedBy }
  await refundRequests.requestRefund(deps, tx, { ...request, endsRight: ends_right === 1 })
}

/** Stops the renewal. Repeated on every call: a crash after revoking the right must not leave a subscription running. */
const stop = (
  deps: SaleDeps,
  { kind, buyer_id: userId, subject_id: productId }: query.RefundWithPayment,
) => deps.products[kind].stop?.(deps, { userId, productId })

/** The outbox job of a refund. */
export const handle = (deps: SaleDeps, payload: unknown) =>
  execute(deps, RefundWork.parse(payload).id)

/** Applies the current state of a refund, ours or the dashboard's. A refund may fail days later and is open again. */
export async function onProviderUpdate(deps: SaleDeps, update: ProviderRefund) {
  const known =
    (await query.findRefundBy(deps.db, update.ref)) ??
    (update.metadata.refund_id && (await query.findRefund(deps.db, update.metadata.refund_id)))
  const refund = known || (await recordExternalRefund(deps, update))
  if (refund?.account_ref !== update.account) return
  if (refund.state === 'open' && refund.ends_right) await stop(deps, refund)
  await record(deps, refund, update)
}

/** Submits the refunds again that the outbox gave up. */
export async function sweep(deps: SaleDeps) {
  const quiet = untouchedFor(deps.clock.now(), FORGOTTEN_MS)
  for (const { id } of await query.listOpenRefunds(deps.db, quiet, BATCH_SIZE))
    await execute(deps, id).catch((error: unknown) =>
      deps.log.error({ refund: id, error: String(error) }, 'a refund is still open'),
    )
}
