import type Stripe from 'stripe'
import { inlineList } from '../core/answer-list.ts'
import { newId, randomText } from '../core/ids.ts'
import { decimal, idOf, type Kinds } from '../core/kinds.ts'
import type { Scope } from '../core/scope.ts'
import { APPLICATION } from '../payments/money.ts'
import { emit } from '../webhooks/events.ts'

type Invoice = Kinds['invoice']
type Subscription = Stripe.Subscription

/** Drafts an invoice of a subscription's items for its current period. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: an invoice has that many fields
export function draftInvoice(
  scope: Scope,
  subscription: Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
): Invoice {
  const id = scope.newId('invoice')
  const lines = subscription.items.data.map((item) => lineOf(id, subscription, item))
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const customer = scope.take('customer', idOf(subscription.customer), 'customer')
  const account = scope.account ? scope.as('').find('account', scope.account) : undefined
  const [item] = subscription.items.data
  const now = scope.now()
  const renewal = reason === 'subscription_cycle'
  const invoice: Invoice = {
    id,
    object: 'invoice',
    account_country: 'JP',
    account_name: account?.business_profile?.name ?? null,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: scope.account ? APPLICATION : null,
    attempt_count: 0,
    attempted: false,
    auto_advance: renewal,
    automatic_tax: {
      disabled_reason: null,
      enabled: false,
      liability: null,
      provider: null,
      status: null,
    },
    automatically_finalizes_at: renewal ? now + 3_600 : null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: inlineList(`/v1/invoices/${id}/lines`, lines),
    livemode: false,
    metadata: {},
    next_payment_attempt: renewal ? now + 3_600 : null,
    number: null,
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: ['card'],
    },
    period_end: now,
    period_start: renewal ? subscription.start_date : (item?.current_period_start ?? now),
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: total,
    subtotal_excluding_tax: total,
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  }
  scope.put<'invoice'>(invoice)
  emit<'invoice'>(scope, 'invoice.created', invoice)
  return invoice
}

function lineOf(
  invoice: string,
  subscription: Subscription,
  item: Stripe.SubscriptionItem,
): Stripe.InvoiceLineItem {
  const quantity = item.quantity ?? 1
  const amount = (item.price.unit_amount ?? 0) * quantity
  return {
    id: newId('il'),
    object: 'line_item',
    amount,
    currency: item.price.currency,
    description: null,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: item.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: { credited_items: null },
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: item.price.id, product: idOf(item.price.product) },
      type: 'price_details',
      unit_amount_decimal: item.price.unit_amount_decimal,
    },
    quantity,
    quantity_decimal: decimal(quantity),
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  }
}

export const newInvoiceNumber = () => `${randomText(8).toUpperCase()}-0001`
