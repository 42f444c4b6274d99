// Checkout: from the order to the granted right, including retries, cancellation and expiry.

import { SELLER_NOT_READY } from '#contract/monetization/messages.ts'
import { PRICE_CHANGED } from '#contract/orders/messages.ts'
import {
  CARD_NOT_AUTHENTICATED,
  FREE_OF_CHARGE,
  KONBINI_NOT_OFFERED,
  KONBINI_OPEN,
  PAYMENT_UNFINISHED,
} from '#contract/payments/messages.ts'
import { HOLD_OVER } from '#contract/tickets/messages.ts'
import { forEachRow, pagesOf } from '#server/db/page-window.ts'
import type { Order, PaymentAttempt } from '#server/db/schema/money.ts'
import type { ProductKind } from '#server/db/schema/seats.ts'
import { transact } from '#server/db/transact.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import type { SellerAccount } from '#server/features/payments/saved-cards.ts'
import * as savedCards from '#server/features/payments/saved-cards.ts'
import { dropUnkept } from '#server/features/payments/unkept-cards.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import { IdempotencyConflict, ProviderFailed } from '#server/ports/payments.ts'
import type { WhyVoucherEnded } from '#server/ports/voucher-emails.ts'
import type { Viewer } from '#server/process/deps.ts'
import { notifyEnded } from '../notify.ts'
import type { Granted, PaymentMethod, Product, Quote } from '../product.ts'
import * as redemptions from '../promotions/redemption-queries.ts'
import * as seatOffers from '../waitlist/seat-offer-queries.ts'
import { createOrder, isOf, snapshotFor } from './create-order.ts'
import { withGuardianConsent } from './guardian-consent.ts'
import * as attemptQuery from './payment-attempt-queries.ts'
import * as attempts from './payment-attempts.ts'
import { isUnfinished } from './payment-attempts.ts'
import type { ChargeRequest, ChargeResult } from './payment-modes.ts'
import { cancelAll, modeOf, type PaymentOutcome, sync } from './payment-outcome.ts'
import { chargeOutcome, heldUntil, holdTimes } from './policy.ts'
import type { StartedPayment } from './present.ts'
import * as query from './queries.ts'
import { IN_STORE } from './voucher-payment.ts'

/** Attempts within one request when the provider fails. */
const MAX_PARALLEL = 2
const BATCH_SIZE = 50

/** What the buyer's browser sent to pay with, and the price it showed. */
export interface PaymentInput {
  token?: string | undefined
  method?: PaymentMethod | undefined
  /** The id of a ticket's type. */
  type?: string | undefined
  /** An event without its archive. */
  live_only?: boolean | undefined
  /** Seats of an entry ticket; 1 unless told otherwise. */
  seats?: number | undefined
  /** A normalized code of an entry ticket. */
  code?: string | undefined
  amount?: number | undefined
  /** Whether the card of the token is saved; the default is no. */
  keep_card?: boolean | undefined
  /** Whether a minor's guardian agreed to this purchase. */
  guardian_consent?: boolean | undefined
  /** The seller's link by which the buyer came. */
  from?: string | undefined
}
const untilOf = (deps: SaleDeps, order: query.OpenOrder) =>
  heldUntil(order, holdTimes(deps.clock.now()))

async function sellerAccountOf(deps: SaleDeps, sellerId: string) {
  const sellerAccount = await savedCards.sellerAccountOf(deps, sellerId)
  if (!sellerAccount) throw new ApiError(409, SELLER_NOT_READY)
  return sellerAccount
}

/**
 * Fails an order that expired, was given up or whose price changed, and frees its seats and its code. An offered seat is
 * the same buyer's again until its deadline. The buyer of a payment number is told `why`, unless it was themselves. False
 * if the order was paid after all.
 */
