import type { Todo } from '#contract/operator/reconciliation-labels.ts'
import type { Schema } from '#server/db/schema.ts'

/** A balance transaction of a seller, split like our ledger; `net` is the change of the balance. */
export interface BalanceLine {
  ref: string
  account: string
  type: string
  gross: number
  providerFee: number
  platformFee: number
  net: number
  /** Seconds by the provider's clock. */
  created: number
}

export interface Intent {
  ref: string
  account: string
  amount: number
  currency: string
  paid: boolean
  /** Yen returned by refunds and lost disputes. */
  returned: number
  /** A dispute is open. */
  disputed: boolean
  metadata: Record<string, string>
  created: number
}
export interface ReturnedPayment {
  ref: string
  account: string
  intent: string
  amount: number
  failed: boolean
  created: number
}
export interface Questioned {
  ref: string
  account: string
  intent: string
  amount: number
  state: 'open' | 'won' | 'lost'
  created: number
}
export interface PaidOut {
  ref: string
  account: string
  amount: number
  state: 'in_transit' | 'paid' | 'failed'
  created: number
}
export interface Subscribed {
  ref: string
  account: string
  /** The subscription still charges, or tries to. */
  live: boolean
  endsWithPeriod: boolean
  metadata: Record<string, string>
  created: number
}

/** Data of the provider's API. */
export interface Theirs {
  accounts: string[]
  lines: BalanceLine[]
  intents: Intent[]
  refunds: ReturnedPayment[]
  disputes: Questioned[]
  payouts: PaidOut[]
  subscriptions: Subscribed[]
}

type Pick2<T extends keyof Schema, K extends keyof Schema[T]> = Pick<Schema[T], K>

/** A time for which a room was suspended; instants. `until` is null while it lasts. */
export interface SuspendedTime {
  roomId: string
  since: string
  until: string | null
}

/** Data of our tables. */
export interface Ours {
  /** When they were read, by the server's clock. */
  readAt: string
  sellers: { userId: string; account: string }[]
  /** `period`: the month that was paid; null for other products. */
  orders: (Pick2<
    'order',
    | 'id'
    | 'buyer_id'
    | 'seller_id'
    | 'kind'
    | 'subject_id'
    | 'live_only'
    | 'amount'
    | 'state'
    | 'refunded_amount'
  > & { period: { start: string; end: string } | null })[]
  attempts: (Pick2<
    'attempt',
    'id' | 'order_id' | 'account_ref' | 'intent_ref' | 'subscription_ref' | 'state'
  > & { intent_ref: string })[]
  rights: Pick2<
    'entitlement',
    'id' | 'user_id' | 'kind' | 'subject_id' | 'order_id' | 'status' | 'live_only'
  >[]
  refunds: Pick2<
    'refund',
    'id' | 'order_id' | 'attempt_id' | 'amount' | 'state' | 'refund_ref' | 'reason'
  >[]
  disputes: Pick2<'dispute', 'dispute_ref' | 'order_id' | 'attempt_id' | 'amount' | 'state'>[]
  ledger: Pick2<
    'ledger_entry',
    'movement_id' | 'account' | 'owner_id' | 'order_id' | 'kind' | 'amount' | 'source_ref'
  >[]
  payouts: Pick2<'payout', 'id' | 'owner_id' | 'payout_ref' | 'amount' | 'state'>[]
  memberships: Pick2<
    'membership',
    'room_id' | 'user_id' | 'status' | 'subscription_ref' | 'cancel_at_period_end'
  >[]
  events: Pick2<'event', 'id' | 'capacity' | 'taken' | 'participants'>[]
  entries: Pick2<'digital_ticket', 'id' | 'capacity' | 'taken'>[]
  types: Pick2<'ticket_type', 'id' | 'capacity' | 'taken'>[]
  /** Seats of a ticket type: sold, or held for orders and people who wait; a listed ticket's counts as -1. */
  typedSeats: { ticket_type_id: string; seats: number; held: boolean }[]
  /** Codes of entry tickets; `limit`: null if there is none. */
  codes: (Pick2<'promotion_code', 'id' | 'taken'> & { limit: number | null })[]
  /** The uses of codes that count. */
  redemptions: Pick2<'redemption', 'code_id' | 'seats'>[]
  /** Seats of entry tickets for companions, not handed over. */
  companions: Pick2<'companion_seat', 'digital_ticket_id'>[]
  /** `seats`: how many their order takes. */
  holds: (Pick2<'hold', 'order_id' | 'kind' | 'subject_id'> & Pick2<'order', 'seats'>)[]
  /** Seats offered to people of a waiting list. */
  offers: Pick2<'seat_offer', 'kind' | 'subject_id' | 'seats'>[]
  /** Seats kept for groups of a waiting list. */
  gathered: Pick2<'seat_offer', 'kind' | 'subject_id' | 'seats'>[]
  /** Tickets listed for 公式リセール, whose seats do not count as taken. */
  listings: Pick2<'resale', 'kind' | 'subject_id'>[]
  notices: { id: string; state: string; works: number }[]
  suspensions: SuspendedTime[]
  /** Damage reported by the database engine: file and references. */
  damage: string[]
}

/** A difference between both sides, or within our own data. */
export interface Difference {
  invariant: Invariant
  account: string
  /** The affected object, ours or the provider's. */
  object: string
  ours: string
  theirs: string
  /** What to do about it. */
  todo: Todo
}

/** Invariants, as printed. */
export const INVARIANTS = {
  I1: 'tickets of an event ≤ its capacity',
  I2: 'each paid right has exactly one payment at the provider, for the same sum, person and thing',
  I3: 'each payment at the provider is a right, a refund or an open task',
  I4: 'what was confirmed to its buyer was paid, and is there',
  I5: 'at most one running subscription a person and room, one ticket a person and event',
  I6: 'the ledger is the provider’s balance lines, to the yen',
  I7: 'seats that are taken = tickets + seats of companions + seats held',
  I8: 'each notice of the provider counts once',
  I9: 'the days on which a paid room was suspended are given back',
  I11: 'the database is whole',
  I12: 'the seats for which a code was used = those of its purchases ≤ its limit',
} as const
export type Invariant = keyof typeof INVARIANTS

export const yen = (amount: number) => `¥${amount.toLocaleString('en')}`

export const accountOf = ({ attempts }: Ours, orderId: string | null) =>
  attempts.find(({ order_id }) => order_id === orderId)?.account_ref ?? '?'
