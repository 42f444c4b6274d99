import type { Flag, Id, Instant } from './types.ts'

export type ProductKind = 'room' | 'event' | 'digital_ticket'

/** Products with a limited number of seats. */
export type SeatedKind = Exclude<ProductKind, 'room'>

/** A seat reserved for an order until `expires_at`. */
export interface Hold {
  order_id: Id
  kind: ProductKind
  subject_id: Id
  /** As shown to the buyer. */
  expires_at: Instant
  /** Replaces an `expires_at` that is too late, as set by a clock that was ahead. */
  shortened_to: Instant | null
  /** When the buyer of a payment number is reminded, once; null: the usual minutes of a payment by card. */
  remind_at: Instant | null
  reminded_at: Instant | null
  released_at: Instant | null
}

/** A person's place in the line for seats of a sold-out product. Open: `closed_at` is null. */
export interface WaitlistEntry {
  id: Id
  user_id: Id
  kind: SeatedKind
  subject_id: Id
  /** The ticket type that the person waits for; null: of a product without types. */
  ticket_type_id: Id | null
  /** The order of the line, counted per product. */
  seq: number
  /** How many the person wants: their own, and those of companions. */
  seats: number
  /** Seats that a group could have had in part, and that went to people behind it. */
  passed: number
  /** Seats that are kept for a group until they suffice. They count as taken. */
  gathered: number
  created_at: Instant
  closed_at: Instant | null
  /**
   * `held`: has a ticket by now; `unfit`: may not buy any more; `tooMany`: so many seats are not sold together any more;
   * `over`, `cancelled`: the sale.
   */
  outcome: 'offered' | 'left' | 'held' | 'unfit' | 'tooMany' | 'over' | 'cancelled' | null
}

/**
 * Seats that are held for one person until a deadline, and become those of their order. Open: `closed_at` is null, and
 * the seats count as taken.
 */
export interface SeatOffer {
  id: Id
  user_id: Id
  kind: SeatedKind
  subject_id: Id
  /** The order that took it; null: none, or a free ticket did. */
  order_id: Id | null
  /** The ticket type of the seat; null: of a product without types. */
  ticket_type_id: Id | null
  /** As many as the order that took it. */
  seats: number
  /** Of a lottery, not of a waiting list. */
  drawn: Flag
  /** Of a lottery: the minute of its results, until which nobody knows of it. */
  created_at: Instant
  /** When the person is reminded, once. */
  remind_at: Instant
  reminded_at: Instant | null
  expires_at: Instant
  closed_at: Instant | null
  /** `recalled`: the holder of the listed ticket, whose seat it was, took or used it. */
  outcome:
    | 'taken'
    | 'lapsed'
    | 'declined'
    | 'held'
    | 'unfit'
    | 'over'
    | 'cancelled'
    | 'recalled'
    | null
}

/**
 * A paid ticket that its buyer gives back for 公式リセール. Open: `closed_at` is null, the ticket stays valid, and its seat
 * does not count as taken.
 */
export interface Resale {
  id: Id
  kind: SeatedKind
  subject_id: Id
  /** The purchase of the ticket: its buyer gets the money back. */
  order_id: Id
  created_at: Instant
  closed_at: Instant | null
  /** `used`: at a door; `revoked`: the ticket ended otherwise. */
  outcome: 'sold' | 'withdrawn' | 'unsold' | 'used' | 'revoked' | null
  /** The purchase that replaced it; null: not sold. */
  sold_to: Id | null
  /** The first order of this seat: all tickets of one seat have it. Null: not sold. */
  seat_id: Id | null
}

/** The right to a product: one per person and product. */
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
  /** Of an event: the copy of its holder’s `publishes_attendance`. */
  is_public: Flag
  /** Of an event: its live stream alone, without its archive. */
  live_only: Flag
}
