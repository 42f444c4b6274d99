import type { Flag, Id, Instant, Json, Yen } from './types.ts'

export interface SellerAccount {
  user_id: Id
  /** The provider's id of the connected account, `acct_…`. */
  account_ref: string | null
  state: 'none' | 'review' | 'more_needed' | 'ready' | 'blocked'
  reasons: Json
  charges_enabled: Flag
  jcb_payments: Flag
  /** What the law asks to show of a seller. */
  seller: Json
  invoice_number: string | null
  /** When the provider was last asked how this account stands. */
  updated_at: Instant
  payouts_enabled: Flag
  /** The last day of payouts, `YYYY-MM-DD` in Japan, on which it was seen to. */
  payout_day: string | null
  terms_accepted_at: Instant | null
}

/** What the platform takes of a sale from an instant on, as an operator set it. Before the first: `INITIAL_FEE_PERCENT`. */
export interface PlatformFee {
  id: Id
  /** Whole percent. */
  percent: number
  /** The beginning of a day in Japan. */
  effective_at: Instant
  /** Sellers read it. */
  reason: string
  /** Null: from the shell. */
  actor_id: Id | null
  created_at: Instant
  /** Called off before it took effect. */
  withdrawn_at: Instant | null
}

export interface Customer {
  user_id: Id
  customer_ref: string
}

export interface SavedCard {
  id: Id
  user_id: Id
  method_ref: string
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  main: Flag
  created_at: Instant
}

export type ProductKind = 'room' | 'event' | 'digital_ticket'

/** What was bought, for whom, and what the buyer was shown. Money becomes a right only through it. */
export interface Order {
  id: Id
  buyer_id: Id
  seller_id: Id
  kind: ProductKind
  subject_id: Id
  amount: Yen
  state: 'open' | 'settled' | 'failed' | 'refunded'
  refunded_amount: Yen
  snapshot: Json
  snapshot_hash: string
  /** The provider's invoice that it pays: a renewal. Null: bought by hand. */
  invoice_ref: string | null
  created_at: Instant
  settled_at: Instant | null
  /**
   * The platform's share, as it was when the order was begun: no try after that asks for another. Of a renewal the one
   * that the provider took; null while it is owed, or where it took what was never asked for.
   */
  fee_percent: number | null
}

/** One try to pay an order, written before the provider is asked. */
export interface PaymentAttempt {
  id: Id
  order_id: Id
  n: number
  idempotency_key: string
  /** The connected account that it was made in. */
  account_ref: string | null
  intent_ref: string | null
  subscription_ref: string | null
  state: 'started' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'cancelled'
  error_code: string | null
  /** What the buyer gave to pay with: a one-time token, or a saved card's `method_ref`. */
  source: string
  /** The card that came of a token, to be kept once it has paid. */
  card: Json | null
  /** Paid, and not in the ledger: when the provider was last asked for its line. Null: it is there, or nothing was paid. */
  unbooked_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

/** A buyer as a seller's own account knows them: subscriptions live there. */
export interface SellerCustomer {
  user_id: Id
  seller_id: Id
  customer_ref: string
}

/** What the provider calls a room's monthly price. */
export interface RoomPrice {
  room_id: Id
  account_ref: string
  amount: Yen
  price_ref: string
}

/** A seat kept for an order until `expires_at`. */
export interface Hold {
  order_id: Id
  kind: ProductKind
  subject_id: Id
  /** What its buyer was told. */
  expires_at: Instant
  /** Holds where `expires_at` is later than anybody is told: a clock that was ahead said that. */
  shortened_to: Instant | null
  released_at: Instant | null
}

/** The right itself: one a person and subject. */
export interface Entitlement {
  id: Id
  user_id: Id
  kind: ProductKind
  subject_id: Id
  order_id: Id | null
  number: number
  status: 'valid' | 'revoked'
  granted_at: Instant
  revoked_at: Instant | null
}

export interface Refund {
  id: Id
  order_id: Id
  /** The payment that goes back; null where the order has one only. */
  attempt_id: Id | null
  amount: Yen
  reason: string
  /** Whether the right that was bought ends with it. */
  ends_right: Flag
  /** The person who asked for it; null where it came about by itself. */
  asked_by: Id | null
  /** `replaced`: another refund, or the buyer's bank, took its place. */
  state: 'open' | 'done' | 'failed' | 'replaced'
  refund_ref: string | null
  created_at: Instant
  done_at: Instant | null
}

/** A holder's bank took the money back, or asks for it. `won`: it came back to the seller. */
export interface Dispute {
  id: Id
  dispute_ref: string
  order_id: Id
  attempt_id: Id
  amount: Yen
  state: 'open' | 'won' | 'lost'
  opened_at: Instant
  closed_at: Instant | null
}

export type LedgerAccount = 'buyer' | 'seller' | 'platform_fee' | 'provider_fee' | 'payout'

/** One side of a movement; the sides of one `movement_id` sum to zero. */
export interface LedgerEntry {
  id: Id
  movement_id: Id
  account: LedgerAccount
  owner_id: Id
  order_id: Id | null
  kind: 'sale' | 'refund' | 'dispute' | 'payout' | 'fee'
  /** Yen; what flows into the account is positive. */
  amount: Yen
  occurred_at: Instant
  /** The provider's line that it stands for, `txn_…`: each is written down once. */
  source_ref: string | null
}

export interface Payout {
  id: Id
  owner_id: Id
  payout_ref: string | null
  amount: Yen
  /** `started`: written down, and not yet heard of by the provider. */
  state: 'started' | 'in_transit' | 'paid' | 'failed'
  created_at: Instant
  arrived_at: Instant | null
  /** In the provider's code. */
  failure: string | null
}

/** Somebody asked who a seller is. Who that was is forgotten after a while. */
export interface DisclosureRequest {
  id: Id
  seller_id: Id
  name: string
  email: string
  reason: string
  state: 'open' | 'disclosed' | 'declined' | 'expired'
  created_at: Instant
  done_at: Instant | null
  declined_for: 'no_purchase' | 'unclear' | 'answered' | null
  /** When an operator last asked the seller to answer. */
  reminded_at: Instant | null
}

export interface Receipt {
  id: Id
  order_id: Id
  kind: 'sale' | 'return'
  number: string
  body: Json
  issued_at: Instant
}

export interface WebhookEvent {
  id: string
  endpoint: 'platform' | 'connect'
  type: string
  payload: Json
  state: 'received' | 'done' | 'unknown'
  received_at: Instant
  done_at: Instant | null
}

/** Until when the provider's list of what happened in an account was read; '' is the platform's own. */
export interface NoticeCursor {
  account: string
  /** By the provider's clock. */
  read_until: Instant
}

/** The answer already given to an `Idempotency-Key`, for 24 h. */
export interface Idempotency {
  /** Hash of viewer, method, path and key. */
  scope: string
  body_hash: string
  /** Whose answer it is. */
  user_id: Id | null
  /** Null while the first request is still running. */
  status: number | null
  answer: string | null
  created_at: Instant
}
