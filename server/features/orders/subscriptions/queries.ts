import { hasRow } from '#server/db/has-row.ts'
import type { Order, PaymentAttempt } from '#server/db/schema/money.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

/** The order of a renewal, by invoice id. */
export const findRenewal = (db: Db, invoiceRef: string) =>
  db.selectFrom('order').selectAll().where('invoice_ref', '=', invoiceRef).executeTakeFirst()

/** The order of a renewal that is known to exist. */
export const getRenewal = (db: Db, invoiceRef: string) =>
  db.selectFrom('order').selectAll().where('invoice_ref', '=', invoiceRef).executeTakeFirstOrThrow()

/** False if the invoice has an order already. */
export const insertRenewal = (db: Db, order: Order): Promise<boolean> =>
  hasRow(
    db
      .insertInto('order')
      .values(order)
      .onConflict((on) => on.column('invoice_ref').doNothing())
      .returning('id'),
  )

export const insertAttempt = (tx: Tx, attempt: PaymentAttempt) =>
  tx.insertInto('attempt').values(attempt).execute()

/** Whether the create call of this attempt may still be running, so that its subscription id is not stored yet. */
export const isOnItsWay = (db: Db, attemptId: string): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('attempt')
      .select('id')
      .where('id', '=', attemptId)
      .where('state', '=', 'started')
      .where('subscription_ref', 'is', null),
  )

/** The provider's id of a room's monthly price in a seller's account. */
export async function findPrice(
  db: Db,
  { room_id, account_ref, amount }: Omit<Schema['room_price'], 'price_ref'>,
): Promise<string | undefined> {
  const price = await db
    .selectFrom('room_price')
    .select('price_ref')
    .where('room_id', '=', room_id)
    .where('account_ref', '=', account_ref)
    .where('amount', '=', amount)
    .executeTakeFirst()
  return price?.price_ref
}

/** Idempotent. */
export const insertPrice = (db: Db, price: Schema['room_price']) =>
  db
    .insertInto('room_price')
    .values(price)
    .onConflict((on) => on.doNothing())
    .execute()
