import { idOf, type Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { change, emit } from '../webhooks/events.ts'
import { invoicePayments } from './invoice-view.ts'

type Intent = Kinds['payment_intent']
type Invoice = Kinds['invoice']
type Subscription = Kinds['subscription']

/** A payment intent succeeded: its invoice is paid, and the subscription active. */
export function paidByIntent(scope: Scope, intent: Intent): void {
  const invoice = invoiceOf(scope, intent)
  if (invoice?.status !== 'open') return
  const paid = settleInvoice(scope, invoice)
  const subscription = subscriptionOf(scope, paid)
  if (subscription) revive(scope, subscription, idOf(intent.payment_method))
}

/** Marks an invoice as paid, also if nothing is due. */
export function settleInvoice(scope: Scope, invoice: Invoice): Invoice {
  const now = scope.now()
  const paid = scope.put<'invoice'>({
    ...invoice,
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + Number(invoice.amount_due > 0),
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: now },
  })
  for (const payment of invoicePayments(scope, invoice.id)) {
    const settled = scope.put<'invoice_payment'>({
      ...payment,
      status: 'paid',
      amount_paid: payment.amount_requested,
      status_transitions: { canceled_at: null, paid_at: now },
    })
    emit<'invoice_payment'>(scope, 'invoice_payment.paid', settled)
  }
  emit<'invoice'>(scope, 'invoice.paid', paid)
  emit<'invoice'>(scope, 'invoice.payment_succeeded', paid)
  return paid
}

/** A payment was declined: an active subscription becomes past due, a new one stays incomplete. */
export function refusedByIntent(scope: Scope, intent: Intent): void {
  const invoice = invoiceOf(scope, intent)
  if (invoice?.status !== 'open') return
  const failed = scope.put<'invoice'>({
    ...invoice,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
  })
  emit<'invoice'>(scope, 'invoice.payment_failed', failed)
  const subscription = subscriptionOf(scope, failed)
  if (subscription?.status === 'active')
    change<'subscription'>(
      scope,
      subscription,
      { status: 'past_due' },
      'customer.subscription.updated',
    )
}

/** A payment requires authentication; if the cardholder is absent, the renewal has failed until then. */
export function challengedByIntent(scope: Scope, intent: Intent, nobodyThere: boolean): void {
  const invoice = invoiceOf(scope, intent)
  if (!invoice) return
  emit<'invoice'>(scope, 'invoice.payment_action_required', invoice)
  if (nobodyThere) refusedByIntent(scope, intent)
}

function revive(scope: Scope, subscription: Subscription, method: string | null): void {
  const waits = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)
  const keeps = subscription.payment_settings?.save_default_payment_method === 'on_subscription'
  const status = waits && !owes(scope, subscription.id) ? 'active' : subscription.status
  change<'subscription'>(
    scope,
    subscription,
    { status, ...(keeps && method ? { default_payment_method: method } : {}) },
    'customer.subscription.updated',
  )
}

/** Whether an invoice of the subscription is open. */
export const owes = (scope: Scope, subscription: string) =>
  scope.list('invoice', {
    'parent.subscription_details.subscription': subscription,
    status: 'open',
  }).data.length > 0

function invoiceOf(scope: Scope, intent: Intent): Invoice | undefined {
  const id = scope.hidden(intent.id).invoice
  return id === undefined ? undefined : scope.find('invoice', id)
}

export function subscriptionOf(scope: Scope, { parent }: Invoice): Subscription | undefined {
  const id = idOf(parent?.subscription_details?.subscription)
  return id === null ? undefined : scope.find('subscription', id)
}
