import type {
  Code,
  Day,
  Id,
  Instant,
  Json,
  PersonalText,
  ProviderRef,
  Retained,
  Yen,
} from './types.ts'

export type LedgerAccount = 'buyer' | 'seller' | 'platform_fee' | 'provider_fee' | 'payout'

/** One side of a transaction; all sides of a `movement_id` sum to zero. */
export interface LedgerEntry {
  id: Id
  movement_id: Id
  account: LedgerAccount
  owner_id: Id
  order_id: Id | null
  kind: 'sale' | 'refund' | 'dispute' | 'payout' | 'fee'
  /** Yen; positive: into the account. */
  amount: Yen
  occurred_at: Instant
  /** The provider's balance transaction, `txn_…`; recorded once. */
  source_ref: ProviderRef | null
}

export interface Payout {
  id: Id
  owner_id: Id
  payout_ref: ProviderRef | null
  amount: Yen
  /** `started`: stored, but not confirmed by the provider yet. */
  state: 'started' | 'in_transit' | 'paid' | 'failed'
  created_at: Instant
  arrived_at: Instant | null
  /** The provider's error code. */
  failure: Code | null
}

/** An invoice of the platform for its fees in a month, or a correction of one. Never changed. */
export interface FeeInvoice {
  id: Id
  owner_id: Id
  /** `2026-11`. */
  month: Code
  /** Differs from the month's first day if the platform's registration began within it. */
  period_start: Day
  /** 0: the invoice; then its corrections. */
  seq: number
  number: Code
  /** Of the period, as this paper states it. */
  total: Yen
  body: Retained<Json, 'books: the invoice of its seller'>
  issued_at: Instant
}

export interface Receipt {
  id: Id
  order_id: Id
  kind: 'sale' | 'return'
  number: Code
  body: Retained<Json, 'books: the receipt of its buyer'>
  /** Of a sale: 宛名, which the buyer may choose once. */
  addressee: Retained<
    PersonalText<'order_id'>,
    'books: the receipt, of which its seller has a copy'
  > | null
  issued_at: Instant
}
