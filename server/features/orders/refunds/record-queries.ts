import { type RawBuilder, sql } from 'kysely'
import { inOrder } from '#server/db/keyset.ts'
import type { Db } from '#server/db/schema.ts'
import { memberColumns } from '#server/features/auth/queries.ts'
import type { DayWindow } from '../dated-records.ts'
import { addressee } from '../receipts/queries.ts'
import { isFound, isNamed, type Owner, type RecordFilter } from '../record-filter.ts'
import { PAID_TWICE } from './reasons.ts'

/** The receipt of a refund: the order's next one, as it is issued in the same transaction. */
const receiptNumber = sql<string | null>`(select returned.number from receipt as returned
  where returned.order_id = refund.order_id and returned.kind = 'return'
  and refund.reason <> ${PAID_TWICE} and returned.issued_at >= refund.done_at
  order by returned.issued_at, returned.number limit 1)`.as('receipt_number')

/**
 * Refunds that were made, with the names of both sides. `at`: the day by which they are sorted, which is set once a refund
 * is done.
 */
const refundsBy = (
  db: Db,
  at: RawBuilder<string>,
  search: RecordFilter,
  named: (q: string) => RawBuilder<boolean>,
  window: DayWindow,
) =>
  db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .innerJoin('user', 'user.id', 'order.buyer_id')
    .innerJoin('user as seller', 'seller.id', 'order.seller_id')
    .select(['refund.id', 'refund.order_id', 'refund.amount', 'order.kind', 'order.snapshot'])
    .select(memberColumns)
    .select(['seller.name as seller', 'seller.display_name as seller_name'])
    .select([at.as('refunded_at'), addressee, receiptNumber])
    .where('refund.state', '=', 'done')
    .where('refund.done_at', 'is not', null)
    .where(isFound(search, { at, sum: sql.ref('refund.amount'), named }))
    .$call(inOrder({ day: at }, 'refund.id', window))

/**
 * Of what an owner sold or bought. An expression is what they are sorted by, so that no index of everybody's refunds is
 * walked to find a few.
 */
export const listOwnRefunds = (db: Db, owner: Owner, search: RecordFilter, window: DayWindow) =>
  refundsBy(db, sql<string>`coalesce(refund.done_at, '')`, search, (q) => isNamed(owner, q), window)
    .where(`order.${owner.as}`, '=', owner.id)
    .execute()
export type RefundRow = Awaited<ReturnType<typeof listOwnRefunds>>[number]

/** Of everybody. */
export const listAllRefunds = (
  db: Db,
  search: RecordFilter,
  named: (q: string) => RawBuilder<boolean>,
  window: DayWindow,
) => refundsBy(db, sql.ref('refund.done_at'), search, named, window).execute()
