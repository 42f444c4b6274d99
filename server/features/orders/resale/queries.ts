import { sql } from 'kysely'
import type { Order, Resale, SeatedKind } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { RESALE_OVER } from '../right-queries.ts'

type Outcome = NonNullable<Resale['outcome']>
interface ProductKey {
  kind: SeatedKind
  productId: string
}

/** False if the ticket is listed already. */
export async function insert(tx: Tx, row: Resale): Promise<boolean> {
  const inserted = await tx
    .insertInto('resale')
    .values(row)
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The open listing of the ticket of this order. */
export const findOpen = (db: Db, orderId: string) =>
  db
    .selectFrom('resale')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()

/** The newest listing of the ticket of this order, open or not. */
export const findLast = (db: Db, orderId: string) =>
  db
    .selectFrom('resale')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The listing that this person sold last of a product. */
export const findSoldBy = (db: Db, sellerId: string, { kind, productId }: ProductKey) =>
  db
    .selectFrom('resale')
    .innerJoin('order', 'order.id', 'resale.order_id')
    .selectAll('resale')
    .select('order.amount')
    .where('order.buyer_id', '=', sellerId)
    .where('resale.kind', '=', kind)
    .where('resale.subject_id', '=', productId)
    .where('resale.outcome', '=', 'sold')
    .orderBy('resale.id', 'desc')
    .limit(1)
    .executeTakeFirst()

const openOf = (db: Db, { kind, productId }: ProductKey) =>
  db
    .selectFrom('resale')
    .innerJoin('order', 'order.id', 'resale.order_id')
    .selectAll('resale')
    .select(['order.buyer_id', 'order.amount'])
    .where('resale.kind', '=', kind)
    .where('resale.subject_id', '=', productId)
    .where('resale.closed_at', 'is', null)
export type OpenListing = Awaited<ReturnType<typeof listNewest>>[number]

/** The oldest open listing that was bought at this price. */
export const findOldest = (tx: Tx, of: ProductKey, amount: number) =>
  openOf(tx, of)
    .where('order.amount', '=', amount)
    .where('order.state', '=', 'settled')
    .orderBy('resale.id')
    .limit(1)
    .executeTakeFirst()

export const listNewest = (tx: Tx, of: ProductKey, limit: number) =>
  openOf(tx, of).orderBy('resale.id', 'desc').limit(limit).execute()

/** False if the listing was closed before. */
export async function close(
  tx: Tx,
  id: string,
  at: string,
  { outcome, ...sold }: { outcome: Outcome } & Partial<Pick<Resale, 'sold_to' | 'seat_id'>>,
): Promise<boolean> {
  const closed = await tx
    .updateTable('resale')
    .set({ closed_at: at, outcome, ...sold })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** The first order of the seat that this order bought. */
export async function seatOf(db: Db, orderId: string): Promise<string> {
  const bought = await db
    .selectFrom('resale')
    .select('seat_id')
    .where('sold_to', '=', orderId)
    .executeTakeFirst()
  return bought?.seat_id ?? orderId
}

/** Listed tickets of a product, without its lock. */
export async function countListed(db: Db, kind: SeatedKind, id: string): Promise<number> {
  const row = await db.selectFrom(kind).select('listed').where('id', '=', id).executeTakeFirst()
  return row?.listed ?? 0
}

/** Seats of a product that are reserved, and not sold yet: by other open orders than this one, and by offers. */
export async function countReserved(
  tx: Tx,
  { kind, subject_id, id }: Pick<Order, 'subject_id' | 'id'> & { kind: SeatedKind },
): Promise<number> {
  const { held, offered } = await tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('hold')
        .innerJoin('order', 'order.id', 'hold.order_id')
        .select((of) => of.fn.countAll().as('held'))
        .where('hold.kind', '=', kind)
        .where('hold.subject_id', '=', subject_id)
        .where('hold.released_at', 'is', null)
        .where('order.state', '=', 'open')
        .where('order.id', '!=', id)
        .as('held'),
      eb
        .selectFrom('seat_offer')
        .select((of) => of.fn.countAll().as('offered'))
        .where('kind', '=', kind)
        .where('subject_id', '=', subject_id)
        .where('closed_at', 'is', null)
        .as('offered'),
    ])
    .executeTakeFirstOrThrow()
  return Number(held) + Number(offered)
}

