import { sql } from 'kysely'
import { hasRow } from '#server/db/has-row.ts'
import type { Resale, SeatedKind } from '#server/db/schema/seats.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { RESALE_OVER, type SeatPool } from '../right-queries.ts'

type Outcome = NonNullable<Resale['outcome']>
export interface ProductKey {
  kind: SeatedKind
  productId: string
}

/** False if the ticket is listed already. */
export const insert = (tx: Tx, row: Resale): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('resale')
      .values(row)
      .onConflict((on) => on.doNothing())
      .returning('id'),
  )

/** The open listing of the ticket of this order, with its type. */
export const findOpen = (db: Db, orderId: string) =>
  db
    .selectFrom('resale')
    .innerJoin('order', 'order.id', 'resale.order_id')
    .selectAll('resale')
    .select('order.ticket_type_id')
    .where('resale.order_id', '=', orderId)
    .where('resale.closed_at', 'is', null)
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

/** Whether the ticket of this order was sold to another person. */
export const wasResold = (db: Db, orderId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('resale')
      .select('id')
      .where('order_id', '=', orderId)
      .where('outcome', '=', 'sold'),
  )

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

const openOf = (db: Db, { kind, subject_id, ticket_type_id: type }: SeatPool) =>
  db
    .selectFrom('resale')
    .innerJoin('order', 'order.id', 'resale.order_id')
    .selectAll('resale')
    .select(['order.buyer_id', 'order.amount'])
    .where('resale.kind', '=', kind)
    .where('resale.subject_id', '=', subject_id)
    .where('order.ticket_type_id', type === null ? 'is' : '=', type)
    .where('resale.closed_at', 'is', null)

/** The oldest open listing that was bought at this price. */
export const findOldest = (tx: Tx, of: SeatPool, amount: number) =>
  openOf(tx, of)
    .where('order.amount', '=', amount)
    .where('order.state', '=', 'settled')
    .orderBy('resale.id')
    .limit(1)
    .executeTakeFirst()

export const listNewest = (tx: Tx, of: SeatPool, limit: number) =>
  openOf(tx, of).orderBy('resale.id', 'desc').limit(limit).execute()

/** False if the listing was closed before. */
export const close = (
  tx: Tx,
  id: string,
  at: string,
  { outcome, ...sold }: { outcome: Outcome } & Partial<Pick<Resale, 'sold_to' | 'seat_id'>>,
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('resale')
      .set({ closed_at: at, outcome, ...sold })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .returning('id'),
  )

/** The first order of the seat that this order bought. */
export async function seatOf(db: Db, orderId: string): Promise<string> {
  const bought = await db
    .selectFrom('resale')
    .select('seat_id')
    .where('sold_to', '=', orderId)
    .executeTakeFirst()
  return bought?.seat_id ?? orderId
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
    .select(['order.seats', 'order.ticket_type_id'])
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
