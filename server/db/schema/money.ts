import type { ProductKind } from './seats.ts'
import type {
  Code,
  Day,
  Flag,
  Id,
  Instant,
  Json,
  OperatorText,
  PersonalJson,
  PersonalSecret,
  PersonalText,
  ProviderRef,
  Retained,
  Secret,
  Unexported,
  Yen,
} from './types.ts'

export interface SellerAccount {
  user_id: Id
  /** Id of the connected account at the provider, `acct_…`. */
  account_ref: ProviderRef | null
  state: 'none' | 'review' | 'more_needed' | 'ready' | 'blocked'
  reasons: Json
  charges_enabled: Flag
  jcb_payments: Flag
  konbini_payments: Flag
  /** Seller information required by law. */
  seller: PersonalJson<'user_id'>
  invoice_number: PersonalText<'user_id'> | null
  /** Last sync with the provider. */
  updated_at: Instant
  payouts_enabled: Flag
  /** Last payout day on which it was processed, `YYYY-MM-DD` in Japan. */
  payout_day: Day | null
  terms_accepted_at: Instant | null
  /** Hash of the seller's details that the provider shows, as last sent. */
  shown_hash: Secret | null
  /** First day on which `invoice_number` is valid; null: it was when it was entered. */
  invoice_since: Day | null
}

/** The platform fee from an instant on, set by an operator. Before the first row: `INITIAL_FEE_PERCENT`. */
export interface PlatformFee {
  id: Id
  /** Whole percent. */
  percent: number
  /** Start of a day in Japan. */
  effective_at: Instant
  /** Shown to sellers. */
  reason: OperatorText
  /** Null: from the shell. */
  actor_id: Id | null
  created_at: Instant
  /** Withdrawn before it took effect. */
  withdrawn_at: Instant | null
}

export interface Customer {
  user_id: Id
  customer_ref: ProviderRef
}

export interface SavedCard {
  id: Id
  user_id: Id
  method_ref: PersonalSecret<'user_id'>
  brand: PersonalText<'user_id'>
  last4: PersonalText<'user_id'>
  exp_month: number
  exp_year: number
  main: Flag
  created_at: Instant
}

/** A purchase: product, buyer, and the confirmation that they saw. The only way from money to an entitlement. */
export interface Order {
  id: Id
  buyer_id: Id
  seller_id: Id
  kind: ProductKind
  subject_id: Id
  /** The type of an entry ticket (券種); null: of a product without types. */
  ticket_type_id: Id | null
  /** Seats of an entry ticket that it takes; else 1. */
  seats: number
  /** Of an event that is sold in two kinds: 1 without its archive, 0 with it; null: of no such event. */
  live_only: Flag | null
  amount: Yen
  state: 'open' | 'settled' | 'failed' | 'refunded'
  refunded_amount: Yen
  snapshot: Retained<Json, 'books: what the buyer confirmed'>
  snapshot_hash: Secret
  /** The provider's invoice of a renewal; null: a purchase by the buyer. */
  invoice_ref: ProviderRef | null
  created_at: Instant
  settled_at: Instant | null
  /**
   * The platform fee at the start of the order; later attempts use the same. Of a renewal the one that the provider
   * took; null while it is unpaid, or if the provider took another than ours.
   */
  fee_percent: number | null
  /** The seller's link by which the buyer came, `?from=`; null: none, or an order before there were any. */
  from_link: Code | null
}

/** An attempt to pay an order, stored before the provider is called. */
export interface PaymentAttempt {
  id: Id
  order_id: Id
  n: number
  idempotency_key: Code
  /** The connected account of the charge. */
  account_ref: ProviderRef | null
  intent_ref: ProviderRef | null
  subscription_ref: ProviderRef | null
  state: 'started' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'cancelled'
  error_code: Code | null
  /** The buyer's payment method: a one-time token, or a saved card's `method_ref`. */
  source: PersonalSecret<'order_id'>
  /** The card of a token, saved after a successful payment. */
  card: Unexported<PersonalJson<'order_id'>, 'the copy of a saved card'> | null
  /** Deadline of a payment in a convenience store; null: by card. */
  pay_until: Instant | null
  /** The payment numbers that the provider gave, once it has. */
  voucher: Json | null
  /** Paid but not in the ledger: last query for its balance transaction. Null: recorded, or not paid. */
  unbooked_at: Instant | null
  created_at: Instant
  updated_at: Instant
}

/** A buyer as a customer in a seller's account, where subscriptions are. */
export interface SellerCustomer {
  user_id: Id
  seller_id: Id
  customer_ref: ProviderRef
}

/** Id of a room's monthly price at the provider. */
export interface RoomPrice {
  room_id: Id
  account_ref: ProviderRef
  amount: Yen
  price_ref: ProviderRef
}

export interface Refund {
  id: Id
  order_id: Id
  /** The refunded payment; null if the order has only one. */
  attempt_id: Id | null
  amount: Yen
  reason: Code
  /** Whether the entitlement ends with the refund. */
  ends_right: Flag
  /** The person who requested it; null: automatic. */
  asked_by: Id | null
  /** `replaced`: by another refund or a chargeback. */
  state: 'open' | 'done' | 'failed' | 'replaced'
  refund_ref: ProviderRef | null
  /**
   * Of money that was paid in a store, once it is booked: the provider has `asked` the buyer for a bank account, or has
   * `sent` it there.
   */
  transfer: 'asked' | 'sent' | null
  created_at: Instant
  done_at: Instant | null
}

/** A dispute at the cardholder's bank. `won`: the money was returned to the seller. */
export interface Dispute {
  id: Id
  dispute_ref: ProviderRef
  order_id: Id
  attempt_id: Id
  amount: Yen
  state: 'open' | 'won' | 'lost'
  opened_at: Instant
  closed_at: Instant | null
}

/** An inquiry of the buyer's bank, or a fraud warning of the card's issuer: no money moved, a dispute may follow. */
export interface PaymentWarning {
  id: Id
  warning_ref: ProviderRef
  order_id: Id
  kind: 'inquiry' | 'fraud'
  opened_at: Instant
  /** Answered, refunded or disputed. */
  closed_at: Instant | null
}

/** A disclosure request about a seller. The requester is erased after a while. */
export interface DisclosureRequest {
  id: Id
  seller_id: Id
  name: Unexported<PersonalText<'seller_id'>, 'of the requester'>
  email: Unexported<PersonalText<'seller_id'>, 'of the requester'>
  reason: Unexported<PersonalText<'seller_id'>, 'of the requester'>
  state: 'open' | 'disclosed' | 'declined' | 'expired'
  created_at: Instant
  done_at: Instant | null
  declined_for: 'no_purchase' | 'unclear' | 'answered' | null
  /** Last reminder by an operator. */
  reminded_at: Instant | null
}

export interface WebhookEvent {
  id: ProviderRef
  endpoint: 'platform' | 'connect'
  type: Code
  payload: Json
  state: 'received' | 'done' | 'unknown'
  received_at: Instant
  done_at: Instant | null
}

/** How far an account's list of events at the provider was read; '' is the platform's own account. */
export interface EventCursor {
  account: ProviderRef
  /** By the provider's clock. */
  read_until: Instant
}
