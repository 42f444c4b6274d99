import { hasRow } from '#server/db/has-row.ts'
import type { Order } from '#server/db/schema/money.ts'
import type { ProductKind } from '#server/db/schema/seats.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'
import type { HoldTimes } from './policy.ts'

interface PurchaseKey {
  buyerId: string
  kind: ProductKind
  productId: string
}

export const findOpenOrder = (db: Db, { buyerId, kind, productId }: PurchaseKey) =>
  db
    .selectFrom('order')
    .leftJoin('hold', (on) =>
      on.onRef('hold.order_id', '=', 'order.id').on('hold.released_at', 'is', null),
    )
    .leftJoin('redemption', 'redemption.order_id', 'order.id')
    .selectAll('order')
    .select(['hold.expires_at', 'hold.shortened_to', 'hold.remind_at', 'redemption.code_id'])
    .where('buyer_id', '=', buyerId)
    .where('order.kind', '=', kind)
    .where('order.subject_id', '=', productId)
    .where('state', '=', 'open')
    .where('invoice_ref', 'is', null)
    .executeTakeFirst()
export type OpenOrder = NonNullable<Awaited<ReturnType<typeof findOpenOrder>>>

/** False if this buyer already has an open order for the product. */
export const insertOrder = (tx: Tx, order: Order): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('order')
      .values(order)
      .onConflict((on) => on.doNothing())
      .returning('id'),
  )

export const insertHold = (tx: Tx, hold: Schema['hold']) =>
  tx.insertInto('hold').values(hold).execute()

/** True for the caller that released the hold, false for every later one. */
export const releaseHold = (tx: Tx, orderId: string, now: string): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('hold')
      .set({ released_at: now })
      .where('order_id', '=', orderId)
      .where('released_at', 'is', null)
      .returning('order_id'),
  )

/** Holds the seat until the deadline of a payment number; false if it was released meanwhile. */
export const holdForVoucher = (
  tx: Tx,
  orderId: string,
  times: Pick<Schema['hold'], 'expires_at' | 'remind_at'>,
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('hold')
      .set({ ...times, shortened_to: null, reminded_at: null })
      .where('order_id', '=', orderId)
      .where('released_at', 'is', null)
      .returning('order_id'),
  )

/** Stores another confirmation with an order that nobody can pay at this moment. */
export const changeSnapshot = (
  db: Db,
  id: string,
  snapshot: Pick<Order, 'snapshot' | 'snapshot_hash'>,
) =>
  db.updateTable('order').set(snapshot).where('id', '=', id).where('state', '=', 'open').execute()

/** Shortens holds that were written while the clock was ahead, to the usual length from now on. */
export const shortenHolds = (db: Db, { until, ahead }: HoldTimes) =>
  db
    .updateTable('hold')
    .set({ shortened_to: until })
    .where('released_at', 'is', null)
    .where('remind_at', 'is', null)
    .where('expires_at', '>', ahead)
    .where((eb) => eb.or([eb('shortened_to', 'is', null), eb('shortened_to', '>', ahead)]))
    .execute()

/** Open orders whose hold has expired, by id after `after`. */
export const listExpired = (db: Db, { now, ahead }: HoldTimes, after: string, limit: number) =>
  db
    .selectFrom('hold')
    .innerJoin('order', 'order.id', 'hold.order_id')
    .selectAll('order')
    .where('hold.released_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('hold.expires_at', '<=', now),
        eb.and([
          eb('hold.remind_at', 'is', null),
          eb('hold.expires_at', '>', ahead),
          eb('hold.shortened_to', '<=', now),
        ]),
      ]),
    )
    .where('order.state', '=', 'open')
    .where('order.id', '>', after)
    .orderBy('order.id')
    .limit(limit)
    .execute()

/** Open orders of a product, by id after `after`. */
export const listOpen = (
  db: Db,
  { kind, productId }: Omit<PurchaseKey, 'buyerId'>,
  after: string,
  limit: number,
) =>
  db
    .selectFrom('hold')
    .innerJoin('order', 'order.id', 'hold.order_id')
    .selectAll('order')
    .where('hold.kind', '=', kind)
    .where('hold.subject_id', '=', productId)
    .where('hold.released_at', 'is', null)
    .where('order.state', '=', 'open')
    .where('order.id', '>', after)
    .orderBy('order.id')
    .limit(limit)
    .execute()

/** True for the caller that changed the state. */
export const moveOrder = (
  tx: Tx,
  id: string,
  from: Order['state'][],
  change: Partial<Order>,
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('order')
      .set(change)
      .where('id', '=', id)
      .where('state', 'in', from)
      .returning('id'),
  )

export const findOrder = (db: Db, id: string) =>
  db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirst()
/** The order of a row that references it. */
export const getOrder = (db: Db, id: string) =>
  db.selectFrom('order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** False if the balance transaction is in the ledger already. */
export async function insertLedger(tx: Tx, entries: Schema['ledger_entry'][]): Promise<boolean> {
  const written = await tx
    .insertInto('ledger_entry')
    .values(entries)
    .onConflict((on) => on.columns(['source_ref', 'account']).doNothing())
    .returning('id')
    .execute()
  return written.length > 0
}
