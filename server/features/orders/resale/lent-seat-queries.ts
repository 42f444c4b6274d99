// The seats that listed tickets lend to the sale.

import { sql } from 'kysely'
import type { Order, SeatedKind } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { ProductKey } from './queries.ts'

/** Listed tickets of a product, without its lock. */
export async function countListed(db: Db, kind: SeatedKind, id: string): Promise<number> {
  const row = await db.selectFrom(kind).select('listed').where('id', '=', id).executeTakeFirst()
  return row?.listed ?? 0
}

/**
 * Seats of a product that are reserved and may be lent ones: by other open orders than this one, and by offers. `apart`:
 * those of orders at another price, for which no ticket ends that is listed at this one. Who has several seats, of an order
 * or an offer, has taken their own, which no other may get.
 */
export async function countReserved(
  tx: Tx,
  {
    kind,
    subject_id,
    id,
    amount,
  }: Pick<Order, 'subject_id' | 'id' | 'amount'> & { kind: SeatedKind },
): Promise<{ reserved: number; apart: number }> {
  const held = tx
    .selectFrom('hold')
    .innerJoin('order', 'order.id', 'hold.order_id')
    .select((of) => of.fn.countAll().as('held'))
    .where('hold.kind', '=', kind)
    .where('hold.subject_id', '=', subject_id)
    .where('hold.released_at', 'is', null)
    .where('order.state', '=', 'open')
    .where('order.id', '!=', id)
    .where('order.seats', '=', 1)
  const seats = await tx
    .selectNoFrom((eb) => [
      held.as('held'),
      held.where('order.amount', '!=', amount).as('apart'),
      eb
        .selectFrom('seat_offer')
        .select((of) => of.fn.countAll().as('offered'))
        .where('kind', '=', kind)
        .where('subject_id', '=', subject_id)
        .where('closed_at', 'is', null)
        .where('seats', '=', 1)
        .as('offered'),
    ])
    .executeTakeFirstOrThrow()
  return { reserved: Number(seats.held) + Number(seats.offered), apart: Number(seats.apart) }
}

/**
 * The newest open order that holds a lent seat: those of several seats hold their own, and come last. So does one with a
 * payment number, which may be on the way to a store.
 */
export const findNewestHeld = (tx: Tx, { kind, productId }: ProductKey) =>
  tx
    .selectFrom('hold')
    .innerJoin('order', 'order.id', 'hold.order_id')
    .selectAll('order')
    .where('hold.kind', '=', kind)
    .where('hold.subject_id', '=', productId)
    .where('hold.released_at', 'is', null)
    .where('order.state', '=', 'open')
    .orderBy(sql`case when "order".seats = 1 then 0 else 1 end`)
    .orderBy(sql`case when hold.remind_at is null then 0 else 1 end`)
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
