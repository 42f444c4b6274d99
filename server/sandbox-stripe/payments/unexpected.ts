import type Stripe from 'stripe'
import { Failure } from '../core/failures.ts'

/** The operation is not possible in the intent's state; the error contains the intent. */
export const unexpected = (intent: Stripe.PaymentIntent, message: string) =>
  new Failure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  })
