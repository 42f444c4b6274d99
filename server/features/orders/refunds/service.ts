import * as z from 'zod'
import { untouchedFor } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { alertOperators } from '#server/features/auth/operators.ts'
import type { WhyRefunded } from '#server/ports/mail.ts'
import { type ProviderRefund, Unknown } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import * as purchase from '../checkout/queries.ts'
import { createLedger } from '../ledger/service.ts'
import { createBuyerNotifications } from '../notify.ts'
import type { Products } from '../product.ts'
import { snapshotOf } from '../snapshot.ts'
import { createHolderEmails, endsEntitlement } from './holders.ts'
import * as query from './queries.ts'
import { AT_PROVIDER, DEARER, PAID_TWICE, SUSPENDED, TOO_LATE } from './reasons.ts'
import { createRefundRequests } from './refund-requests.ts'

/** Age from which an open refund counts as given up by the outbox: the sweep submits it again each time. */
const FORGOTTEN_MS = 24 * 60 * 60_000
const BATCH_SIZE = 100

/** Refund reasons explained in the email. The buyer knows the others. */
const WHY: Record<string, WhyRefunded> = {
  [TOO_LATE]: 'late',
  [PAID_TWICE]: 'twice',
  [SUSPENDED]: 'suspended',
}

const RefundWork = z.object({ id: z.string() })

type RefundDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>

