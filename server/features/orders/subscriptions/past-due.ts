// Payment of a past-due renewal with another card. An invoice has one charge, which is paid once: double clicks, two
// tabs and the provider's own retry cannot charge twice. The card becomes the subscription's default.

import { SELLER_NOT_READY } from '#contract/monetization/messages.ts'
import { PRICE_CHANGED } from '#contract/orders/messages.ts'
import { PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import type { Order, PaymentAttempt } from '#server/db/schema/money.ts'
import * as savedCards from '#server/features/payments/saved-cards.ts'
import { refuseJcb } from '#server/features/payments/saved-cards.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Charge } from '#server/ports/payments.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import * as attemptQuery from '../checkout/payment-attempt-queries.ts'
import * as attempts from '../checkout/payment-attempts.ts'
import { isUnfinished } from '../checkout/payment-attempts.ts'
import { chargeOutcome } from '../checkout/policy.ts'
import type { PaymentInput } from '../checkout/service.ts'
import * as query from './queries.ts'
import type { PastDueInvoice } from './renewals.ts'

/** A second request within this time is a double click. */
const PRESS_MS = 60_000

/** The order of an invoice; settled if a concurrent request has paid it. */
async function orderOf(
  deps: Deps,
  { invoice }: PastDueInvoice,
  input: PaymentInput,
): Promise<Order> {
  const order = await query.findRenewal(deps.db, invoice.ref)
  if (order?.state !== 'open' && order?.state !== 'settled')
    throw new ApiError(409, PAYMENT_UNFINISHED)
  if (input.amount !== undefined && input.amount !== order.amount)
    throw new ApiError(409, PRICE_CHANGED)
  return order
}

/**
 * The attempt of this request: the same card continues an unfinished one. A new attempt cannot charge twice, as the charge
 * is the same.
 */
async function attemptFor(
  deps: Deps,
  order: Order,
  account: string,
  source: string,
  today: Charge,
) {
  const last = await attemptQuery.lastAttempt(deps.db, order.id)
  const same = last && isUnfinished(last) && last.source === source
  const since = new Date(deps.clock.now().getTime() - PRESS_MS).toISOString()
  const isUnderWay = last?.state === 'started' && last.updated_at > since
  if (same && (isUnderWay || today.status === 'requires_action')) return last
  if (last && isUnfinished(last)) await attempts.end(deps, last, 'failed', today.failure)
  return attempts.create(deps, order, (last?.n ?? 0) + 1, { account, source, payUntil: null })
}

/** Pays the invoice. Idempotent: repeated calls use the same keys. */
async function submit(
  deps: Deps,
  attempt: PaymentAttempt,
  order: Order,
  { account, subscription }: PastDueInvoice,
  charge: string,
) {
  const key = attempt.idempotency_key
  const {
    customer,
    card,
    kept: isSaved,
  } = await savedCards.cardOf(deps, order.buyer_id, attempt.source)
  const sellerAccount = await savedCards.sellerAccountOf(deps, order.seller_id)
  if (!sellerAccount) throw new ApiError(409, SELLER_NOT_READY)
  refuseJcb(card, sellerAccount)
  const { method } = await savedCards.shareWithSeller(
    deps,
    order,
    { customer, method: card.method },
    account,
    key,
  )
  const bound = await attemptQuery.updateUnfinished(deps.db, attempt.id, {
    state: 'requires_action',
    subscription_ref: subscription,
    ...(isSaved ? {} : { card: JSON.stringify({ ...card, keep: true }) }),
    updated_at: isoNow(deps),
  })
  if (!bound) {
    // A concurrent request has ended this attempt.
    const today = await deps.payments.findCharge(account, charge)
    if (today.status !== 'succeeded') throw new ApiError(409, PAYMENT_UNFINISHED)
    return today
  }
  await deps.payments.paySubscription({ account, ref: subscription, charge, method }, `${key}-pay`)
  return deps.payments.findCharge(account, charge)
}

/** The charge after this attempt. Throws an `ApiError` if the card is declined. */
export async function pay(
  deps: Deps,
  viewer: Viewer,
  overdue: PastDueInvoice,
  input: PaymentInput,
): Promise<Charge> {
  const order = await orderOf(deps, overdue, input)
  const { charge } = overdue.invoice
  if (charge === null) throw new ApiError(409, PAYMENT_UNFINISHED)
  const source = await savedCards.sourceOf(deps, viewer.id, input.token)
  const today = await deps.payments.findCharge(overdue.account, charge)
  if (today.status === 'succeeded') return today
  if (today.status === 'processing') throw new ApiError(409, PAYMENT_UNFINISHED)
  const attempt = await attemptFor(deps, order, overdue.account, source, today)
  if (attempt.state === 'requires_action') return today
  return attempts.run(deps, attempt, () => submit(deps, attempt, order, overdue, charge))
}

/** Outcome of the charge. Ends the attempt if the charge failed. */
export async function outcome(deps: Deps, { account, invoice }: PastDueInvoice) {
  if (invoice.charge === null) return 'open'
  const charge = await deps.payments.findCharge(account, invoice.charge)
  const at = chargeOutcome(charge)
  if (at !== 'failed') return at
  const order = await query.findRenewal(deps.db, invoice.ref)
  const last = order && (await attemptQuery.lastAttempt(deps.db, order.id))
  if (last && isUnfinished(last)) await attempts.end(deps, last, 'failed', charge.failure)
  return at
}
