import { type ExpressionBuilder, sql } from 'kysely'
import type { Receipt } from '#server/db/schema/books.ts'
import type { Db, Schema, Tx } from '#server/db/schema.ts'

export const insertReceipt = (tx: Tx, receipt: Receipt) =>
  tx.insertInto('receipt').values(receipt).execute()

export const findSaleReceipt = (db: Db, orderId: string) =>
  db
    .selectFrom('receipt')
    .select(['number', 'issued_at', 'body'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'sale')
    .executeTakeFirst()

/** The seller's name and invoice number for a receipt. */
export const findSeller = (db: Db, userId: string) =>
  db
    .selectFrom('user')
    .leftJoin('seller_account', 'seller_account.user_id', 'user.id')
    .select(['user.display_name', 'seller_account.seller', 'seller_account.invoice_number'])
    .select('seller_account.invoice_since')
    .where('user.id', '=', userId)
    .executeTakeFirst()

/** The addressee of an order's receipts, which stands on that of the sale. */
export const addressee = sql<string | null>`(select addressee from receipt as named
  where named.order_id = "order".id and named.addressee is not null)`.as('addressee')

/** Sets the addressee unless it is chosen. */
export const setAddressee = async (
  db: Db,
  { orderId, buyerId, addressee }: { orderId: string; buyerId: string; addressee: string },
): Promise<'set' | 'chosen' | null> => {
  const ofBuyer = (eb: ExpressionBuilder<Schema, 'receipt'>) =>
    eb.exists(
      eb
        .selectFrom('order')
        .select('order.id')
        .whereRef('order.id', '=', 'receipt.order_id')
        .where('order.buyer_id', '=', buyerId),
    )
  const changed = await db
    .updateTable('receipt')
    .set({ addressee })
    .where('order_id', '=', orderId)
    .where('kind', '=', 'sale')
    .where('addressee', 'is', null)
    .where(ofBuyer)
    .returning('id')
    .executeTakeFirst()
  if (changed) return 'set'
  const existing = await db
    .selectFrom('receipt')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'sale')
    .where(ofBuyer)
    .executeTakeFirst()
  return existing ? 'chosen' : null
}

/** The buyer or seller whose receipts are read. */
export type Reader = { by: 'buyer' | 'seller'; id: string }
export const SIDE = { buyer: 'order.buyer_id', seller: 'order.seller_id' } as const

/** Receipts of one order, for one side of it or for an operator (null): the sale first, then its refunds. */
export const listReceipts = (db: Db, orderId: string, reader: Reader | null) =>
  db
    .selectFrom('receipt')
    .innerJoin('order', 'order.id', 'receipt.order_id')
    .innerJoin('user as buyer', 'buyer.id', 'order.buyer_id')
    .innerJoin('user as seller', 'seller.id', 'order.seller_id')
    .select([
      'receipt.kind',
      'receipt.number',
      'receipt.body',
      'receipt.issued_at',
      'buyer.display_name as buyer_name',
      'seller.display_name as seller_name',
    ])
    .select(addressee)
    .where('receipt.order_id', '=', orderId)
    .$call((all) => (reader ? all.where(SIDE[reader.by], '=', reader.id) : all))
    .orderBy('receipt.issued_at')
    .orderBy('receipt.number', 'desc')
    .execute()
export type ReceiptRow = Awaited<ReturnType<typeof listReceipts>>[number]
