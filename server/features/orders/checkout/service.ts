import { SELLER_NOT_READY } from '#contract/monetization/messages.ts'
import { PRICE_CHANGED } from '#contract/orders/messages.ts'
import {
  CARD_NOT_AUTHENTICATED,
  FREE_OF_CHARGE,
  PAYMENT_UNFINISHED,
} from '#contract/payments/messages.ts'
import { HOLD_OVER } from '#contract/tickets/messages.ts'
import type { Order, PaymentAttempt, ProductKind } from '#server/db/schema/money.ts'
import { transact } from '#server/db/transact.ts'
import { createSavedCards, type SellerAccount } from '#server/features/payments/saved-cards.ts'
import { ApiError, notFound } from '#server/http/api-error.ts'
import { IdempotencyConflict, ProviderFailed } from '#server/ports/payments.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import type { Granted, Product, Products } from '../product.ts'
import { createAttempts, isSubmitted, isUnfinished, type Submitted } from './attempts.ts'
import {
  type ChargeRequest,
  type ChargeResult,
  oneTimePayment,
  type PaymentMode,
  subscriptionPayment,
} from './payment-modes.ts'
import { chargeOutcome, heldUntil, holdTimes } from './policy.ts'
import { createOrder, takeFree } from './purchase.ts'
import * as query from './queries.ts'
import { createSettle, type Settled } from './settle.ts'

/** Attempts within one request when the provider fails. */
const MAX_PARALLEL = 2

/** What the buyer's browser sent to pay with, and the price it showed. */
export interface PaymentInput {
  token?: string | undefined
  amount?: number | undefined
}
export interface StartedPayment extends ChargeResult {
  account: string
  holdExpiresAt: string
}
/** A started payment for the browser, which confirms it; with the field names of the API. */
export const presentStarted = ({ charge, account, holdExpiresAt }: StartedPayment) => ({
  paymentIntent: { id: charge.ref, client_secret: charge.clientSecret },
  ownerId: account,
  hold_expires_at: holdExpiresAt,
})
/** Outcome of a payment at the provider. */
export type PaymentOutcome = { at: 'paid'; settled: Settled } | { at: 'open' } | { at: 'failed' }
export type Sales = ReturnType<typeof createSales>

type SalesDeps = Pick<Deps, 'db' | 'clock' | 'newId' | 'log' | 'payments' | 'bus'>

