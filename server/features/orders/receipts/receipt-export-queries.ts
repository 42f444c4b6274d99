import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { addressee, type Reader, SIDE } from './queries.ts'

export interface ExportScope {
  /** Null: all receipts. */
  reader: Reader | null
  kind: 'sale' | 'return'
  /** Instants; `until` is not included. */
  from: string
  until: string
}

/**
 * Receipts in the order of their issue, sales of a seller in that of the sale, from the last row read on. Cursors are
 * `<instant> <id>`.
 */
export const listExported = (
  db: Db,
  { reader, kind, from, until }: ExportScope,
  after: string,
  limit: number,
) => {
  // The index of the seller's sales is the shorter way to one seller's receipts.
  const at =
    reader && kind === 'sale'
      ? sql.ref<string>('order.settled_at')
      : sql.ref<string>('receipt.issued_at')
  const [time = '', id = ''] = after.split(' ')
  return db
    .selectFrom('receipt')
    .innerJoin('order', 'order.id', 'receipt.order_id')
    .innerJoin('user as buyer', 'buyer.id', 'order.buyer_id')
    .innerJoin('user as seller', 'seller.id', 'order.seller_id')
    .select(['receipt.id', 'receipt.kind', 'receipt.number', 'receipt.body', 'receipt.issued_at'])
    .select(['buyer.display_name as buyer_name', 'seller.display_name as seller_name'])
    .select(['buyer.name as buyer', 'seller.name as seller', 'order.kind as product'])
    .select(addressee)
    .select(at.as('at'))
    .where('receipt.kind', '=', kind)
    .where(at, '>=', from)
    .where(at, '<', until)
    .$call((all) => (reader ? all.where(SIDE[reader.by], '=', reader.id) : all))
    .$if(after !== '', (all) =>
      all.where(({ eb, or, and }) =>
        or([eb(at, '>', time), and([eb(at, '=', time), eb('receipt.id', '>', id)])]),
      ),
    )
    .orderBy(at)
    .orderBy('receipt.id')
    .limit(limit)
    .execute()
}
export type ExportedRow = Awaited<ReturnType<typeof listExported>>[number]
