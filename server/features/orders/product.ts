import type { ProductKind } from '#server/db/schema/money.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { Viewer } from '#server/deps.ts'

/** What a buyer is told before paying; it is kept with the order as it was. */
export interface Quote {
  productId: string
  sellerId: string
  title: string
  /** Yen, tax included. */
  amount: number
  /** The final confirmation, in the words of the screen. */
  confirmation: { label: string; text: string }[]
}

export interface Grant {
  userId: string
  productId: string
  /** Null where nothing was paid. */
  orderId: string | null
  at: string
  /** Of a monthly payment. */
  subscription?: {
    ref: string
    amount: number
    feePercent: number | null
    periodEnd: string | null
  }
}

/** A month that was paid, of the subscription `ref`. */
export interface Renewal {
  userId: string
  productId: string
  ref: string
  paidAt: string
  periodEnd: string
}

/** `over`: the buyer had left before; `suspended`: an operator had stopped the room, or the person, by then. */
export type Renewed = 'renewed' | 'over' | 'suspended'

/** Whose right ends, and which order it came of; null where nothing was paid. */
export interface Revoked {
  userId: string
  productId: string
  orderId: string | null
  at: string
  /** The seat stays kept for them: it is not yet known whose the money is. */
  keepSeat?: boolean
}

/** The right that came of it. `already`: it was there before, and nothing changed. */
export interface Granted {
  id: string
  number: number
  already: boolean
}

/**
 * Something that is sold. Rooms, events and tickets register theirs, so that orders need not know them. Each writes in
 * the transaction it is given, its own row first: that is the order in which everybody locks.
 */
export interface Product {
  kind: ProductKind
  /** By the id that the wire uses. Refuses, in words, whoever may not buy. */
  quote: (viewer: Viewer, wireId: string) => Promise<Quote>
  /** Keeps one seat; false where there is none. */
  holdSeat: (tx: Tx, productId: string) => Promise<boolean>
  freeSeat: (tx: Tx, productId: string) => Promise<void>
  /** Turns a seat that was held into the right itself; null where what was sold is no more. */
  grant: (tx: Tx, grant: Grant) => Promise<Granted | null>
  /** What its buyer has of this order, or has given away since; else of another, so long as it stands. */
  given: (db: Db, right: Omit<Revoked, 'at'>) => Promise<Omit<Granted, 'already'> | null>
  /** Locks what was sold: before its orders, as everybody does. */
  lock: (tx: Tx, productId: string) => Promise<unknown>
  /** Ends the right that came of this order, and gives its seat back. Whose it was; null where there is none any more. */
  revoke: (tx: Tx, revoked: Revoked) => Promise<Id | null>
  /** Gives back a right that was ended with its seat kept. Whose it is; null where it has no place any more. */
  restore: (tx: Tx, revoked: Revoked) => Promise<Id | null>
  /** Ends at the provider what would be charged again. */
  stop?: (of: { userId: string; productId: string }) => Promise<void>
  /** For what is paid for month by month: another one was. What is not `renewed` was not to be paid: the money is theirs. */
  renew?: (tx: Tx, renewal: Renewal) => Promise<Renewed>
}

export type Products = Partial<Record<ProductKind, Product>>
