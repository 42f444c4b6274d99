import type Stripe from 'stripe'
import { Failure } from '../core/failures.ts'

/** What was asked does not go with where the intent stands; it is told along. */
export const unexpected = (intent: Stripe.PaymentIntent, message: string) =>
  new Failure(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    message,
    payment_intent: intent,
  })
