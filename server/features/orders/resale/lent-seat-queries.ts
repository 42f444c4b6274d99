// The seats that listed tickets lend to the sale.

import { sql } from 'kysely'
import type { SeatOffer } from '#server/db/schema/seats.ts'
import type { Id } from '#server/db/schema/types.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { countSeats, type SeatPool } from '../right-queries.ts'
import { lendableSeats } from '../waitlist/policy.ts'
import * as products from '../waitlist/waited-product-queries.ts'

/** Single seats of a type that are reserved at one price. */
export interface Reserved {
  type: Id | null
  /** Null: offered seats, at the price of today. */
  amount: number | null
  seats: number
}

/** Listed tickets of a product, without its lock. */
export async function countListed(db: Db, { kind, subject_id }: SeatPool): Promise<number> {
  const row = await db
    .selectFrom(kind)
    .select('listed')
    .where('id', '=', subject_id)
    .executeTakeFirst()
  return row?.listed ?? 0
}

/**
 * Seats of a product that are reserved and may be lent ones: by open orders, without this one, and by offers. Who has
 * several seats, of an order or an offer, has taken their own, which no other may get.
 */
export async function listReserved(
  db: Db,
  { kind, subject_id }: Pick<SeatOffer, 'kind' | 'subject_id'>,
  without: Id | null = null,
): Promise<Reserved[]> {
  const held = await db
    .selectFrom('hold')
    .innerJoin('order', 'order.id', 'hold.order_id')
    .select(['order.ticket_type_id as type', 'order.amount'])
    .select((of) => of.fn.countAll().as('seats'))
    .where('hold.kind', '=', kind)
    .where('hold.subject_id', '=', subject_id)
    .where('hold.released_at', 'is', null)
    .where('order.state', '=', 'open')
    .where('order.id', '!=', without ?? '')
    .where('order.seats', '=', 1)
    .groupBy(['order.ticket_type_id', 'order.amount'])
    .execute()
  const offered = await db
    .selectFrom('seat_offer')
    .select((of) => ['ticket_type_id as type', of.fn.countAll().as('seats')])
    .where('kind', '=', kind)
    .where('subject_id', '=', subject_id)
    .where('closed_at', 'is', null)
    .where('seats', '=', 1)
    .groupBy('ticket_type_id')
    .execute()
  return [...held, ...offered.map((row) => ({ ...row, amount: null }))].map((row) => ({
    ...row,
    seats: Number(row.seats),
  }))
}

/**
 * The newest open order that holds a lent seat: those of several seats hold their own, and come last. So does one with a
 * payment number, which may be on the way to a store.
 */
export const findNewestHeld = (tx: Tx, { kind, subject_id, ticket_type_id }: SeatPool) =>
  tx
    .selectFrom('hold')
    .innerJoin('order', 'order.id', 'hold.order_id')
    .selectAll('order')
    .where('hold.kind', '=', kind)
    .where('hold.subject_id', '=', subject_id)
    .where('order.ticket_type_id', ticket_type_id === null ? 'is' : '=', ticket_type_id)
    .where('hold.released_at', 'is', null)
    .where('order.state', '=', 'open')
    .orderBy(sql`case when "order".seats = 1 then 0 else 1 end`)
    .orderBy(sql`case when hold.remind_at is null then 0 else 1 end`)
    .orderBy('order.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Gives a seat back to a listed ticket; false if none is left. The product's row is locked. */
export async function takeBack(tx: Tx, pool: SeatPool): Promise<boolean> {
  const product = await products.find(tx, pool.kind, pool.subject_id, pool.ticket_type_id)
  if (!product || lendableSeats(product) <= 0) return false
  await countSeats(tx, pool, { taken: 1, listed: -1 })
  return true
}
