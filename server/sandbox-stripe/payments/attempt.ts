import type Stripe from 'stripe'
import { challengedByIntent, paidByIntent, refusedByIntent } from '../billing/outcome.ts'
import { CASH } from '../cards/cards.ts'
import type { Decline } from '../cards/declines.ts'
import { later } from '../core/jobs.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { emit } from '../webhooks/events.ts'
import { challengeFor, closePagesOf } from './challenge.ts'
import { charge, failedCharge, type Paying } from './charge.ts'
import {
  challengeFailed,
  issuerSays,
  nobodyThere,
  refusedByBrand,
  wantsChallenge,
} from './issuer.ts'
import { expired, refuseCash, voucherFor } from './konbini.ts'
import { cardOf, give, methodOf } from './payment-method.ts'

type Intent = Kinds['payment_intent']
/** Time until a slow bank confirms a payment. */
const PROCESSING_SECONDS = 60

/** Attempts a charge. The returned intent has the result: paid, a challenge, or an error. */
export function attempt(
  scope: Scope,
  intent: Intent,
  how: { offSession: boolean; returnUrl: string | null; whenChallenged: 'decline' | 'wait' },
): Intent {
  const method = methodOf(scope, intent)
  const card = cardOf(scope, method.id)
  const paying = { intent, method, card, authenticated: false }
  if (card === CASH) return awaitCash(scope, intent)
  const decline = refusedByBrand(scope, card)
  if (decline) return fail(scope, paying, decline, 'charged')
  const setUp = scope.hidden(method.id).setUp ?? false
  if (!wantsChallenge(card, { offSession: how.offSession, setUp })) return pay(scope, paying)
  if (how.whenChallenged === 'decline') return fail(scope, paying, nobodyThere(), 'charged')
  const waiting = scope.put<'payment_intent'>(
    {
      ...intent,
      status: 'requires_action',
      next_action: challengeFor(scope, intent.id, how.returnUrl),
    },
    { returnUrl: how.returnUrl },
  )
  emit<'payment_intent'>(scope, 'payment_intent.requires_action', waiting)
  challengedByIntent(scope, waiting, how.offSession)
  return waiting
}

/** Issues a payment number, which a convenience store takes until it expires. */
function awaitCash(scope: Scope, intent: Intent): Intent {
  refuseCash(scope, intent)
  const next_action = voucherFor(scope, intent)
  const waiting = scope.put<'payment_intent'>({ ...intent, status: 'requires_action', next_action })
  emit<'payment_intent'>(scope, 'payment_intent.requires_action', waiting)
  later(scope, 'expire_voucher', intent.id, next_action.konbini_display_details.expires_at)
  return waiting
}

const cashOf = (scope: Scope, intent: Intent): Paying => {
  const method =
    idOf(intent.payment_method) ?? idOf(intent.last_payment_error?.payment_method) ?? ''
  return {
    intent,
    method: scope.take('payment_method', method),
    card: CASH,
    authenticated: false,
  }
}

/** A customer pays in a store. Also after the number was cancelled or has expired: a till may be slow to hear of it. */
export function payInStore(scope: Scope, id: string): Intent {
  const intent = scope.take('payment_intent', id)
  return intent.status === 'succeeded' ? intent : succeed(scope, cashOf(scope, intent))
}

/** The payment number has expired, unless it was paid or cancelled before. */
export function expireVoucher(scope: Scope, id: string): void {
  const intent = scope.take('payment_intent', id)
  if (intent.status === 'requires_action')
    fail(scope, cashOf(scope, intent), expired(), 'never charged')
}

/** Continues after the cardholder's authentication. */
export function afterChallenge(scope: Scope, intent: Intent, passed: boolean): Intent {
  const method = methodOf(scope, intent)
  const paying = { intent, method, card: cardOf(scope, method.id), authenticated: true }
  return passed
    ? pay(scope, paying)
    : fail(scope, paying, challengeFailed('payment'), 'never charged')
}

function pay(scope: Scope, paying: Paying): Intent {
  const declined = issuerSays(paying.card)
  if (declined) return fail(scope, paying, declined, 'charged')
  return paying.card.processing ? wait(scope, paying) : succeed(scope, paying)
}

function wait(scope: Scope, { intent }: Paying): Intent {
  const waiting = scope.put<'payment_intent'>({
    ...intent,
    status: 'processing',
    processing: { type: 'card', card: {} },
    next_action: null,
  })
  emit<'payment_intent'>(scope, 'payment_intent.processing', waiting)
  later(scope, 'settle_intent', intent.id, scope.now() + PROCESSING_SECONDS)
  return waiting
}

/** Continues after the bank's confirmation. */
export function afterProcessing(scope: Scope, id: string): void {
  const intent = scope.take('payment_intent', id)
  if (intent.status !== 'processing') return
  const method = methodOf(scope, intent)
  succeed(scope, {
    intent: { ...intent, processing: null },
    method,
    card: cardOf(scope, method.id),
    authenticated: false,
  })
}

function succeed(scope: Scope, paying: Paying): Intent {
  const { intent, method } = paying
  const newCharge = charge(scope, paying)
  const paid = scope.put<'payment_intent'>({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    last_payment_error: null,
    latest_charge: newCharge.id,
    next_action: null,
  })
  closePagesOf(scope, intent.id)
  attachMethod(scope, paid, method, paying.authenticated)
  emit<'payment_intent'>(scope, 'payment_intent.succeeded', paid)
  paidByIntent(scope, paid)
  return paid
}

/** Attaches the payment method if requested, else marks it as used. */
function attachMethod(
  scope: Scope,
  intent: Intent,
  method: Stripe.PaymentMethod,
  authenticated: boolean,
): void {
  const customer = idOf(intent.customer)
  const keeps = customer !== null && intent.setup_future_usage !== null
  const saved = keeps ? give(scope, method, customer) : method
  const agreed = keeps && authenticated && intent.setup_future_usage === 'off_session'
  scope.put<'payment_method'>(saved, {
    ...(agreed ? { setUp: true } : {}),
    ...(saved.customer ? {} : { consumed: true }),
  })
}

function fail(
  scope: Scope,
  paying: Paying,
  why: Decline,
  reached: 'charged' | 'never charged',
): Intent {
  const { intent, method } = paying
  const newCharge = reached === 'charged' ? failedCharge(scope, paying, why) : null
  const failed = scope.put<'payment_intent'>({
    ...intent,
    status: 'requires_payment_method',
    last_payment_error: {
      ...why,
      ...(newCharge ? { charge: newCharge.id } : {}),
      doc_url: `https://stripe.com/docs/error-codes/${why.code.replaceAll('_', '-')}`,
      payment_method: method,
    },
    latest_charge: newCharge?.id ?? idOf(intent.latest_charge),
    next_action: null,
    payment_method: null,
  })
  closePagesOf(scope, intent.id)
  emit<'payment_intent'>(scope, 'payment_intent.payment_failed', failed)
  refusedByIntent(scope, failed)
  return failed
}
