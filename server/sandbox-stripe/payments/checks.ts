import type Stripe from 'stripe'
import { Failure, invalid } from '../core/failures.ts'
import { idOf } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { refuseSpent, takeMethod } from './payment-method.ts'

const LEAST_YEN = 50
const MAX_YEN = 99_999_999

/** Validates the amount, and that the fee does not exceed it. */
export function fitting(
  scope: Scope,
  params: {
    amount: number
    currency: string
    application_fee_amount?: number | null | undefined
    customer?: string | undefined
  },
): void {
  if (params.currency !== 'jpy')
    throw invalid(`Invalid currency: ${params.currency}. The sandbox knows jpy.`, {
      param: 'currency',
    })
  if (params.amount < LEAST_YEN)
    throw invalid(`Amount must be at least ¥${LEAST_YEN} jpy`, {
      code: 'amount_too_small',
      param: 'amount',
    })
  if (params.amount > MAX_YEN)
    throw invalid(`Amount must be no more than ¥${MAX_YEN} jpy`, {
      code: 'amount_too_large',
      param: 'amount',
    })
  const fee = params.application_fee_amount
  if (fee != null && !scope.account)
    throw invalid(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param: 'application_fee_amount' },
    )
  if (fee != null && (fee < 1 || fee > params.amount))
    throw invalid('The application_fee_amount must be positive and no more than the amount.', {
      param: 'application_fee_amount',
    })
  if (params.customer) scope.take('customer', params.customer, 'customer')
}

/** Refuses a charge if the seller's charges are disabled. */
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

/** Refuses a payment method of another customer, or a used one. */
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
