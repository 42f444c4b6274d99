import type { SellerAccounts } from './sellers.ts'

/** Port of the payment provider. Amounts are whole yen. `key` is the idempotency key. */
export interface Payments extends SellerAccounts {
  /** Creates the buyer as a customer of the platform account, where cards are saved. Returns its id. */
  addCustomer: (buyer: { userId: string }, key: string) => Promise<string>
  /** Creates a card from a one-time token and attaches it to the customer. Throws `Declined`. */
  takeCard: (from: { token: string; customer: string }, key: string) => Promise<CardOnFile>
  /** As `takeCard`, with a setup intent: the bank agrees to later off-session use. Throws `Declined`. */
  saveCard: (from: { token: string; customer: string }, key: string) => Promise<SavedCard>
  /** Detaches a saved card. No error if it is detached already. */
  dropCard: (method: string) => Promise<void>
  /** Clones a card to a seller's account, where the charge is made. `accountCustomer`: the customer to attach it to. */
  shareCard: (card: SharedCard, key: string) => Promise<string>

  /** Creates a charge in the seller's account; the buyer's browser confirms it. Throws `Declined`. */
  startCharge: (charge: NewCharge, key: string) => Promise<Charge>
  /**
   * Creates a charge that is paid in a convenience store, and its payment numbers. Throws `Declined` if the provider does
   * not offer it to this seller, or not for this sum.
   */
  startVoucher: (charge: NewVoucher, key: string) => Promise<Charge>
  /** The current state. Throws `Unknown` if there is no such charge. */
  findCharge: (account: string, ref: string) => Promise<Charge>
  /** Finds the charge of an attempt whose create call got no answer, by `attempt_id` in its metadata. */
  recoverCharge: (attempt: AttemptLookup) => Promise<Charge | null>
  /** Cancels an unpaid charge. A paid one is returned unchanged. */
  cancelCharge: (account: string, ref: string) => Promise<Charge>
  /**
   * Refunds a charge, and the platform fee in proportion. Returns the earlier refund if it is refunded already, or if
   * one has the same `refund_id` in its metadata and this call has to look for it.
   */
  refundCharge: (refund: NewRefund, key: string) => Promise<ProviderRefund>
  findRefund: (account: string, ref: string) => Promise<ProviderRefund>
  /** All refunds of a charge, also those from the provider's dashboard. */
  listRefunds: (account: string, charge: string) => Promise<ProviderRefund[]>
  findDispute: (account: string, ref: string) => Promise<ProviderDispute>
  findFraudWarning: (account: string, ref: string) => Promise<ProviderFraudWarning>
  /** Refunds the platform fee of a charge to its seller; null if none is left. Throws `Unknown` until its balance transaction exists. */
  refundFee: (account: string, charge: string, key: string) => Promise<BalanceTransaction | null>

  /** Creates the buyer as a customer of a seller's account, which owns the subscriptions. */
  addAccountCustomer: (at: { account: string; userId: string }, key: string) => Promise<string>
  addPrice: (price: NewPrice, key: string) => Promise<string>
  /** Creates a subscription. No money moves before `paySubscription`; an unpaid one expires. */
  startSubscription: (subscription: NewSubscription, key: string) => Promise<ProviderSubscription>
  /** Confirms the charge of an invoice with a card: the first one, or one that was declined. Throws `Declined`. */
  paySubscription: (
    first: { account: string; ref: string; charge: string; method: string },
    key: string,
  ) => Promise<ProviderSubscription>
  /** For a disconnected account: `canceled`, with an unknown period end. */
  findSubscription: (account: string, ref: string) => Promise<ProviderSubscription>
  /** Invoices of a subscription without drafts, the newest first. */
  listInvoices: (account: string, subscription: string) => Promise<Invoice[]>
  recoverSubscription: (attempt: AttemptLookup) => Promise<ProviderSubscription | null>
  /**
   * `atPeriodEnd`: false ends it now (no error if it has ended), true at the end of the paid period, null withdraws that.
   */
  endSubscription: (at: {
    account: string
    ref: string
    atPeriodEnd: boolean | null
  }) => Promise<ProviderSubscription>
  /** Voids the open invoices of a subscription, so that nobody can pay them any more. Paid ones stay. */
  voidInvoices: (at: { account: string; ref: string }) => Promise<void>
  /** Sets the platform fee from the next invoice on. Does nothing for an ended subscription. */
  setSubscriptionFee: (at: { account: string; ref: string; percent: number }) => Promise<void>
  /** Sets the price from the next invoice on. Does nothing for an ended subscription. */
  setSubscriptionPrice: (at: { account: string; ref: string; price: string }) => Promise<void>
  /** Pauses the collection: invoices are void. Does nothing for an ended subscription. */
  pauseSubscription: (at: { account: string; ref: string; paused: boolean }) => Promise<void>

  /** Verifies a webhook delivery and parses it. Throws `BadSignature`. */
  readEvent: (endpoint: WebhookEndpoint, body: string, signature: string) => ProviderEvent
  /** Events of an account (null: the platform's) since an instant, delivered or not; the oldest first. */
  listEvents: (of: { account: string | null; since: string | null }) => Promise<ListedEvent[]>
}

/** `platform`: events of the platform account; `connect`: events of the sellers' accounts. */
export type WebhookEndpoint = 'platform' | 'connect'

export interface CardOnFile {
  method: string
  /** As the provider spells it: `visa`, `jcb` … */
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}
/** `clientSecret` is set while the bank requires authentication by the cardholder. */
export type SavedCard =
  | { card: CardOnFile; status: 'ready'; clientSecret: null }
  | { card: CardOnFile; status: 'requires_action'; clientSecret: string }
