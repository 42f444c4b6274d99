import type Stripe from 'stripe'
import { Failure, invalid } from '../core/failures.ts'
import { idOf } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { refuseSpent, takeMethod } from './payment-method.ts'

const LEAST_YEN = 50
const MAX_YEN = 99_999_999

/** An amount that can be charged, and a share that fits into it. */
export function fitting(
  scope: Scope,
  given: {
    amount: number
    currency: string
    application_fee_amount?: number | null | undefined
    customer?: string | undefined
  },
): void {
  if (given.currency !== 'jpy')
    throw invalid(`Invalid currency: ${given.currency}. The sandbox knows jpy.`, {
      param: 'currency',
    })
  if (given.amount < LEAST_YEN)
    throw invalid(`Amount must be at least ¥${LEAST_YEN} jpy`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  if (given.amount > MAX_YEN)
    throw invalid(`Amount must be no more than ¥${MAX_YEN} jpy`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  const fee = given.application_fee_amount
  if (fee != null && !scope.account)
    throw invalid(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param: 'application_fee_amount' },
    )
  if (fee != null && (fee < 1 || fee > given.amount))
    throw invalid('The application_fee_amount must be positive and no more than the amount.', {
      param: 'application_fee_amount',
    })
  if (given.customer) scope.take('customer', given.customer, 'customer')
}

/** A seller who may not take money takes none. */
export function chargeable(scope: Scope): void {
  if (!scope.account) return
  if (scope.as('').take('account', scope.account).charges_enabled) return
  throw new Failure(400, {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message:
      'Your account cannot currently make charges. Please visit your dashboard to see what is required of the account.',
  })
}

/** The customer's own, or one that belongs to nobody and has not been used up. */
export function usableMethod(
  scope: Scope,
  id: string,
  customer: string | null,
  param = 'payment_method',
): Stripe.PaymentMethod {
  const method = takeMethod(scope, id, param)
  const owner = idOf(method.customer)
  if (owner && owner !== customer)
    throw invalid(
      customer
        ? 'The provided PaymentMethod cannot be used: it belongs to another customer.'
        : 'The PaymentMethod you provided belongs to a Customer. Please include its customer in the PaymentIntent.',
      { param },
    )
  refuseSpent(scope, method)
  return method
}
