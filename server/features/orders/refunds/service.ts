import { quietFor } from '#server/db/clocks.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import type { Deps } from '#server/deps.ts'
import { alertOperators } from '#server/features/auth/operators.ts'
import type { WhyRefunded } from '#server/ports/mail.ts'
import { type Refunding, Unknown } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import * as purchase from '../checkout/queries.ts'
import { createLedger } from '../ledger/service.ts'
import { createBuyerNotifications } from '../notify.ts'
import type { Products } from '../product.ts'
import { createHolderEmails, endsEntitlement } from './holders.ts'
import * as query from './queries.ts'
import { AT_DESK, DEARER, PAID_TWICE, SUSPENDED, TOO_LATE } from './reasons.ts'
import { createRefundRequests } from './refund-requests.ts'

/** One that is owed for so long was given up by the outbox: it is asked for again, and again, until somebody helps. */
const FORGOTTEN_MS = 24 * 60 * 60_000
const MOST_AT_ONCE = 100

/** What its buyer is told of it; the rest they asked for, or know. */
const WHY: Record<string, WhyRefunded> = {
  [TOO_LATE]: 'late',
  [PAID_TWICE]: 'twice',
  [SUSPENDED]: 'suspended',
}

type RefundDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>

/** Giving money back: asked of the provider, then written in the books; what fails stays owed. */
export function createRefunds(deps: RefundDeps, products: Products) {
  const { db, clock, newId, log, payments, bus } = deps
  const ledger = createLedger(deps)
  const notifyBuyer = createBuyerNotifications(deps)
  const refundRequests = createRefundRequests(deps)
  const emailHolder = createHolderEmails(deps)
  const now = () => clock.now().toISOString()

  /** What the buyer's own payment list says of the order. */
  async function updateRefundedAmount(tx: Tx, orderId: string) {
    const order = (await query.lockOrder(tx, orderId))!
    if (order.state !== 'settled' && order.state !== 'refunded') return
    const paying = await query.findSettlingAttempt(tx, orderId)
    const returned =
      (await query.sumRefunds(tx, orderId, ['done'])) +
      (await query.sumLost(tx, orderId, paying?.id))
    const refunded_amount = Math.min(order.amount, returned)
    const state = refunded_amount === order.amount ? 'refunded' : 'settled'
    await query.updateOrder(tx, orderId, { refunded_amount, state })
  }

  const notifyRefunded = (
    tx: Tx,
    { id, buyer_id, snapshot, amount, reason }: query.RefundWithPayment,
  ) => {
    const { title } = JSON.parse(snapshot) as { title: string }
    const why = WHY[reason] ?? null
    return notifyBuyer(tx, buyer_id, id, { letter: 'refunded', title, amount, why })
  }

  /** What the provider says of a refund, in the books; each of its lines once, however often it is told. */
  async function record(refund: query.RefundWithPayment, update: Refunding): Promise<void> {
    const { ref, booked, returned, status } = update
    const failed = status === 'failed'
    // Not taken from the seller yet. One that a bank thinks about is told again, and a line that is late is asked for again.
    if (!booked && status === 'pending') return
    if (!booked && !failed) throw new Unknown('the line of a refund is not written yet')
    const sold = { ...refund, amount: refund.amount, order_id: refund.order_id }
    const twin = refund.reason === PAID_TWICE
    const change = { state: failed ? 'failed' : 'done', refund_ref: ref } as const
    const moved = await transact(db, async (tx) => {
      await query.lockOrder(tx, refund.order_id)
      // Also of a refund whose state is known: the provider writes a line up to an hour later.
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
      log.error({ refund: refund.id }, 'a refund came back: its buyer has to be paid another way')
      await alertOperators(deps, { about: `refund:${refund.id}`, alert: 'refundFailed' })
    }
    if (failed && booked && !returned)
      throw new Unknown('the line of a refund that came back is not written yet')
  }

  async function execute(id: string) {
    const refund = await query.findRefund(db, id)
    if (refund?.state !== 'open') return
    const account = refund.account_ref!
    // First, so that the same money is not asked for again next month.
    if (refund.subscription_ref && [PAID_TWICE, TOO_LATE, DEARER].includes(refund.reason))
      await payments.endSubscription({ account, ref: refund.subscription_ref, atPeriodEnd: false })
    else if (refund.ends_right) await stop(refund)
    const metadata = { order_id: refund.order_id, refund_id: id }
    const { amount, intent_ref: charge } = refund
    const update = refund.refund_ref
      ? await payments.findRefund(account, refund.refund_ref)
      : await payments.refundCharge({ account, charge: charge!, amount, metadata }, `refund-${id}`)
    const other = await query.findRefundBy(db, update.ref)
    // Somebody was quicker, at the provider's own desk: it stands in the books already.
    if (other && other.id !== id) return replace(refund)
    await keepRef(refund, update.ref)
    await record(refund, update)
  }

  const replace = (refund: query.RefundWithPayment) =>
    transact(db, async (tx) => {
      await query.moveRefund(tx, refund.id, ['open'], { state: 'replaced' })
    })

  /** From here on its notices find it, also where its money is not taken from the seller yet. */
  const keepRef = (refund: query.RefundWithPayment, refund_ref: string) =>
    transact(db, (tx) => query.moveRefund(tx, refund.id, ['open'], { refund_ref }))

  /** Somebody gave money back at the provider's own desk: all of it ends the right, a part of it does not. */
  async function recordExternalRefund(update: Refunding) {
    const attempt = await purchase.findAttemptByIntent(db, update.charge)
    if (!attempt) throw new Unknown('a refund of a payment that is not known yet')
    if (attempt.account_ref !== update.account) return
    // Told before the payment itself: the right that ends with it is not given yet.
    if (attempt.state !== 'succeeded') throw new Unknown('a refund of a payment not settled yet')
    const id = newId()
    const order = (await purchase.findOrder(db, attempt.order_id))!
    const holder = await transact(db, async (tx) => {
      const of = { userId: order.buyer_id, productId: order.subject_id, orderId: order.id }
      // The product's own row first, as everybody locks; then the order's.
      await products[order.kind]?.lock(tx, order.subject_id)
      await query.lockOrder(tx, order.id)
      const paying = await query.findSettlingAttempt(tx, order.id)
      const returned = await query.sumRefunds(tx, order.id, ['open', 'done'])
      const endsRight =
        returned + update.amount >= order.amount &&
        paying?.id === attempt.id &&
        (await endsEntitlement(tx, products, order))
      const ended = endsRight && (await products[order.kind]?.revoke(tx, { ...of, at: now() }))
      const holder = ended || order.buyer_id
      await emailHolder(tx, order, holder, { letter: 'ticketTakenBack', matter: order.id })
      await query.replaceRefunds(tx, order.id, ['failed'])
      await query.insertRefund(tx, {
        id,
        order_id: order.id,
        attempt_id: attempt.id,
        amount: update.amount,
        reason: paying?.id === attempt.id ? AT_DESK : PAID_TWICE,
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
   * More is owed than the payment has left. The provider would not have paid at its desk what we had been paid back: what
   * we ask for never went, and would be refused for ever.
   */
  async function requestRemainder(
    tx: Tx,
    { order_id, id: attemptId, amount }: purchase.AttemptWithOrder,
  ) {
    const asked = await query.findUnsubmittedRefund(tx, order_id)
    if (!asked) return
    const owed = await query.sumRefunds(tx, order_id, ['open', 'done'])
    const rest = amount - (owed - asked.amount)
    if (asked.amount <= rest) return
    await query.moveRefund(tx, asked.id, ['open'], { state: 'replaced' })
    if (rest <= 0) return
    const { reason, ends_right, asked_by: askedBy } = asked
    const request = { orderId: order_id, attemptId, amount: rest, reason, askedBy }
    await refundRequests.requestRefund(tx, { ...request, endsRight: ends_right === 1 })
  }
  /** Also where we were stopped between taking the right and this: it would be renewed for nothing. */
  const stop = ({ kind, buyer_id: userId, subject_id: productId }: query.RefundWithPayment) =>
    products[kind]?.stop?.({ userId, productId })

  return {
    updateRefundedAmount,

    /** Does what an open refund asks: at the provider under its own key, then in the books. */
    handle: (payload: unknown) => execute((payload as { id: string }).id),

    /** What the provider tells of a refund, ours or not; it may come back days later, and is owed again. */
    async onProviderUpdate(update: Refunding) {
      const known =
        (await query.findRefundBy(db, update.ref)) ??
        (update.metadata.refund_id && (await query.findRefund(db, update.metadata.refund_id)))
      const refund = known || (await recordExternalRefund(update))
      if (refund?.account_ref !== update.account) return
      if (refund.state === 'open' && refund.ends_right) await stop(refund)
      await record(refund, update)
    },

    /** Takes up again what the outbox gave up. */
    async sweep() {
      const quiet = quietFor(clock.now(), FORGOTTEN_MS)
      for (const { id } of await query.listOpenRefunds(db, quiet, MOST_AT_ONCE))
        await execute(id).catch((error: unknown) =>
          log.error({ refund: id, error: String(error) }, 'a refund is still owed'),
        )
    },
  }
}

export type Refunds = ReturnType<typeof createRefunds>
