import { Failure } from '../core/failures.ts'

/** Decline codes that are also error codes; all others have the error code `card_declined`. */
const ownCode = new Set([
  'authentication_required',
  'expired_card',
  'incorrect_cvc',
  'incorrect_number',
  'processing_error',
])

const DECLINED = 'Your card was declined.'
const UNSUPPORTED = 'Your card does not support this type of purchase.'

/** Stripe's decline codes with their messages. */
export const codes: Record<string, string> = {
  approve_with_id: DECLINED,
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  call_issuer: DECLINED,
  card_not_supported: UNSUPPORTED,
  card_velocity_exceeded:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  currency_not_supported: 'Your card does not support this currency.',
  do_not_honor: DECLINED,
  do_not_try_again: DECLINED,
  duplicate_transaction: 'A transaction with identical amount was submitted very recently.',
  expired_card: 'Your card has expired.',
  fraudulent: DECLINED,
  generic_decline: DECLINED,
  incorrect_cvc: "Your card's security code is incorrect.",
  incorrect_number: 'Your card number is incorrect.',
  incorrect_pin: 'Your PIN is incorrect.',
  incorrect_zip: "Your card's postal code is incorrect.",
  insufficient_funds: 'Your card has insufficient funds.',
  invalid_account: DECLINED,
  invalid_amount: 'Your card was declined because of its amount.',
  invalid_cvc: "Your card's security code is invalid.",
  invalid_expiry_month: "Your card's expiration month is invalid.",
  invalid_expiry_year: "Your card's expiration year is invalid.",
  invalid_number: 'Your card number is invalid.',
  invalid_pin: 'Your PIN is invalid.',
  issuer_not_available: DECLINED,
  lost_card: DECLINED,
  merchant_blacklist: DECLINED,
  new_account_information_available: DECLINED,
  no_action_taken: DECLINED,
  not_permitted: DECLINED,
  offline_pin_required: DECLINED,
  online_or_offline_pin_required: DECLINED,
  pickup_card: DECLINED,
  pin_try_exceeded: DECLINED,
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
  reenter_transaction: DECLINED,
  restricted_card: DECLINED,
  revocation_of_all_authorizations: DECLINED,
  revocation_of_authorization: DECLINED,
  security_violation: DECLINED,
  service_not_allowed: DECLINED,
  stolen_card: DECLINED,
  stop_payment_order: DECLINED,
  testmode_decline: DECLINED,
  transaction_not_allowed: DECLINED,
  try_again_later: DECLINED,
  withdrawal_count_limit_exceeded: DECLINED,
}

/** Last error of a payment or a setup. */
export interface Decline {
  type: 'card_error' | 'invalid_request_error'
  code: string
  decline_code?: string
  message: string
}

/**
 * Error of a decline code. Error codes have a decline code only if the issuer sent it, e.g.
 * `authentication_required`.
 */
export function declineOf(decline: string): Decline {
  const message = codes[decline] ?? DECLINED
  if (!ownCode.has(decline))
    return { type: 'card_error', code: 'card_declined', decline_code: decline, message }
  const details = decline === 'authentication_required' ? { decline_code: decline } : {}
  return { type: 'card_error', code: decline, ...details, message }
}

/** Error of a card that is rejected before an object is created. */
export const refusedCard = (code: string, message: string, param: string, declineCode?: string) =>
  new Failure(402, {
    type: 'card_error',
    code,
    message,
    param,
    ...(declineCode ? { decline_code: declineCode } : {}),
  })
