import type { Receipt } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'

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

/** Receipts of one order, for its buyer only: the sale first, then its refunds. */
export const listReceipts = (db: Db, orderId: string, buyerId: string) =>
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
    .where('receipt.order_id', '=', orderId)
    .where('order.buyer_id', '=', buyerId)
    .orderBy('receipt.issued_at')
    .orderBy('receipt.number', 'desc')
    .execute()
export type ReceiptRow = Awaited<ReturnType<typeof listReceipts>>[number]
