import type { SellerDesk } from './sellers.ts'

/** The payment provider, as far as the product needs one. Amounts are whole yen; every call bears a key of ours. */
export interface Payments extends SellerDesk {
  /** The buyer in the platform's own books: cards are kept there. Returns its reference. */
  addCustomer: (buyer: { userId: string }, key: string) => Promise<string>
  /** Makes a card of a one-time token and keeps it with the customer. Throws `Declined`. */
  takeCard: (from: { token: string; customer: string }, key: string) => Promise<CardOnFile>
  /** Makes a card of a one-time token and asks its bank to let it be used later. Throws `Declined`. */
  saveCard: (from: { token: string; customer: string }, key: string) => Promise<SavedCard>
  /** Takes a kept card away; one that is gone already is no error. */
  dropCard: (method: string) => Promise<void>
  /** The same card in a seller's account, where the charge is made; with `accountCustomer` kept there. */
  shareCard: (card: SharedCard, key: string) => Promise<string>

  /** Prepares a charge in the seller's account that the buyer then confirms. Throws `Declined`. */
  startCharge: (charge: NewCharge, key: string) => Promise<Charge>
  /** What the provider says today. Throws `Unknown` where it has no such charge. */
  findCharge: (account: string, ref: string) => Promise<Charge>
  /** The charge that a try made though its answer was lost, by the `attempt_id` it bears; `since` an instant. */
  traceCharge: (made: Made) => Promise<Charge | null>
  /** Ends a charge that was not paid; one that was paid meanwhile comes back as it is. */
  cancelCharge: (account: string, ref: string) => Promise<Charge>
  /** Pays back, the platform's fee in proportion. One that was paid back already answers with that. */
  refundCharge: (refund: NewRefund, key: string) => Promise<Refunding>
  findRefund: (account: string, ref: string) => Promise<Refunding>
  /** All that went back of a charge, by whomever. */
  listRefunds: (account: string, charge: string) => Promise<Refunding[]>
  findDispute: (account: string, ref: string) => Promise<Disputing>
  /** Gives the platform's fee of a charge back to its seller; null where there is none left. Throws `Unknown` while its line is not written. */
  refundFee: (account: string, charge: string, key: string) => Promise<Booking | null>

  /** The buyer in a seller's account: subscriptions belong to it. */
  addAccountCustomer: (at: { account: string; userId: string }, key: string) => Promise<string>
  addPrice: (price: NewPrice, key: string) => Promise<string>
  /** Prepares a subscription; no money moves before `paySubscription`. Unpaid, it ends by itself. */
  startSubscription: (subscription: NewSubscription, key: string) => Promise<Subscription>
  /** Tries the charge of an invoice with a card: the first, or one that was refused. Throws `Declined`. */
  paySubscription: (
    first: { account: string; ref: string; charge: string; method: string },
    key: string,
  ) => Promise<Subscription>
  /** Of an account that has left: canceled at the end of what was paid, whenever that is. */
  findSubscription: (account: string, ref: string) => Promise<Subscription>
  /** What a subscription has asked for so far, the newest first; drafts are not asked for yet. */
  listInvoices: (account: string, subscription: string) => Promise<Invoice[]>
  traceSubscription: (made: Made) => Promise<Subscription | null>
  /**
   * `atPeriodEnd` false ends it now, also where it has ended already; true at the end of what is paid; null takes such
   * an end back.
   */
  endSubscription: (at: {
    account: string
    ref: string
    atPeriodEnd: boolean | null
  }) => Promise<Subscription>
  /** The platform's share of each month from the next on; one that has ended stays as it is. */
  setSubscriptionFee: (at: { account: string; ref: string; percent: number }) => Promise<void>
  /** While paused nothing is asked for: months go by and are nobody's debt. One that has ended stays as it is. */
  pauseSubscription: (at: { account: string; ref: string; paused: boolean }) => Promise<void>

  /** What a delivery says once its signature is found good. Throws `BadSignature`. */
  readNotice: (endpoint: Endpoint, body: string, signature: string) => Notice
  /** What happened in an account (null: our own) since an instant, whether it was delivered or not; the oldest first. */
  listNotices: (of: { account: string | null; since: string | null }) => Promise<Told[]>
}

