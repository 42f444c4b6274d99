import type Stripe from 'stripe'
import type { Scope } from '../core/scope.ts'

export function paidByIntent(_scope: Scope, _intent: Stripe.PaymentIntent): void {}
export function refusedByIntent(_scope: Scope, _intent: Stripe.PaymentIntent): void {}