export async function release(
  deps: SaleDeps,
  order: Order,
  why: WhyVoucherEnded | 'givenUp',
): Promise<boolean> {
  if (!(await cancelAll(deps, order.id))) return false
  const product = deps.products[order.kind]
  await transact(deps.db, async (tx) => {
    await product.lock(tx, order.subject_id)
    // Another process changed the order, and with it freed the seat: nothing is left to do.
    if (!(await query.moveOrder(tx, order.id, ['open'], { state: 'failed' }))) return
    await query.releaseHold(tx, order.id, isoNow(deps))
    if (!(await seatOffers.reopen(tx, order, isoNow(deps)))) await product.freeSeats(tx, order)
    await redemptions.release(tx, order.id, isoNow(deps))
    await dropUnkept(deps, tx, order.id)
    if (why !== 'givenUp') await notifyEnded(deps, tx, order, why)
  })
  return true
}

/**
 * Releases the open orders of a product that is not sold any more, so that nobody is charged for it. A payment that was
 * faster is refunded. Throws the first error after the last order: the caller's job is repeated.
 */
export async function releaseOpen(deps: SaleDeps, kind: ProductKind, productId: string) {
  const list = (after: string) => query.listOpen(deps.db, { kind, productId }, after, BATCH_SIZE)
  await forEachRow(
    pagesOf(BATCH_SIZE, list, ({ id }) => id),
    (order) => release(deps, order, 'cancelled'),
  )
}

function assertKonbini({ payUntil }: Quote, { takesKonbini }: SellerAccount) {
  if (!payUntil || !takesKonbini) throw new ApiError(409, KONBINI_NOT_OFFERED)
}

async function orderFor(
  deps: SaleDeps,
  viewer: Viewer,
  product: Product,
  wireId: string,
  input: PaymentInput,
) {
  const { method = 'card', type, live_only: liveOnly, seats, code } = input
  const quote = await product.quote(deps, viewer, wireId, { method, type, liveOnly, seats, code })
  if (quote.amount === 0) throw new ApiError(409, FREE_OF_CHARGE)
  if (input.amount !== undefined && input.amount !== quote.amount)
    throw new ApiError(409, PRICE_CHANGED)
  const agreed = await withGuardianConsent(deps, viewer, quote, input)
  const sellerAccount = await sellerAccountOf(deps, quote.sellerId)
  const source =
    method === 'konbini' ? IN_STORE : await savedCards.sourceOf(deps, viewer.id, input.token)
  const of = { buyerId: viewer.id, kind: product.kind, productId: quote.productId }
  const open = await query.findOpenOrder(deps.db, of)
  const isHeld = open && (untilOf(deps, open) ?? '') > isoNow(deps)
  const stillGood = isHeld && isOf(open, quote)
  const hasNumber = isHeld && open.remind_at !== null
  // The number may be on the way to a store: only the buyer gives it up, also for another type, price or number of
  // seats.
  if (hasNumber && (method === 'card' || !stillGood)) throw new ApiError(409, KONBINI_OPEN)
  if (method === 'konbini' && !hasNumber) assertKonbini(quote, sellerAccount)
  if (open && !stillGood && !(await release(deps, open, 'givenUp')))
    throw new ApiError(409, PAYMENT_UNFINISHED)
  const by = { account: sellerAccount.account, source, payUntil: agreed.payUntil }
  const ordered = stillGood
    ? { order: open, first: null }
    : await createOrder(deps, product, viewer.id, agreed, { by, fromLink: input.from ?? null })
  return { ...ordered, sellerAccount, by, quote: agreed }
}

