// Payment in a convenience store (コンビニ払い): a number that stores take until it expires.

import type Stripe from 'stripe'
import type { Decline } from '../cards/declines.ts'
import { invalid } from '../core/failures.ts'
import { randomDigits } from '../core/ids.ts'
import type { Kinds } from '../core/kinds.ts'
import { emptyable, integer, type Read, shape, text } from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { makePage } from './challenge.ts'

type Intent = Kinds['payment_intent']

const LEAST_YEN = 120
const MAX_YEN = 300_000
const MAX_DAYS = 60
const USUAL_DAYS = 3
const DAY = 86_400
const JAPAN_AHEAD = 9 * 3_600

export const konbiniOptions = shape({
  confirmation_number: text,
  expires_after_days: emptyable(integer),
  expires_at: emptyable(integer),
  product_description: text,
})
export type KonbiniOptions = NonNullable<Read<{ of: typeof konbiniOptions }>['of']>

export const storedOptions = (
  options: KonbiniOptions,
): Stripe.PaymentIntent.PaymentMethodOptions.Konbini => ({
  confirmation_number: options.confirmation_number ?? null,
  expires_after_days: options.expires_after_days ?? null,
  expires_at: options.expires_at ?? null,
  product_description: options.product_description ?? null,
})

/** Refuses a seller without the capability, and amounts that stores do not take. */
export function refuseCash(scope: Scope, { amount }: Intent): void {
  const { capabilities } = scope.as('').take('account', scope.account)
  if (capabilities?.konbini_payments !== 'active')
    throw invalid('The payment method type "konbini" is invalid: it is not activated.', {
      code: 'payment_intent_invalid_parameter',
      param: 'payment_method_types',
    })
  if (amount < LEAST_YEN || amount > MAX_YEN)
    throw invalid(`Amount must be between ¥${LEAST_YEN} and ¥${MAX_YEN} for konbini.`, {
      code: amount < LEAST_YEN ? 'amount_too_small' : 'amount_too_large',
      param: 'amount',
    })
}

/** Without an instant, the end of the day in Japan after so many days. */
function expiryOf(scope: Scope, options: Stripe.PaymentIntent.PaymentMethodOptions.Konbini | null) {
  const now = scope.now()
  const days = options?.expires_after_days ?? USUAL_DAYS
  const today = Math.floor((now + JAPAN_AHEAD) / DAY)
  const expires_at = options?.expires_at ?? (today + days + 1) * DAY - JAPAN_AHEAD - 1
  if (expires_at <= now || expires_at > now + MAX_DAYS * DAY)
    throw invalid('Invalid expires_at: must be in the next 60 days.', {
      param: 'payment_method_options[konbini][expires_at]',
    })
  return expires_at
}

/** The next action of the buyer: the numbers that each store asks for. */
export function voucherFor(scope: Scope, intent: Intent) {
  const options = intent.payment_method_options?.konbini ?? null
  const expires_at = expiryOf(scope, options)
  const { url } = makePage(scope, {
    kind: 'voucher',
    subject: intent.id,
    return_url: null,
    refresh_url: null,
  })
  const confirmation_number = options?.confirmation_number ?? randomDigits(11)
  const store = (digits: number) => ({ confirmation_number, payment_code: randomDigits(digits) })
  const stores = {
    familymart: store(6),
    lawson: store(6),
    ministop: store(6),
    seicomart: store(6),
  }
  const konbini_display_details = { expires_at, hosted_voucher_url: url, stores }
  return { type: 'konbini_display_details', konbini_display_details }
}

export const expired = (): Decline => ({
  type: 'invalid_request_error',
  code: 'payment_intent_payment_attempt_expired',
  message: 'The payment attempt for this PaymentIntent has expired.',
})
