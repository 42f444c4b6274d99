import type Stripe from 'stripe'
import { newId } from './ids.ts'

/** What is kept, by the `object` word that Stripe writes into each. */
export interface Kinds {
  account: Stripe.Account
  application_fee: Stripe.ApplicationFee
  balance_transaction: Stripe.BalanceTransaction
  charge: Stripe.Charge
  customer: Stripe.Customer
  dispute: Stripe.Dispute
  event: Stripe.EventBase
  file: Stripe.File
  invoice: Stripe.Invoice
  invoice_payment: Stripe.InvoicePayment
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  payout: Stripe.Payout
  price: Stripe.Price
  product: Stripe.Product
  refund: Stripe.Refund
  setup_intent: Stripe.SetupIntent
  subscription: Stripe.Subscription
  token: Stripe.Token
  webhook_endpoint: Stripe.WebhookEndpoint
}
export type Kind = keyof Kinds

/** What Stripe knows of an object and does not say. */
export interface Hidden {
  /** Gone: found by its id, in no list. */
  deleted?: boolean
  /** Which row of the card table a token or a payment method stands for. */
  card?: string
  /** The issuer has agreed to payments without the holder. */
  setUp?: boolean
  /** Paid with while it belonged to nobody: not usable again. */
  consumed?: boolean
  returnUrl?: string | null
  /** A refund’s: yen of the platform’s fee that go back with it. */
  feeRefunded?: number
  /** The invoice that a payment intent pays, the intent that pays an invoice. */
  invoice?: string
  intent?: string
  /** How an invoice's intent is charged once it is confirmed by the machine. */
  retries?: number
  /** A webhook endpoint's. */
  secret?: string
  connect?: boolean
  /** An account's: the operator or a test has stopped its charges. */
  chargesStopped?: boolean
  /** A payout that the bank will send back. */
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
  payout: 'po',
  price: 'price',
  product: 'prod',
  refund: 're',
  setup_intent: 'seti',
  subscription: 'sub',
  token: 'tok',
  webhook_endpoint: 'we',
}

export const newIdOf = (kind: Kind) => newId(prefixes[kind])

/** A reference as it is kept: never expanded. */
export const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null)

/** Decimals travel as text; the SDK's type is what it makes of that text. */
export const decimal = (value: number) => String(value) as unknown as Stripe.Decimal