/** `platform`: our own account's events; `connect`: those of the sellers' accounts. */
export type Endpoint = 'platform' | 'connect'

export interface CardOnFile {
  method: string
  /** As the provider spells it: `visa`, `jcb` … */
  brand: string
  last4: string
  exp_month: number
  exp_year: number
}
/** `clientSecret` while the bank still wants to hear from its customer. */
export interface SavedCard {
  card: CardOnFile
  status: 'ready' | 'requires_action'
  clientSecret: string | null
}
export interface SharedCard {
  method: string
  customer: string
  account: string
  accountCustomer?: string
}
export interface NewCharge {
  account: string
  /** In the seller's account. */
  method: string
  amount: number
  fee: number
  description: string
  metadata: Record<string, string>
}
/** Something that may have been made, by whose try and not before when. */
export interface Made {
  account: string
  attemptId: string
  since: string
}
export interface NewRefund {
  account: string
  charge: string
  amount: number
  metadata: Record<string, string>
}
/** One line of a seller's balance at the provider, in yen; what comes in is positive. */
export interface Booking {
  /** `txn_…` */
  ref: string
  at: string
  /** Before fees. */
  gross: number
  providerFee: number
  /** Negative where it is given back. */
  platformFee: number
}
/** Money on its way back; `failed`: it came back to the seller. */
export interface Refunding {
  ref: string
  account: string
  charge: string
  amount: number
  status: 'pending' | 'succeeded' | 'failed'
  metadata: Record<string, string>
  /** Null where the provider has not taken it from the seller yet. */
  booked: Booking | null
  /** Once it failed: how it came back. */
  returned: Booking | null
}
/** A bank asks for money back. `open`: it has it; `asked`: it does not yet. */
export interface Disputing {
  ref: string
  account: string
  charge: string
  amount: number
  state: 'asked' | 'open' | 'won' | 'lost'
  bookings: Booking[]
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
  /** With it the buyer's browser confirms; never kept. */
  clientSecret: string
  /** Why the last try failed; for our eyes. */
  failure: string | null
  /** Once it succeeded: when. */
  paidAt: string | null
  /** What the provider and the platform keep of it, in yen. The provider writes it up to an hour after success: null before. */
  booked: Booking | null
}

export interface Subscription {
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

/** What a subscription asks for one of its periods. */
export interface Invoice {
  ref: string
  /** `over`: nobody is asked for it any more. */
  status: 'open' | 'paid' | 'over'
  /** The one that began the subscription. */
  isFirst: boolean
  /** Yen. */
  amount: number
  period: { start: string; end: string }
  /** The charge that pays it; null where nothing is, or was, to be charged. */
  charge: string | null
}

/** Something changed at the provider: which object, to be looked at anew. An invoice is a matter of its subscription. */
export interface Notice {
  id: string
  type: string
  /** Null: our own account. */
  account: string | null
  object: { kind: string; ref: string }
}

/** A notice as the provider lists it, and when that happened: an instant of the provider's clock. */
export interface Told {
  notice: Notice
  at: string
}

/** The card, or the bank behind it, said no. `code` is the provider's, for our eyes. */
export class Declined extends Error {
  override name = 'Declined'
  readonly code: string
  constructor(code: string) {
    super(`declined: ${code}`)
    this.code = code
  }
}
/** The provider has no such thing. */
export class Unknown extends Error {
  override name = 'Unknown'
}
/** The provider cannot be reached, is too busy or fails: try again later. */
export class ProviderDown extends Error {
  override name = 'ProviderDown'
}
/** Too many calls wait in line for it; in about `afterS` seconds there is room again. */
export class ProviderBusy extends ProviderDown {
  override name = 'ProviderBusy'
  readonly afterS: number
  constructor(message: string, afterS: number) {
    super(message)
    this.afterS = afterS
  }
}
/** The provider broke down over this call, and says so again for its key: whether it was done has to be looked up. */
export class ProviderFailed extends ProviderDown {
  override name = 'ProviderFailed'
}
/** The key was used for something else before: nothing was done, and nothing may be done until somebody has looked. */
export class KeyClash extends Error {
  override name = 'KeyClash'
}
export class BadSignature extends Error {
  override name = 'BadSignature'
}
