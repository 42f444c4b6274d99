import type { Order } from '#server/db/schema/money.ts'
import type { ProductKind } from '#server/db/schema/seats.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { ApiError } from '#server/http/api-error.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'

/** The offer that a buyer sees before paying; stored with the order as a snapshot. */
export interface Quote {
  productId: string
  sellerId: string
  title: string
  /** Yen of all seats, tax included. */
  amount: number
  /** Seats of an entry ticket; else 1. */
  seats: number
  /** The lines of the final confirmation screen. */
  confirmation: { label: string; text: string }[]
  /** Deadline of a payment in a convenience store; null: it is not offered, or was not asked for. */
  payUntil: string | null
  /** The chosen type of an entry ticket; null: the product has none. */
  type: { id: Id; name: string } | null
  /** Of an event that is sold in two kinds: whether it is without the archive; null: of no such event. */
  liveOnly: boolean | null
  /** The code that the amount includes, for all seats; null: none. */
  promotion: AppliedCode | null
}

/** A code that a buyer used, and what it takes off the price of all seats, in yen. */
export interface AppliedCode {
  id: Id
  code: string
  discount: number
}

/** How a buyer wants to pay. */
export type PaymentMethod = 'card' | 'konbini'

/** What of a product a buyer chose, and how they want to pay. */
export interface Choice {
  method?: PaymentMethod | undefined
  /** The id of a ticket's type. */
  type?: string | undefined
  /** An event without its archive. */
  liveOnly?: boolean | undefined
  /** The buyer's seat, and those of companions; 1 unless told otherwise. */
  seats?: number | undefined
  /** A normalized code of an entry ticket. */
  code?: string | undefined
}

export interface Grant {
  userId: string
  productId: string
  /** Null: free. */
  orderId: string | null
  /** The type of an entry ticket; null: none. */
  ticketTypeId: Id | null
  /** Whether the right is to the live stream of an event alone. */
  liveOnly: boolean
  seats: number
  at: string
  /** Set for a subscription. */
  subscription?: {
    ref: string
    amount: number
    feePercent: number | null
    periodEnd: string | null
  }
}

/** A paid month of the subscription `ref`. */
export interface Renewal {
  userId: string
  productId: string
  ref: string
  paidAt: string
  periodEnd: string
}

/** `over`: the member had left before; `suspended`: the room or the member was suspended. */
export type Renewed = 'renewed' | 'over' | 'suspended'

/** The right to revoke, by its user and order; `orderId` null for a free one. */
export interface Revoked {
  userId: string
  productId: string
  orderId: string | null
  at: string
  /** Keeps the seats held, while a dispute is open. */
  keepSeat?: boolean
  /** Keeps tickets that were handed over to companions: the buyer's account is deleted, and nothing is refunded. */
  keepHandedOver?: boolean
}

/** The granted right. `already`: it existed before, and nothing changed. */
export interface Granted {
  id: string
  number: number
  already: boolean
}

/** Whose rights a revocation ended, or a restoration returned. */
export interface RightHolders {
  /** Holder of the buyer's right; null: it had ended before, or cannot be restored. */
  holder: Id | null
  /** Holders of tickets of the same purchase that were handed over. */
  companions: Id[]
}

/** Nobody's right ended. */
export const NO_HOLDERS: RightHolders = { holder: null, companions: [] }

/** Who takes seats, and when. */
export interface SeatTaker {
  userId: Id
  /** How many; several are taken together or not at all, and never from offers or listed tickets. */
  seats: number
  /** An instant. */
  at: string
  /** Whether the seat is paid for: a listed ticket is sold, and not given away. */
  isPaying: boolean
  /** The type of an entry ticket, of which the seat is; null: none. */
  ticketTypeId: Id | null
  /** The code with which they are bought. */
  code?: string | undefined
}

/** Seats of a product, and of its type, as an order has them. */
export type OrderedSeats = Pick<Order, 'subject_id' | 'ticket_type_id' | 'seats'>

/** Seats that were taken: free ones, or the one of the person's open offer. */
export interface TakenSeat {
  offerId: Id | null
  /** People wait for seats of this product, or give some back: whether free ones are for sale depends on their type. */
  contested: boolean
}

/**
 * A kind of product. Rooms, events and tickets implement it, so that orders need not import them. Each method writes in
 * the given transaction, its own row first: that is the lock order everywhere.
 */
export interface Product {
  kind: ProductKind
  /** By the id of the API. Throws an `ApiError` if the viewer may not buy. */
  quote: (deps: Deps, viewer: Viewer, wireId: string, choice?: Choice) => Promise<Quote>
  /** The error for a buyer after the sale has ended. */
  ended: () => ApiError
  /**
   * Takes the seat that is offered to this person, else free ones. Null if too few are left, or if others wait for them.
   */
  holdSeat: (tx: Tx, productId: string, taker: SeatTaker) => Promise<TakenSeat | null>
  /**
   * Checks the conditions of the sale again, in the transaction that takes the seat. Throws an `ApiError` if they are not
   * met any more.
   */
  assertSold?: (tx: Tx, productId: string, taker: SeatTaker) => Promise<void>
  freeSeats: (tx: Tx, seats: OrderedSeats) => Promise<void>
  /** Turns held seats into the right; null if the product is not sold any more. */
  grant: (deps: Deps, tx: Tx, grant: Grant) => Promise<Granted | null>
  /** The right of this order, also after a transfer; else a valid right of another order. */
  findGranted: (db: Db, right: Omit<Revoked, 'at'>) => Promise<Omit<Granted, 'already'> | null>
  /** Locks the product's row, before its orders (lock order). */
  lock: (tx: Tx, productId: string) => Promise<unknown>
  /** Revokes the right of this order, with those of companions, and frees its seats. */
  revoke: (deps: Deps, tx: Tx, revoked: Revoked) => Promise<RightHolders>
  /** Restores a right that was revoked with `keepSeat`, with those of companions. */
  restore: (deps: Deps, tx: Tx, revoked: Revoked) => Promise<RightHolders>
  /** Ends the subscription at the provider. */
  stop?: (deps: Deps, of: { userId: string; productId: string }) => Promise<void>
  /** For subscriptions: extends the right by a paid month. Any result but `renewed` is refunded. */
  renew?: (tx: Tx, renewal: Renewal) => Promise<Renewed>
}

/** A product that is paid monthly. */
export type SubscribedProduct = Product & Required<Pick<Product, 'stop' | 'renew'>>

/** One product per kind, shared by all of orders. */
export type Products = Record<ProductKind, Product> & { room: SubscribedProduct }

/** Dependencies of all that sells, refunds or ends a product. */
export interface SaleDeps extends Deps {
  products: Products
}
