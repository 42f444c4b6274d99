/** Cached tickets that the ticket box shows offline, and cached pictures of tickets. */
export const CACHED_LIST_MAX = 500
export const CACHED_PICTURES_MAX = 200
/** Longest interval between full fetches of the ticket list, even if its first page is unchanged. */
export const TICKETS_COMPLETE_MS = 24 * 60 * 60_000
/** Device bindings of a ticket. */
export const BINDINGS = { max: 5, perMs: 24 * 60 * 60_000 }
/** Hours that an owner may let a ticket wait before it moves to a device that the old one did not release. */
export const MOVE_WAIT_HOURS = [0, 1, 6, 24] as const
/** The code in an email with which a holder takes a ticket to a device that the old one did not release. */
export const MOVE_CODE = { digits: 6, lifeS: 10 * 60, againS: 60 }
/** Such emails to one person. */
export const MOVE_CODES = { max: 10, perMs: 60 * 60_000 }
/** Digital ticket fields. */
export const TICKET_MAX = {
  title: 100,
  about: 5_000,
  venue: 100,
  capacity: 100_000,
  /** From doors open to the end of entry. */
  hours: 72,
  prefix: 8,
  skipped: 1_000,
}
/** Ticket types (券種) of an entry ticket, and their fields. */
export const TICKET_TYPES_MAX = { count: 8, name: 20, note: 60, perPerson: 10, months: 36 }
/** Seats that an owner may sell in one purchase: the buyer's, and those of companions (同行者). */
export const SEATS_MAX = 4
/** Colors of ticket types: names of tokens, never values. */
export const TYPE_COLORS = ['gray', 'red', 'orange', 'green', 'blue', 'purple'] as const
/** 残りわずか: this many places or fewer, after the first is sold. */
export const FEW_LEFT = 10
/** Highest first 整理番号, or end of a gate's range. */
export const NUMBER_MAX = 999_999
/** Lifetime of the key that signs a ticket's codes: new codes then get a new key. */
export const CODE_KEY_DAYS = 30
/** No new key in this many days before doors open: gates must know all keys before they go offline. */
export const CODE_KEYS_SETTLED_DAYS = 3
/** Animation after a purchase. */
export const CELEBRATION = { particles: 15, ms: 6_000 }
/** How long a seat is reserved during a payment. */
export const HOLD_MS = 15 * 60_000
/** Days after the event until device bindings and the names of staff who tore tickets are erased. */
export const ENTRY_KEPT_DAYS = 365
/** What a holder tells about their entry. */
export const ENTRANT_MAX = { needs: 200, name: 60, contact: 100 }
/** Days after the event until that is erased. */
export const ENTRANT_KEPT_DAYS = 30
/** Transfer offers of one person. */
export const TRANSFERS = { max: 10, perMs: 24 * 60 * 60_000 }