/** Executes refunds: calls the provider, then records the ledger. A failed refund stays open. */
export function createRefunds(deps: RefundDeps, products: Products) {
  const { db, clock, newId, log, payments, bus } = deps
  const ledger = createLedger(deps)
  const notifyBuyer = createBuyerNotifications(deps)
  const refundRequests = createRefundRequests(deps)
  const emailHolder = createHolderEmails(deps)
  const now = () => clock.now().toISOString()

  /** Recomputes `refunded_amount` and the state of an order. */
  async function updateRefundedAmount(tx: Tx, orderId: string) {
    const order = await query.lockOrder(tx, orderId)
    if (order.state !== 'settled' && order.state !== 'refunded') return
    const paying = await query.findSettlingAttempt(tx, orderId)
    const returned =
      (await query.sumRefunds(tx, orderId, ['done'])) +
      (await query.sumLost(tx, orderId, paying?.id))
    const refunded_amount = Math.min(order.amount, returned)
    const state = refunded_amount === order.amount ? 'refunded' : 'settled'
    await query.updateOrder(tx, orderId, { refunded_amount, state })
  }

  const notifyRefunded = (tx: Tx, refund: query.RefundWithPayment) => {
    const { id, buyer_id, amount, reason } = refund
    const { title } = snapshotOf(refund)
    const why = WHY[reason] ?? null
    return notifyBuyer(tx, buyer_id, id, { letter: 'refunded', title, amount, why })
  }

  /** Applies the provider's state of a refund. Each balance transaction is recorded once. */
  async function record(refund: query.RefundWithPayment, update: ProviderRefund): Promise<void> {
    const { ref, booked, returned, status } = update
    const failed = status === 'failed'
    // Pending without a balance transaction: a later event, or the outbox retry, brings it.
    if (!booked && status === 'pending') return
    if (!booked && !failed) throw new Unknown('the line of a refund is not written yet')
    const sold = { ...refund, amount: refund.amount, order_id: refund.order_id }
    const twin = refund.reason === PAID_TWICE
    const change = { state: failed ? 'failed' : 'done', refund_ref: ref } as const
    const moved = await transact(db, async (tx) => {
      await query.lockOrder(tx, refund.order_id)
      // Also for a refund that is done: the provider writes the balance transaction up to an hour later.
      if (booked) await ledger.record(tx, sold, 'refund', booked)
      if (returned) await ledger.record(tx, sold, 'refund', returned)
      const done_at = failed ? null : now()
      const from = failed ? (['open', 'done'] as const) : (['open'] as const)
      if (!(await query.moveRefund(tx, refund.id, [...from], { ...change, done_at }))) return false
      if (!failed) await notifyRefunded(tx, refund)
      if (twin) return true
      if (!failed) await ledger.issueRefundReceipt(tx, sold, refund.amount, now())
      await updateRefundedAmount(tx, refund.order_id)
      return true
    })
    if (moved && failed) {
      log.error({ refund: refund.id }, 'a refund failed: pay the buyer another way')
      await alertOperators(deps, { about: `refund:${refund.id}`, alert: 'refundFailed' })
    }
    if (failed && booked && !returned)
      throw new Unknown('the line of a refund that came back is not written yet')
  }

  async function execute(id: string) {
    const refund = await query.findRefund(db, id)
    if (refund?.state !== 'open') return
    const account = refund.account_ref
    // First, so that the next month is not charged.
    if (refund.subscription_ref && [PAID_TWICE, TOO_LATE, DEARER].includes(refund.reason))
      await payments.endSubscription({ account, ref: refund.subscription_ref, atPeriodEnd: false })
    else if (refund.ends_right) await stop(refund)
    const metadata = { order_id: refund.order_id, refund_id: id }
    const { amount, intent_ref: charge } = refund
    const update = refund.refund_ref
      ? await payments.findRefund(account, refund.refund_ref)
      : await payments.refundCharge({ account, charge, amount, metadata }, `refund-${id}`)
    const other = await query.findRefundBy(db, update.ref)
    // The payment was refunded in the provider's dashboard and is recorded already.
    if (other && other.id !== id) return replace(refund)
    await saveRef(refund, update.ref)
    await record(refund, update)
  }

  const replace = (refund: query.RefundWithPayment) =>
    transact(db, async (tx) => {
      await query.moveRefund(tx, refund.id, ['open'], { state: 'replaced' })
    })

  /** Stores the provider's id, by which webhook events find the refund. */
  const saveRef = (refund: query.RefundWithPayment, refund_ref: string) =>
    transact(db, (tx) => query.moveRefund(tx, refund.id, ['open'], { refund_ref }))

  /** Records a refund made in the provider's dashboard. A full one ends the right, a partial one does not. */
  async function recordExternalRefund(update: ProviderRefund) {
    const attempt = await purchase.findAttemptByIntent(db, update.charge)
    if (!attempt) throw new Unknown('a refund of a payment that is not known yet')
    if (attempt.account_ref !== update.account) return
    // The event came before that of the payment: the right is not granted yet. The outbox retries.
    if (attempt.state !== 'succeeded') throw new Unknown('a refund of a payment not settled yet')
    const id = newId()
    const order = await purchase.getOrder(db, attempt.order_id)
    const holder = await transact(db, async (tx) => {
      const of = { userId: order.buyer_id, productId: order.subject_id, orderId: order.id }
      // Lock order, as everywhere: the product's row, then the order's.
      await products[order.kind].lock(tx, order.subject_id)
      await query.lockOrder(tx, order.id)
      const paying = await query.findSettlingAttempt(tx, order.id)
      const returned = await query.sumRefunds(tx, order.id, ['open', 'done'])
      const endsRight =
        returned + update.amount >= order.amount &&
        paying?.id === attempt.id &&
        (await endsEntitlement(tx, products, order))
      const ended = endsRight && (await products[order.kind].revoke(tx, { ...of, at: now() }))
      const holder = ended || order.buyer_id
      await emailHolder(tx, order, holder, { letter: 'ticketTakenBack', matter: order.id })
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
        created_at: now(),
        done_at: null,
      })
      if (paying?.id === attempt.id) await requestRemainder(tx, attempt)
      return holder
    })
    for (const who of new Set([order.buyer_id, holder])) await bus.publish(RIGHTS_CHANGED, who)
    return query.findRefund(db, id)
  }
  /**
   * Reduces our open refund to what the dashboard refund left of the payment. The provider would reject more than that on
   * every retry.
   */
  async function requestRemainder(
    tx: Tx,
    { order_id, id: attemptId, amount }: purchase.AttemptWithOrder,
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
    await refundRequests.requestRefund(tx, { ...request, endsRight: ends_right === 1 })
  }
  /** Stops the renewal. Repeated on every call: a crash after revoking the right must not leave a subscription running. */
  const stop = ({ kind, buyer_id: userId, subject_id: productId }: query.RefundWithPayment) =>
    products[kind].stop?.({ userId, productId })

  return {
    updateRefundedAmount,

    /** The outbox job of a refund. */
    handle: (payload: unknown) => execute(RefundWork.parse(payload).id),

    /** Applies the current state of a refund, ours or the dashboard's. A refund may fail days later and is open again. */
    async onProviderUpdate(update: ProviderRefund) {
      const known =
        (await query.findRefundBy(db, update.ref)) ??
        (update.metadata.refund_id && (await query.findRefund(db, update.metadata.refund_id)))
      const refund = known || (await recordExternalRefund(update))
      if (refund?.account_ref !== update.account) return
      if (refund.state === 'open' && refund.ends_right) await stop(refund)
      await record(refund, update)
    },

    /** Submits the refunds again that the outbox gave up. */
    async sweep() {
      const quiet = untouchedFor(clock.now(), FORGOTTEN_MS)
      for (const { id } of await query.listOpenRefunds(db, quiet, BATCH_SIZE))
        await execute(id).catch((error: unknown) =>
          log.error({ refund: id, error: String(error) }, 'a refund is still open'),
        )
    },
  }
}

export type Refunds = ReturnType<typeof createRefunds>
