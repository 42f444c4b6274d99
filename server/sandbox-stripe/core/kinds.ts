import type Stripe from 'stripe'
import { newId } from './ids.ts'

/** Stored objects by Stripe's `object` value. Fields that the sandbox always fills are never null here. */
export interface Kinds {
  account: Stripe.Account & {
    business_profile: Stripe.Account.BusinessProfile
    settings: Stripe.Account.Settings & { payouts: Stripe.Account.Settings.Payouts }
  }
  application_fee: Stripe.ApplicationFee
  balance_transaction: Stripe.BalanceTransaction
  charge: Stripe.Charge & { payment_method: string }
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  file: Stripe.File
  invoice: Stripe.Invoice & { customer: string }
  invoice_payment: Stripe.InvoicePayment
  payment_intent: Stripe.PaymentIntent & { client_secret: string }
  payment_method: Stripe.PaymentMethod
  payment_method_domain: Stripe.PaymentMethodDomain
  payout: Stripe.Payout
  price: Stripe.Price
  product: Stripe.Product
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  refund: Stripe.Refund & { charge: string }
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription & {
    cancellation_details: Stripe.Subscription.CancellationDetails
    payment_settings: Stripe.Subscription.PaymentSettings
  }
  token: Stripe.Token
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Kinds

/** Internal state of an object that the API does not expose. */
export interface Hidden {
  /** Deleted: found by id only, in no list. */
  deleted?: boolean
  /** Row of the card table for a token or payment method. */
  card?: string
  /** Set up for off-session payments. */
  setUp?: boolean
  /** Used for a payment without being attached to a customer: not reusable. */
  consumed?: boolean
  returnUrl?: string | null
  /** Of a refund: yen of the platform fee that are refunded with it. */
  feeRefunded?: number
  /** Links between an invoice and its payment intent. */
  invoice?: string
  intent?: string
  /** How an invoice's intent is charged when it is confirmed automatically. */
  retries?: number
  /** Signing secret of a webhook endpoint. */
  secret?: string
  connect?: boolean
  /** Of an account: charges were disabled by an operator or a test. */
  chargesStopped?: boolean
  /** A payout that the bank will return. */
  willFail?: boolean
}

const prefixes: Record<Kind, string> = {
  account: 'acct',
  application_fee: 'fee',
  balance_transaction: 'txn',
  charge: 'ch',
  customer: 'cus',
  dispute: 'du',
  event: 'evt',
  file: 'file',
  invoice: 'in',
  invoice_payment: 'inpay',
  payment_intent: 'pi',
  payment_method: 'pm',
  payment_method_domain: 'pmd',
  payout: 'po',
  price: 'price',
  product: 'prod',
  'radar.early_fraud_warning': 'issfr',
  refund: 're',
  setup_intent: 'seti',
  subscription: 'sub',
  token: 'tok',
  webhook_endpoint: 'we',
}

export const newIdOf = (kind: Kind) => newId(prefixes[kind])

/** Id of a reference, expanded or not. */
export function idOf(reference: string | { id: string }): string
export function idOf(reference: string | { id: string } | null | undefined): string | null
export function idOf(reference: string | { id: string } | null | undefined): string | null {
  return typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null)
}

/** Decimals are texts in JSON, as they are stored; the SDK's type is of what it parses from them. */
export const decimal = (value: number) => String(value) as unknown as Stripe.Decimal