/** Checkout: from the order to the granted right, including retries, cancellation and expiry. */
export function createSales(deps: SalesDeps, products: Products) {
  const { db, clock, log } = deps
  const settle = createSettle(deps, products)
  const attempts = createAttempts(deps)
  const savedCards = createSavedCards(deps)
  const [once, monthly] = [oneTimePayment(deps), subscriptionPayment(deps)]
  const modeOf = (kind: ProductKind): PaymentMode => (kind === 'room' ? monthly : once)
  const now = () => clock.now().toISOString()
  const untilOf = (order: query.OpenOrder) => heldUntil(order, holdTimes(clock.now()))

  async function sellerAccountOf(sellerId: string) {
    const sellerAccount = await savedCards.sellerAccountOf(sellerId)
    if (!sellerAccount) throw new ApiError(409, SELLER_NOT_READY)
    return sellerAccount
  }

  /** Loads the payment from the provider and applies its state here. */
  async function sync(attempt: Submitted<query.AttemptWithOrder>): Promise<PaymentOutcome> {
    return applyOutcome(attempt, await modeOf(attempt.kind).retrieve(attempt, attempt.account_ref))
  }
  async function applyOutcome(
    attempt: query.AttemptWithOrder,
    { charge, subscription }: ChargeResult,
  ): Promise<PaymentOutcome> {
    const at = chargeOutcome(charge)
    if (at === 'paid') return { at, settled: await settle(attempt, charge, subscription) }
    if (charge.status === 'canceled') await attempts.end(attempt, 'cancelled', charge.failure)
    else if (at === 'failed' && isUnfinished(attempt))
      await attempts.end(attempt, 'failed', charge.failure)
    return { at }
  }

  /** Cancels an attempt at the provider. The outcome is `paid` if the payment succeeded before. */
  async function cancel(attempt: query.AttemptWithOrder): Promise<PaymentOutcome> {
    // The create call has no known answer. Its charge cannot be paid before its id is stored, and an ended attempt stores none.
    if (!isSubmitted(attempt)) {
      await attempts.end(attempt, 'cancelled')
      return { at: 'failed' }
    }
    return applyOutcome(attempt, await modeOf(attempt.kind).cancel(attempt, attempt.account_ref))
  }

  /** Cancels every payable attempt of an order. False if one is paid, or may still be. */
  async function cancelAll(orderId: string): Promise<boolean> {
    for (const attempt of await query.listPayable(db, orderId))
      if ((await cancel(attempt)).at !== 'failed') return false
    return true
  }

  /** Fails an order that expired or whose price changed, and frees its seat. False if it was paid after all. */
  async function release(order: Order): Promise<boolean> {
    if (!(await cancelAll(order.id))) return false
    const product = products[order.kind]
    await transact(db, async (tx) => {
      await product.freeSeat(tx, order.subject_id)
      if (!(await query.moveOrder(tx, order.id, ['open'], { state: 'failed' })))
        throw new AlreadyExpired()
      await query.releaseHold(tx, order.id, now())
    }).catch((error: unknown) => {
      if (!(error instanceof AlreadyExpired)) throw error
    })
    return true
  }

  async function orderFor(viewer: Viewer, product: Product, wireId: string, input: PaymentInput) {
    const quote = await product.quote(viewer, wireId)
    if (quote.amount === 0) throw new ApiError(409, FREE_OF_CHARGE)
    if (input.amount !== undefined && input.amount !== quote.amount)
      throw new ApiError(409, PRICE_CHANGED)
    const sellerAccount = await sellerAccountOf(quote.sellerId)
    const source = await savedCards.sourceOf(viewer.id, input.token)
    const of = { buyerId: viewer.id, kind: product.kind, productId: quote.productId }
    const open = await query.findOpenOrder(db, of)
    const isHeld = open && (untilOf(open) ?? '') > now()
    const stillGood = open?.amount === quote.amount && isHeld
    if (open && !stillGood && !(await release(open))) throw new ApiError(409, PAYMENT_UNFINISHED)
    const order = stillGood ? open : await createOrder(deps, product, viewer.id, quote)
    return { order, sellerAccount, source }
  }

  /** Holds a seat and creates the payment. A repeated request returns the same payment. */
  async function start(
    viewer: Viewer,
    kind: ProductKind,
    wireId: string,
    input: PaymentInput,
  ): Promise<StartedPayment> {
    const product = products[kind]
    const { order, sellerAccount, source } = await orderFor(viewer, product, wireId, input)
    const started = (result: ChargeResult): StartedPayment => ({
      ...result,
      account: result.charge.account,
      holdExpiresAt: untilOf(order) ?? now(),
    })
    const last = await query.lastAttempt(db, order.id)
    const attempt = last && (await query.findAttempt(db, last.id))
    if (attempt && isUnfinished(attempt) && attempt.source === source) {
      const result = await resume(attempt, sellerAccount)
      if (result) return started(result)
    }
    // One order is paid once: earlier attempts must not be paid beside the new one.
    if (last && !(await cancelAll(order.id))) throw new ApiError(409, PAYMENT_UNFINISHED)
    const request = { ...order, order_id: order.id }
    for (let n = (last?.n ?? 0) + 1, limit = n + MAX_PARALLEL; n < limit; n++) {
      const attempt = await attempts.create(order, n, sellerAccount.account, source)
      const result = await attempts.run(attempt, () => create(attempt, request, sellerAccount))
      if (result) return started(result)
      await attempts.end(attempt, 'failed', 'provider_failed')
    }
    throw new ApiError(503, undefined, { retryAfter: 5 })
  }

  /**
   * Null if the create call failed (5xx) and no charge exists. The provider repeats that error for the same key for a day,
   * so the caller starts a new attempt with a new key.
   */
  async function create(
    attempt: PaymentAttempt,
    request: ChargeRequest,
    sellerAccount: SellerAccount,
  ): Promise<ChargeResult | null> {
    const mode = modeOf(request.kind)
    try {
      return await mode.create(attempt, request, sellerAccount)
    } catch (error) {
      if (error instanceof IdempotencyConflict)
        log.error({ attempt: attempt.id }, 'ALARM: the key of a payment was used for another')
      if (!(error instanceof ProviderFailed)) throw error
      return mode.recover(attempt, sellerAccount.account)
    }
  }

  /** Continues an unfinished attempt. Null if the card was declined meanwhile: the caller starts a new attempt. */
  async function resume(
    attempt: query.AttemptWithOrder,
    sellerAccount: SellerAccount,
  ): Promise<ChargeResult | null> {
    // The account of the attempt: the seller may have another one by now.
    const at = { ...sellerAccount, account: attempt.account_ref }
    const result = await attempts.run(attempt, () => create(attempt, attempt, at))
    if (!result) {
      await attempts.end(attempt, 'failed', 'provider_failed')
      return null
    }
    if (chargeOutcome(result.charge) !== 'failed') return result
    await attempts.end(attempt, 'failed', result.charge.failure)
    return null
  }

  /** The right that a payment gave. Throws an `ApiError` if it is not paid, or its money goes back. */
  function rightOf(outcome: PaymentOutcome): Granted {
    if (outcome.at === 'open') throw new ApiError(409, PAYMENT_UNFINISHED)
    if (outcome.at === 'failed') throw new ApiError(402, CARD_NOT_AUTHENTICATED)
    if ('refunding' in outcome.settled) throw new ApiError(410, HOLD_OVER)
    return outcome.settled.granted
  }

  return {
    start,
    sync,
    release,
    cancel,
    takeFree: (viewer: Viewer, kind: ProductKind, wireId: string) =>
      takeFree(deps, products[kind], viewer, wireId),

    /** Called by the browser after payment. The state comes from the provider, never from the request. */
    async finish(viewer: Viewer, kind: ProductKind, productId: string, ref: string) {
      const attempt =
        kind === 'room'
          ? await query.findAttemptBySubscription(db, ref)
          : await query.findAttemptByIntent(db, ref)
      if (
        attempt?.buyer_id !== viewer.id ||
        attempt.kind !== kind ||
        attempt.subject_id !== productId
      )
        throw notFound()
      return rightOf(await sync(attempt))
    },
  }
}

/** Another process changed the order: nothing is left to do. */
class AlreadyExpired extends Error {}
