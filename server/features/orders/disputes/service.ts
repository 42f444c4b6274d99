// Disputes (chargebacks). While one is open, the right is revoked and its seat stays held. If the seller wins, the
// right is restored; if the seller loses, the seat is freed and the platform fee goes back to the seller.
// A bank may decide for the seller even after that: the right is restored if a seat is left, else the buyer is refunded.

import * as z from 'zod'
import { enqueue } from '#server/db/outbox.ts'
import type { Order } from '#server/db/schema/money.ts'
import type { Tx } from '#server/db/schema.ts'
import { transact } from '#server/db/transact.ts'
import { alertOperators } from '#server/features/auth/operators.ts'
import { NO_HOLDERS, type SaleDeps } from '#server/features/orders/product.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { ProviderDispute } from '#server/ports/payments.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import * as attemptQuery from '../checkout/payment-attempt-queries.ts'
import * as purchase from '../checkout/queries.ts'
import * as ledger from '../ledger/service.ts'
import * as refund from '../refunds/queries.ts'
import { TOO_LATE } from '../refunds/reasons.ts'
import * as refundRequests from '../refunds/refund-requests.ts'
import { emailHolders, endsEntitlement } from '../refunds/refunded-holder.ts'
import * as refunds from '../refunds/service.ts'
import { endListing } from '../resale/seat-return.ts'
import { notifySeller } from './notify.ts'
import * as query from './queries.ts'
import * as warnings from './warnings.ts'

/** The outbox topic of platform fees that go back to the seller of a lost dispute. */
export const FEE_BACK = 'fee-back'
const FeeBack = z.object({ attempt: z.string(), dispute: z.string() })

/** Opens the dispute. Returns the users whose rights were revoked. */
async function open(
  deps: SaleDeps,
  tx: Tx,
  attempt: attemptQuery.AttemptWithOrder,
  order: Order,
  update: ProviderDispute,
) {
  const fresh = await query.insertDispute(tx, {
    id: deps.newId(),
    dispute_ref: update.ref,
    order_id: attempt.order_id,
    attempt_id: attempt.id,
    amount: update.amount,
    state: 'open',
    opened_at: isoNow(deps),
    closed_at: null,
  })
  if (!fresh) return NO_HOLDERS
  await query.closeWarning(tx, update.ref, isoNow(deps))
  await notifySeller(deps, tx, attempt, 'disputed', update)
  await alert(deps, tx, attempt, update, 'disputeOpened')
  if (!(await isPaying(tx, attempt)) || !(await endsEntitlement(tx, deps.products, order)))
    return NO_HOLDERS
  const keepSeat = await query.retakeHold(tx, attempt.order_id)
  if (keepSeat && attempt.kind !== 'room')
    await endListing(
      deps,
      tx,
      { kind: attempt.kind, productId: attempt.subject_id, orderId: attempt.order_id },
      'revoked',
    )
  const revoked = { ...rightOf(deps, attempt), keepSeat }
  const ended = await deps.products[attempt.kind].revoke(deps, tx, revoked)
  // The right was revoked before: there is no seat to hold.
  if (ended.holder === null && keepSeat)
    await purchase.releaseHold(tx, attempt.order_id, isoNow(deps))
  await emailHolders(deps, tx, attempt, ended, { letter: 'ticketTakenBack', matter: update.ref })
  return ended
}

const alert = (
  deps: SaleDeps,
  tx: Tx,
  { order_id: payment }: attemptQuery.AttemptWithOrder,
  { ref }: ProviderDispute,
  alert: 'disputeOpened' | 'disputeReversed',
) => alertOperators(deps, tx, { about: `${alert}:${ref}`, alert, payment })

const isPaying = async (tx: Tx, attempt: attemptQuery.AttemptWithOrder) =>
  (await refund.findSettlingAttempt(tx, attempt.order_id))?.id === attempt.id

const rightOf = (
  deps: SaleDeps,
  { buyer_id, subject_id, order_id }: attemptQuery.AttemptWithOrder,
) => ({
  userId: buyer_id,
  productId: subject_id,
  orderId: order_id,
  at: isoNow(deps),
})

/**
 * Restores the right. Returns the users who have theirs again. `reversed`: the dispute was lost before, so that the
 * seats are free and refunds of that time were replaced.
 */
async function win(
  deps: SaleDeps,
  tx: Tx,
  attempt: attemptQuery.AttemptWithOrder,
  { matter, reversed }: { matter: string; reversed: boolean },
) {
  if (!(await isPaying(tx, attempt))) return NO_HOLDERS
  if (await query.hasOtherDispute(tx, attempt.order_id, matter)) return NO_HOLDERS
  const returned = await refund.sumRefunds(tx, attempt.order_id, ['open', 'done'])
  // A partial refund did not end the right.
  const over =
    returned >= attempt.amount || (await refund.hasEnded(tx, attempt.order_id, ['open', 'done']))
  const product = deps.products[attempt.kind]
  const isSeated = reversed
    ? await retakeSeats(deps, tx, attempt)
    : await purchase.releaseHold(tx, attempt.order_id, isoNow(deps))
  const restored =
    over || (reversed && !isSeated)
      ? NO_HOLDERS
      : await product.restore(deps, tx, rightOf(deps, attempt))
  await emailHolders(deps, tx, attempt, restored, { letter: 'ticketRestored', matter })
  if (restored.holder === null && isSeated) await product.freeSeats(tx, attempt)
  // No refund for a membership: a month that is over, or is not the newest, was used.
  if (restored.holder !== null || over || product.renew) return restored
  const { order_id: orderId, id: attemptId } = attempt
  if (await tookNothing(tx, attempt, matter)) return NO_HOLDERS
  const amount = attempt.amount - returned
  await refundRequests.requestRefund(deps, tx, { orderId, attemptId, amount, reason: TOO_LATE })
  return NO_HOLDERS
}