/** Holds the seats and creates the payment. A repeated request returns the same payment. */
export async function start(
  deps: SaleDeps,
  viewer: Viewer,
  kind: ProductKind,
  wireId: string,
  input: PaymentInput,
): Promise<StartedPayment> {
  const ordered = await orderFor(deps, viewer, deps.products[kind], wireId, input)
  const { order, first, sellerAccount, by, quote } = ordered
  const started = (result: ChargeResult): StartedPayment => ({
    ...result,
    orderId: order.id,
    account: result.charge.account,
    holdExpiresAt: untilOf(deps, order) ?? isoNow(deps),
  })
  const keepCard = input.keep_card === true
  const last = first ? undefined : await attemptQuery.lastAttempt(deps.db, order.id)
  const attempt = last && (await attemptQuery.findAttempt(deps.db, last.id))
  if (attempt && isUnfinished(attempt) && attempt.source === by.source) {
    const result = await resume(deps, { ...attempt, keepCard }, sellerAccount)
    if (result) return started(result)
  }
  // One order is paid once: earlier attempts must not be paid beside the new one.
  if (last && !(await cancelAll(deps, order.id))) throw new ApiError(409, PAYMENT_UNFINISHED)
  if (by.source === IN_STORE) assertKonbini(quote, sellerAccount)
  // The buyer was shown how this attempt is paid.
  const shown = snapshotFor(quote)
  if (shown.snapshot_hash !== order.snapshot_hash)
    await query.changeSnapshot(deps.db, order.id, shown)
  const request = { ...order, ...shown, order_id: order.id, keepCard }
  for (let n = (last?.n ?? 0) + 1, limit = n + MAX_PARALLEL; n < limit; n++) {
    const attempt = n === first?.n ? first : await attempts.create(deps, order, n, by)
    const result = await attempts.run(deps, attempt, () =>
      create(deps, attempt, request, sellerAccount),
    )
    if (result) return started(result)
    await attempts.end(deps, attempt, 'failed', 'provider_failed')
  }
  throw new ApiError(503, undefined, { retryAfter: 5 })
}

/**
 * Null if the create call failed (5xx) and no charge exists. The provider repeats that error for the same key for a day,
 * so the caller starts a new attempt with a new key.
 */
async function create(
  deps: SaleDeps,
  attempt: PaymentAttempt,
  request: ChargeRequest,
  sellerAccount: SellerAccount,
): Promise<ChargeResult | null> {
  const mode = modeOf(request.kind, attempt)
  try {
    return await mode.create(deps, attempt, request, sellerAccount)
  } catch (error) {
    if (error instanceof IdempotencyConflict)
      deps.log.error({ attempt: attempt.id }, 'ALARM: the key of a payment was used for another')
    if (!(error instanceof ProviderFailed)) throw error
    return mode.recover(deps, attempt, sellerAccount.account)
  }
}

/** Continues an unfinished attempt. Null if the card was declined meanwhile: the caller starts a new attempt. */
async function resume(
  deps: SaleDeps,
  attempt: attemptQuery.AttemptWithOrder & Pick<ChargeRequest, 'keepCard'>,
  sellerAccount: SellerAccount,
): Promise<ChargeResult | null> {
  // The account of the attempt: the seller may have another one by now.
  const at = { ...sellerAccount, account: attempt.account_ref }
  const result = await attempts.run(deps, attempt, () => create(deps, attempt, attempt, at))
  if (!result) {
    await attempts.end(deps, attempt, 'failed', 'provider_failed')
    return null
  }
  if (chargeOutcome(result.charge) !== 'failed') return result
  await attempts.end(deps, attempt, 'failed', result.charge.failure)
  return null
}

/** The right that a payment gave. Throws an `ApiError` if it is not paid, or its money goes back. */
function rightOf(outcome: PaymentOutcome, isReleased: boolean): Granted {
  if (outcome.at === 'open') throw new ApiError(409, PAYMENT_UNFINISHED)
  if (outcome.at === 'failed' && isReleased) throw new ApiError(410, HOLD_OVER)
  if (outcome.at === 'failed') throw new ApiError(402, CARD_NOT_AUTHENTICATED)
  if ('refunding' in outcome.settled) throw new ApiError(410, HOLD_OVER)
  return outcome.settled.granted
}

/** Called by the browser after payment. The state comes from the provider, never from the request. */
export async function finish(
  deps: SaleDeps,
  viewer: Viewer,
  kind: ProductKind,
  productId: string,
  ref: string,
) {
  const attempt =
    kind === 'room'
      ? await attemptQuery.findAttemptBySubscription(deps.db, ref)
      : await attemptQuery.findAttemptByIntent(deps.db, ref)
  if (attempt?.buyer_id !== viewer.id || attempt.kind !== kind || attempt.subject_id !== productId)
    throw notFound()
  return rightOf(await sync(deps, attempt), attempt.order_state === 'failed')
}