/** The newest open order that holds a seat. */
export const findNewestHeld = (tx: Tx, { kind, productId }: ProductKey) =>
  tx
    .selectFrom('hold')
    .innerJoin('order', 'order.id', 'hold.order_id')
    .selectAll('order')
    .where('hold.kind', '=', kind)
    .where('hold.subject_id', '=', productId)
    .where('hold.released_at', 'is', null)
    .where('order.state', '=', 'open')
    .orderBy('order.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Gives a seat back to a listed ticket; false if none is left. One conditional update, as of a purchase. */
export async function takeBack(tx: Tx, { kind, productId }: ProductKey): Promise<boolean> {
  const taken = await tx
    .updateTable(kind)
    .set((eb) => ({ taken: eb('taken', '+', 1), listed: eb('listed', '-', 1) }))
    .where('id', '=', productId)
    .whereRef('taken', '<', 'capacity')
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** The person's valid ticket, with the order that paid it. */
export const findTicket = (db: Db, userId: string, { kind, productId }: ProductKey) =>
  db
    .selectFrom('entitlement')
    .leftJoin('order', 'order.id', 'entitlement.order_id')
    .leftJoin('issued_ticket', (on) =>
      on
        .onRef('issued_ticket.order_id', '=', 'entitlement.order_id')
        .onRef('issued_ticket.holder_id', '=', 'entitlement.user_id')
        .on('issued_ticket.status', 'in', ['valid', 'used']),
    )
    .select(['entitlement.order_id', 'order.buyer_id', 'order.amount', 'order.state'])
    .select(['issued_ticket.status as entry', 'issued_ticket.used_at'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('transfer')
            .select('transfer.id')
            .whereRef('transfer.issued_ticket_id', '=', 'issued_ticket.id')
            .where('transfer.status', '=', 'offered'),
        )
        .as('is_offered'),
    )
    .where('entitlement.user_id', '=', userId)
    .where('entitlement.kind', '=', kind)
    .where('entitlement.subject_id', '=', productId)
    .where('entitlement.status', '=', 'valid')
    .executeTakeFirst()
export type HeldTicket = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** Products with listed tickets that are not for sale any more. Cancelled ones end with their tickets. */
export const listOver = (db: Db, kind: SeatedKind, now: string, limit: number) =>
  db
    .selectFrom(kind)
    .select('id')
    // Spelled out, for the partial index.
    .where(sql<boolean>`${sql.ref(`${kind}.listed`)} > 0`)
    .where('status', '!=', 'cancelled')
    .where(RESALE_OVER[kind](now))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Tickets that 公式リセール sold, by product. */
export async function countSold(
  db: Db,
  kind: SeatedKind,
  productIds: readonly string[],
): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('resale')
    .select((eb) => ['subject_id', eb.fn.countAll().as('sold')])
    .where('kind', '=', kind)
    .where('subject_id', 'in', productIds)
    .where('seat_id', 'is not', null)
    .groupBy('subject_id')
    .execute()
  return new Map(rows.map(({ subject_id, sold }) => [subject_id, Number(sold)]))
}

/** The resold orders of a digital ticket, each with its seat: several tickets, of which one is valid at a time. */
export async function seatsOfOrders(db: Db, productId: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('resale')
    .select(['order_id', 'sold_to', 'seat_id'])
    .where('kind', '=', 'digital_ticket')
    .where('subject_id', '=', productId)
    .where('seat_id', 'is not', null)
    .execute()
  const seats = new Map<string, string>()
  for (const { order_id, sold_to, seat_id } of rows)
    for (const order of [order_id, sold_to]) if (order && seat_id) seats.set(order, seat_id)
  return seats
}