/**
 * Whether the right had ended before the dispute, and without a refund: the account of its holder was deleted. The
 * dispute has taken nothing then. Not for several seats: those of companions may have been valid still.
 */
const tookNothing = async (
  tx: Tx,
  { order_id, seats }: attemptQuery.AttemptWithOrder,
  ref: string,
) =>
  seats === 1 &&
  !(await refund.hasEnded(tx, order_id, ['replaced', 'failed'])) &&
  query.hadNoRight(tx, order_id, ref)

/** Takes seats again after a lost dispute. False if too few are left, or if the seller had refunded the order by then. */
const retakeSeats = async (
  deps: SaleDeps,
  tx: Tx,
  {
    order_id,
    kind,
    subject_id,
    buyer_id,
    ticket_type_id: ticketTypeId,
    seats,
  }: attemptQuery.AttemptWithOrder,
) => {
  if (await refund.hasEnded(tx, order_id, ['replaced'])) return false
  const taker = { userId: buyer_id, seats, at: isoNow(deps), isPaying: false, ticketTypeId }
  return (await deps.products[kind].holdSeat(tx, subject_id, taker)) !== null
}

async function lose(
  deps: SaleDeps,
  tx: Tx,
  attempt: attemptQuery.AttemptWithOrder,
  update: ProviderDispute,
) {
  const released = await purchase.releaseHold(tx, attempt.order_id, isoNow(deps))
  if (released) await deps.products[attempt.kind].freeSeats(tx, attempt)
  // The bank has refunded the buyer: our own refunds of this order are obsolete.
  await refund.replaceRefunds(tx, attempt.order_id, ['open', 'failed'])
  await refunds.updateRefundedAmount(tx, attempt.order_id)
  const payload = { attempt: attempt.id, dispute: update.ref }
  const key = `${FEE_BACK}:${update.ref}`
  await enqueue(deps, tx, { topic: FEE_BACK, key, payload })
}

async function close(
  deps: SaleDeps,
  tx: Tx,
  attempt: attemptQuery.AttemptWithOrder,
  update: ProviderDispute,
) {
  const { ref, state } = update
  if (state !== 'won' && state !== 'lost') return NO_HOLDERS
  const closed = { state, closed_at: isoNow(deps) }
  if (await query.closeDispute(tx, ref, 'open', closed)) {
    await notifySeller(deps, tx, attempt, state, update)
    if (state === 'won') return win(deps, tx, attempt, { matter: ref, reversed: false })
    await lose(deps, tx, attempt, update)
  } else if (state === 'won' && (await query.closeDispute(tx, ref, 'lost', closed))) {
    await notifySeller(deps, tx, attempt, 'reversed', update)
    await refunds.updateRefundedAmount(tx, attempt.order_id)
    await alert(deps, tx, attempt, update, 'disputeReversed')
    return win(deps, tx, attempt, { matter: ref, reversed: true })
  }
  return NO_HOLDERS
}

/** Applies the current state of a dispute, also if earlier events were missed. */
export async function onProviderUpdate(deps: SaleDeps, update: ProviderDispute) {
  const attempt = await warnings.findQuestioned(deps, update)
  if (!attempt) return
  if (update.state === 'asked' || update.state === 'answered') {
    const isOpen = update.state === 'asked'
    return warnings.record(deps, attempt, { ...update, kind: 'inquiry', isOpen })
  }
  const order = await purchase.getOrder(deps.db, attempt.order_id)
  const holders = await transact(deps.db, async (tx) => {
    // Lock order, as everywhere: the product's row, then the order's.
    await deps.products[attempt.kind].lock(tx, attempt.subject_id)
    await refund.lockOrder(tx, attempt.order_id)
    const ended = await open(deps, tx, attempt, order, update)
    for (const line of update.bookings) await ledger.record(deps, tx, attempt, 'dispute', line)
    const restored = await close(deps, tx, attempt, update)
    const changed = [ended, restored].flatMap(({ holder, companions }) => [holder, ...companions])
    return [attempt.buyer_id, ...changed]
  })
  for (const who of new Set(holders)) if (who) await deps.bus.publish(RIGHTS_CHANGED, who)
  // On every event: a crash before this call would leave a subscription that still renews.
  if (update.state !== 'won')
    await deps.products[attempt.kind].stop?.(deps, {
      userId: attempt.buyer_id,
      productId: attempt.subject_id,
    })
}

/** Refunds the platform fee of a lost dispute to the seller. */
export async function refundFee(deps: SaleDeps, payload: unknown) {
  const { attempt: attemptId, dispute } = FeeBack.parse(payload)
  const attempt = await attemptQuery.getSubmittedAttempt(deps.db, attemptId)
  const { account_ref, intent_ref } = attempt
  const line = await deps.payments.refundFee(account_ref, intent_ref, `fee-back-${dispute}`)
  if (line) await transact(deps.db, (tx) => ledger.record(deps, tx, attempt, 'dispute', line))
}
