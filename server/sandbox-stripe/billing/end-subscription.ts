import type Stripe from 'stripe'
import type { Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { definedFields } from '../core/values.ts'
import { cancelIntent } from '../payments/cancel.ts'
import { change, emit } from '../webhooks/events.ts'
import { owes, subscriptionOf } from './outcome.ts'

type Subscription = Kinds['subscription']
type Invoice = Kinds['invoice']

export const hasEnded = ({ status }: Stripe.Subscription) =>
  status === 'canceled' || status === 'incomplete_expired'

/** Ends a subscription; open invoices are no longer collected. */
export function endSubscription(
  scope: Scope,
  subscription: Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
  details: {
    comment?: string | undefined
    feedback?: Stripe.Subscription.CancellationDetails.Feedback | undefined
  } = {},
): Subscription {
  if (subscription.status === 'incomplete') return expire(scope, subscription)
  const now = scope.now()
  for (const invoice of invoicesOf(scope, subscription.id)) {
    if (invoice.status === 'open')
      scope.put<'invoice'>({ ...invoice, auto_advance: false, next_payment_attempt: null })
    if (invoice.status === 'draft') voidInvoice(scope, invoice)
  }
  const ended = scope.put<'subscription'>({
    ...subscription,
    status: 'canceled',
    canceled_at: subscription.canceled_at ?? now,
    ended_at: now,
    cancellation_details: {
      ...subscription.cancellation_details,
      reason,
      ...definedFields(details),
    },
  })
  emit<'subscription'>(scope, 'customer.subscription.deleted', ended)
  return ended
}

/** Expires a subscription whose first invoice was not paid within 23 hours, or was given up. */
export function expire(scope: Scope, subscription: Subscription): Subscription {
  const expired = scope.put<'subscription'>({
    ...subscription,
    status: 'incomplete_expired',
    ended_at: scope.now(),
  })
  for (const invoice of invoicesOf(scope, subscription.id))
    if (invoice.status === 'open') voidInvoice(scope, invoice)
  emit<'subscription'>(scope, 'customer.subscription.updated', expired, {
    status: subscription.status,
  })
  return expired
}

/** Voids an invoice and cancels its payment intent. */
export function voidInvoice(scope: Scope, invoice: Invoice): Invoice {
  const { intent } = scope.hidden(invoice.id)
  const waiting = intent ? scope.find('payment_intent', intent) : undefined
  const voided = scope.put<'invoice'>({
    ...invoice,
    status: 'void',
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, voided_at: scope.now() },
  })
  if (waiting && !['succeeded', 'canceled', 'processing'].includes(waiting.status))
    cancelIntent(scope, waiting, 'void_invoice')
  emit<'invoice'>(scope, 'invoice.voided', voided)
  const subscription = subscriptionOf(scope, voided)
  if (subscription?.status === 'incomplete') expire(scope, subscription)
  // A subscription is in good standing as soon as its last invoice is paid, void or uncollectible.
  const wasOwed = subscription?.status === 'past_due' || subscription?.status === 'unpaid'
  if (subscription && wasOwed && !owes(scope, subscription.id))
    change<'subscription'>(
      scope,
      subscription,
      { status: 'active' },
      'customer.subscription.updated',
    )
  return voided
}

const invoicesOf = (scope: Scope, subscription: string) =>
  scope.list('invoice', { 'parent.subscription_details.subscription': subscription }).data
