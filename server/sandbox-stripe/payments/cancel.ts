import type Stripe from 'stripe'
import type { Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { emit } from '../webhooks/events.ts'
import { closePagesOf } from './challenge.ts'
import { unexpected } from './unexpected.ts'

type Intent = Kinds['payment_intent']

/** Cancels an intent; a succeeded one cannot be cancelled. */
export function cancelIntent(
  scope: Scope,
  intent: Intent,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Intent {
  if (['succeeded', 'canceled', 'processing'].includes(intent.status))
    throw unexpected(
      intent,
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_reauthorization, requires_confirmation, requires_action, processing.`,
    )
  closePagesOf(scope, intent.id)
  const canceled = scope.put<'payment_intent'>({
    ...intent,
    status: 'canceled',
    canceled_at: scope.now(),
    cancellation_reason: reason,
    next_action: null,
  })
  emit<'payment_intent'>(scope, 'payment_intent.canceled', canceled)
  return canceled
}