export interface SharedCard {
  method: string
  customer: string
  account: string
  accountCustomer?: string
}
export interface NewCharge {
  account: string
  /** Payment method in the seller's account. */
  method: string
  amount: number
  fee: number
  description: string
  metadata: Record<string, string>
}
/** A charge in a convenience store. The provider writes to the buyer, if it has to refund it. */
export interface NewVoucher extends Omit<NewCharge, 'method'> {
  buyer: { name: string; email: string }
  /** An instant, in whole seconds. */
  expiresAt: string
}
/** What a convenience store asks for. `store`: as the provider names it. */
export interface ProviderVoucher {
  expiresAt: string
  /** The provider's page with the same numbers. */
  url: string | null
  stores: { store: string; payment_code: string; confirmation_number: string | null }[]
}
/** Search for an object by the attempt that created it, not before `since`. */
export interface AttemptLookup {
  account: string
  attemptId: string
  since: string
}
export interface NewRefund {
  account: string
  charge: string
  amount: number
  metadata: { order_id: string; refund_id: string }
  /** An earlier call may have made it, with a key that the provider keeps no longer: it is looked up first. */
  mayExist: boolean
  /** Where the provider asks for a bank account, for money that was paid in a store. */
  email?: string | undefined
}
/** One line of a seller's balance at the provider, in yen; incoming money is positive. */
export interface BalanceTransaction {
  /** `txn_…` */
  ref: string
  at: string
  /** Before fees. */
  gross: number
  providerFee: number
  /** Negative if it is refunded. */
  platformFee: number
}
/** A refund at the provider. `failed`: the money came back to the seller. */
export interface ProviderRefund {
  ref: string
  account: string
  charge: string
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  /** Pending, as the buyer has not named a bank account yet. */
  asksAccount: boolean
  metadata: Record<string, string>
  /** Null until the provider has debited the seller. */
  booked: BalanceTransaction | null
  /** Of a failed refund: the credit to the seller. */
  returned: BalanceTransaction | null
}
/**
 * A dispute. `asked`: an inquiry, no money moved; `answered`: an inquiry that ended without a dispute; `open`: the bank has
 * taken the money.
 */
export interface ProviderDispute {
  ref: string
  account: string
  charge: string
  amount: number
  state: 'asked' | 'answered' | 'open' | 'won' | 'lost'
  /** The bank's deadline for an answer; an instant. */
  answerBy: string | null
  bookings: BalanceTransaction[]
}
/** A report of the card's issuer that a payment may be fraudulent. No money moves; a dispute may follow. */
export interface ProviderFraudWarning {
  ref: string
  account: string
  charge: string
  /** Neither refunded nor disputed yet. */
  actionable: boolean
}
export interface NewPrice {
  account: string
  amount: number
  name: string
}
export interface NewSubscription {
  account: string
  customer: string
  method: string
  price: string
  feePercent: number
  metadata: Record<string, string>
}

export type ChargeStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

export interface Charge {
  ref: string
  account: string
  status: ChargeStatus
  amount: number
  currency: string
  metadata: Record<string, string>
  /** For the buyer's browser to confirm with. Never stored. */
  clientSecret: string
  /** Error code of the last failed confirmation. Not shown to users. */
  failure: string | null
  /** Payment numbers of a convenience store, while they can be paid. */
  voucher: ProviderVoucher | null
  /** Instant of success, else null. */
  paidAt: string | null
  /** The fees in yen. The provider writes them up to an hour after success: null before. */
  booked: BalanceTransaction | null
}

/** A charge that succeeded. */
export type PaidCharge = Charge & { status: 'succeeded'; paidAt: string }

export interface ProviderSubscription {
  ref: string
  account: string
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled' | 'unpaid'
  /** An instant. */
  periodEnd: string | null
  cancelAtPeriodEnd: boolean
  metadata: Record<string, string>
  /** The charge of the newest invoice. */
  charge: Charge | null
}

/** Invoice of one period of a subscription. */
export interface Invoice {
  ref: string
  /** `over`: void or uncollectible. */
  status: 'open' | 'paid' | 'over'
  /** The invoice that started the subscription. */
  isFirst: boolean
  /** Yen. */
  amount: number
  period: { start: string; end: string }
  /** The charge that pays it; null for nothing to charge. */
  charge: string | null
}

/** An event of the provider: which object changed. The handler loads the object. An invoice counts as its subscription. */
export interface ProviderEvent {
  id: string
  type: string
  /** Null: the platform account. */
  account: string | null
  object: { kind: string; ref: string }
}

/** An event from the provider's event list, with its instant by the provider's clock. */
export interface ListedEvent {
  providerEvent: ProviderEvent
  at: string
}

/** The card was declined. `code` is the provider's and not shown to users. */
export class Declined extends Error {
  override name = 'Declined'
  readonly code: string
  constructor(code: string) {
    super(`declined: ${code}`)
    this.code = code
  }
}
/** The provider has no such object (404), or has not written it yet. */
export class Unknown extends Error {
  override name = 'Unknown'
}
/** The provider is unreachable, rate-limits us or fails. The call may be retried. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}
/** Our own queue of provider calls is full. Retry after `afterS` seconds. */
export class ProviderBusy extends ProviderDown {
  override name = 'ProviderBusy'
  readonly afterS: number
  constructor(message: string, afterS: number) {
    super(message)
    this.afterS = afterS
  }
}
/** HTTP 500, which the provider repeats for the same key. Whether the call took effect must be looked up. */
export class ProviderFailed extends ProviderDown {
  override name = 'ProviderFailed'
}
/** The idempotency key was used with other parameters before: a bug. Nothing was done, and nothing is retried. */
export class IdempotencyConflict extends Error {
  override name = 'KeyClash'
}
export class BadSignature extends Error {
  override name = 'BadSignature'
}
