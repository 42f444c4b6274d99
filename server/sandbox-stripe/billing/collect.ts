import { idOf, type Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { defined } from '../core/values.ts'
import { attempt } from '../payments/attempt.ts'
import { intentOf } from '../payments/intent.ts'
import { emit } from '../webhooks/events.ts'
import { newInvoiceNumber } from './invoice.ts'
import { refusedByIntent, settleInvoice, subscriptionOf } from './outcome.ts'

type Invoice = Kinds['invoice']
type Intent = Kinds['payment_intent']

/** Finalizes a draft invoice with its payment intent. */
export function finalize(scope: Scope, draft: Invoice): Invoice {
  const now = scope.now()
  const opened: Invoice = {
    ...draft,
    status: 'open',
    number: newInvoiceNumber(),
    effective_at: now,
    ending_balance: 0,
    automatically_finalizes_at: null,
    status_transitions: { ...draft.status_transitions, finalized_at: now },
  }
  if (opened.amount_due === 0) {
    emit<'invoice'>(scope, 'invoice.finalized', scope.put<'invoice'>(opened))
    return settleInvoice(scope, opened)
  }
  const intent = makeIntent(scope, opened)
  const invoice = scope.put<'invoice'>(
    {
      ...opened,
      confirmation_secret: { client_secret: intent.client_secret, type: 'payment_intent' },
    },
    { intent: intent.id },
  )
  scope.put<'invoice_payment'>({
    id: scope.newId('invoice_payment'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent.id, type: 'payment_intent' },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  })
  emit<'invoice'>(scope, 'invoice.finalized', invoice)
  return invoice
}

function makeIntent(scope: Scope, invoice: Invoice): Intent {
  const subscription = subscriptionOf(scope, invoice)
  const percent = subscription?.application_fee_percent
  const intent = intentOf(
    scope,
    {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer,
      application_fee_amount: percent ? Math.round((invoice.amount_due * percent) / 100) : null,
      description:
        invoice.billing_reason === 'subscription_create'
          ? 'Subscription creation'
          : 'Subscription update',
      setup_future_usage: 'off_session',
    },
    defaultMethod(scope, invoice),
  )
  scope.put<'payment_intent'>(intent, { invoice: invoice.id })
  emit<'payment_intent'>(scope, 'payment_intent.created', intent)
  return intent
}

/** The subscription's payment method, else the customer's. */
export function defaultMethod(scope: Scope, invoice: Invoice): string | null {
  const subscription = subscriptionOf(scope, invoice)
  const customer = scope.take('customer', invoice.customer)
  const methodId =
    idOf(subscription?.default_payment_method) ??
    idOf(customer.invoice_settings.default_payment_method)
  const method = methodId === null ? undefined : scope.find('payment_method', methodId)
  return method && idOf(method.customer) === customer.id ? method.id : null
}

/**
 * Charges an open invoice. `offSession`: the cardholder is absent, so a challenge waits for them. Returns the intent;
 * null without a card.
 */
export function collect(
  scope: Scope,
  invoice: Invoice,
  method: string | null,
  offSession: boolean,
): Intent | null {
  const intent = scope.take(
    'payment_intent',
    defined(scope.hidden(invoice.id).intent, 'the intent of an open invoice'),
  )
  if (method === null || !mayCharge(scope)) {
    refusedByIntent(scope, intent)
    return null
  }
  const ready = scope.put<'payment_intent'>({ ...intent, payment_method: method })
  return attempt(scope, ready, {
    offSession,
    returnUrl: null,
    whenChallenged: 'wait',
  })
}

const mayCharge = (scope: Scope) =>
  !scope.account || scope.as('').take('account', scope.account).charges_enabled
