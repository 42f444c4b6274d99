import type { Flag, Id, Instant, Json, PersonalText, Retained, Yen } from './types.ts'

/** What codes of an entry ticket give (招待・割引・先行), and within which limits. Only `stopped` ever changes. */
export interface Promotion {
  id: Id
  digital_ticket_id: Id
  /** Per cent off each seat; 100: an invitation. Null: none. */
  percent: number | null
  /** Yen off each seat, never below ¥0; null: none. */
  yen_off: Yen | null
  /** From `valid_from` on, its types are sold to those who have a code (先行). */
  presale: Flag
  /** Null: at once, and until the sale ends. */
  valid_from: Instant | null
  valid_until: Instant | null
  /** Ids of the ticket's types for which it is good; empty: all. */
  type_ids: Json
  /** Seats for which each code is good; null: no limit. */
  seats: number | null
  /** Seats for which one person may use it; null: no limit. */
  per_person: number | null
  /** The owner lets nobody use it any more. */
  stopped: Flag
  created_at: Instant
}

/** A code, by which buyers use a promotion. */
export interface PromotionCode {
  id: Id
  promotion_id: Id
  digital_ticket_id: Id
  /** Normalized (`normalCode`). */
  code: Retained<PersonalText<'digital_ticket_id'>, 'in what its buyers confirmed'>
  /** Seats for which it was used: the sum of its redemptions that were not released. */
  taken: number
}

/** The use of a code by one purchase; a refund does not release it. */
export interface Redemption {
  id: Id
  code_id: Id
  user_id: Id
  /** Null: of a purchase that cost nothing. */
  order_id: Id | null
  seats: number
  /** Yen off all seats. */
  discount: Yen
  created_at: Instant
  /** When its order failed unpaid; null: it counts. */
  released_at: Instant | null
}
