import type Stripe from 'stripe'
import { inlineList } from '../core/answer-list.ts'
import { Failure, invalid } from '../core/failures.ts'
import { newId } from '../core/ids.ts'
import { later } from '../core/jobs.ts'
import { idOf, type Kinds } from '../core/kinds.ts'
import {
  choice,
  flag,
  integer,
  list,
  metadata,
  number,
  type Read,
  required,
  shape,
  text,
} from '../core/params.ts'
import type { Scope } from '../core/scope.ts'
import { chargeable } from '../payments/checks.ts'
import { APPLICATION } from '../payments/money.ts'
import { takeCustomer } from '../resources/customers.ts'
import { mergeMetadata } from '../resources/metadata.ts'
import { change, emit } from '../webhooks/events.ts'
import { makePrice, planOf, priceDataShape } from './catalogue.ts'
import { collect, defaultMethod, finalize } from './collect.ts'
import { INCOMPLETE_SECONDS } from './cycle.ts'
import { draftInvoice } from './invoice.ts'
import { endAfter, periodEnd } from './period.ts'

type Subscription = Kinds['subscription']

export const startShape = {
  customer: required(text),
  items: required(
    list(shape({ price: text, price_data: priceDataShape, quantity: integer, metadata })),
  ),
  application_fee_percent: number,
  cancel_at_period_end: flag,
  collection_method: choice('charge_automatically'),
  currency: choice('jpy'),
  default_payment_method: text,
  description: text,
  metadata,
  off_session: flag,
  payment_behavior: choice('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  payment_settings: shape({
    payment_method_types: list(choice('card')),
    save_default_payment_method: choice('off', 'on_subscription'),
  }),
  proration_behavior: choice('none'),
}
type StartParams = Read<typeof startShape>

/** Creates a subscription with an open first invoice; it becomes active when that is paid. */
export function startSubscription(scope: Scope, params: StartParams): Subscription {
  takeCustomer(scope, params.customer)
  chargeable(scope)
  if (params.application_fee_percent !== undefined && !scope.account)
    throw invalid('Can only apply an application_fee_percent on a connected account.', {
      param: 'application_fee_percent',
    })
  if (params.default_payment_method)
    takeOwnMethod(scope, params.default_payment_method, params.customer)
  const subscription = scope.put<'subscription'>(subscriptionOf(scope, params))
  const draft = draftInvoice(scope, subscription, 'subscription_create')
  const waiting = scope.put<'subscription'>({ ...subscription, latest_invoice: draft.id })
  emit<'subscription'>(scope, 'customer.subscription.created', waiting)
  const invoice = finalize(scope, draft)
  later(scope, 'expire_subscription', subscription.id, scope.now() + INCOMPLETE_SECONDS)
  later(scope, 'cycle_subscription', subscription.id, periodEnd(subscription))
  if (invoice.status === 'paid')
    return change<'subscription'>(
      scope,
      waiting,
      { status: 'active' },
      'customer.subscription.updated',
    )
  if (params.payment_behavior !== 'default_incomplete') payAtOnce(scope, invoice, params)
  return scope.take('subscription', subscription.id)
}

function payAtOnce(scope: Scope, invoice: Kinds['invoice'], params: StartParams): void {
  const method = defaultMethod(scope, invoice)
  if (method === null)
    throw invalid(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
      { code: 'resource_missing' },
    )
  const intent = collect(scope, invoice, method, params.off_session ?? false)
  if (params.payment_behavior !== 'error_if_incomplete' || intent?.status === 'succeeded') return
  const {
    message = 'Your card was declined.',
    code,
    decline_code,
  } = intent?.last_payment_error ?? {}
  throw new Failure(402, {
    type: 'card_error',
    message,
    code: code ?? 'subscription_payment_intent_requires_action',
    ...(decline_code ? { decline_code } : {}),
  })
}

export function takeOwnMethod(scope: Scope, id: string, customer: string): void {
  if (idOf(scope.take('payment_method', id, 'default_payment_method').customer) === customer) return
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a subscription has that many fields
function subscriptionOf(scope: Scope, params: StartParams): Subscription {
  const id = scope.newId('subscription')
  const now = scope.now()
  const items = params.items.map((item, at) => itemOf(scope, id, item, at))
  const [first] = items
  if (!first) throw invalid('Missing required param: items.', { param: 'items' })
  const ends = first.current_period_end
  return {
    id,
    object: 'subscription',
    application: scope.account ? APPLICATION : null,
    application_fee_percent: params.application_fee_percent ?? null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: params.cancel_at_period_end ? ends : null,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: params.cancel_at_period_end ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: first.price.currency,
    customer: params.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: params.default_payment_method ?? null,
    default_source: null,
    default_tax_rates: [],
    description: params.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: inlineList(`/v1/subscription_items?subscription=${id}`, items),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: params.payment_settings?.payment_method_types ?? null,
      save_default_payment_method: params.payment_settings?.save_default_payment_method ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
    },
    trial_start: null,
  }
}

function itemOf(
  scope: Scope,
  subscription: string,
  params: StartParams['items'][number],
  at: number,
): Stripe.SubscriptionItem {
  const price = params.price_data
    ? makePrice(scope, params.price_data)
    : scope.take('price', params.price ?? '', `items[${at}][price]`)
  if (!price.recurring || !price.active)
    throw invalid('The price specified is inactive or not recurring.', {
      param: `items[${at}][price]`,
    })
  const now = scope.now()
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: endAfter(now, price.recurring, now),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: mergeMetadata({}, params.metadata),
    plan: planOf(price),
    price,
    quantity: params.quantity ?? 1,
    subscription,
    tax_rates: [],
  }
}
