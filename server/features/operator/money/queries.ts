import { type RawBuilder, sql } from 'kysely'
import { inOrder } from '#server/db/keyset.ts'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { SearchIndex } from '#server/db/search.ts'
import { isNumber } from '#server/features/monetization/fees/queries.ts'
import { isPayout } from '#server/features/monetization/payout-queries.ts'
import type { DayWindow } from '#server/features/orders/dated-records.ts'
import { PAID_OR_MADE, refundState } from '#server/features/orders/queries.ts'
import {
  handleIn,
  hasReceipt,
  includes,
  isFound,
  type RecordFilter,
} from '#server/features/orders/record-filter.ts'

/** Condition of a `payment_warning` that is a pending task: nobody has answered, refunded or disputed it yet. */
export const openWarning = sql`payment_warning.closed_at is null and exists (select 1 from "order" as warned
  where warned.id = payment_warning.order_id and warned.state = 'settled')`

/** Orders with a payment or an attempt, and with the names of both sides. */
const payments = (db: Db) =>
  db
    .selectFrom('order')
    .innerJoin('user as buyer', 'buyer.id', 'order.buyer_id')
    .innerJoin('user as seller', 'seller.id', 'order.seller_id')
    .leftJoin('receipt', (on) =>
      on.onRef('receipt.order_id', '=', 'order.id').on('receipt.kind', '=', 'sale'),
    )
    .select([
      'order.id',
      'order.kind',
      'order.snapshot',
      'order.amount',
      'order.refunded_amount',
      'order.state',
      'order.settled_at',
      'order.created_at',
      'buyer.name as buyer',
      'buyer.display_name as buyer_name',
      'seller.name as seller',
      'seller.display_name as seller_name',
      'receipt.number as receipt_number',
      sql<number>`case when exists (select 1 from dispute
        where dispute.order_id = "order".id and dispute.state = 'open') then 1 else 0 end`.as(
        'disputed',
      ),
      sql<number>`case when exists (select 1 from payment_warning
        where payment_warning.order_id = "order".id and ${openWarning}) then 1 else 0 end`.as(
        'warned',
      ),
    ])
    .select(refundState)
    .where('order.amount', '>', 0)

/** Payments by the day on which they were made, or begun. */
export const listPayments = (
  db: Db,
  search: RecordFilter,
  named: (q: string) => RawBuilder<boolean>,
  window: DayWindow,
) =>
  payments(db)
    .where(isFound(search, { at: PAID_OR_MADE, sum: sql.ref('order.amount'), named }))
    .$call(inOrder({ day: PAID_OR_MADE }, 'order.id', window))
    .execute()
export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number]

const peopleIn = (index: SearchIndex, q: string) => index.matching('user', handleIn(q))

/** Whether an order has this buyer, seller, product, addressee or number, here or at the provider. */
export function isOrder(index: SearchIndex, q: string) {
  const people = peopleIn(index, q)
  return sql<boolean>`("order".id = ${q} or ${hasReceipt(q)}
    or "order".buyer_id in ${people} or "order".seller_id in ${people}
    or "order".subject_id in (select id from room where ${includes('room.title', q)}
      union all select id from event where ${includes('event.title', q)}
      union all select id from digital_ticket where ${includes('digital_ticket.title', q)})
    or "order".id in (select order_id from attempt where intent_ref = ${q})
    or "order".id in (select order_id from receipt as addressed
      where addressed.addressee is not null and ${includes('addressed.addressee', q)}))`
}

/** Whether a refund is of such an order, or has this id at the provider. */
export const isRefund = (index: SearchIndex, q: string) =>
  sql<boolean>`(refund.refund_ref = ${q} or ${isOrder(index, q)})`

/** Whether a payout went to this seller, or has this number. */
export const isPayoutOf = (index: SearchIndex, q: string) =>
  sql<boolean>`(${isPayout(q)} or payout.owner_id in ${peopleIn(index, q)})`

/** Whether a fee invoice went to this seller, or has this number. */
export const isPaperOf = (index: SearchIndex, q: string) =>
  sql<boolean>`(${isNumber(q)} or fee_invoice.owner_id in ${peopleIn(index, q)})`

/** Refunds, done or open since before `since`. */
export const listOwed = (db: Db, since: string, { limit, offset }: PageWindow) =>
  db
    .selectFrom('refund')
    .innerJoin('order', 'order.id', 'refund.order_id')
    .innerJoin('user as buyer', 'buyer.id', 'order.buyer_id')
    .select([
      'refund.id',
      'refund.order_id',
      'refund.amount',
      'refund.state',
      'refund.reason',
      'refund.created_at',
      'order.snapshot',
      'buyer.name as buyer',
    ])
    .where((eb) =>
      eb.or([
        eb('refund.state', '=', 'failed'),
        eb.and([
          eb('refund.state', '=', 'open'),
          eb('refund.transfer', 'is', null),
          eb('refund.created_at', '<=', since),
        ]),
      ]),
    )
    .orderBy('refund.created_at')
    .orderBy('refund.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** Yen booked per account and hour; months of Japan consist of whole hours. */
export const sumByHour = (db: Db, from: string) =>
  db
    .selectFrom('ledger_entry')
    .select((eb) => [
      sql<string>`substr(occurred_at, 1, 13)`.as('hour'),
      'account',
      'kind',
      eb.fn.sum<number>('amount').as('sum'),
    ])
    .where('kind', '!=', 'payout')
    .where('occurred_at', '>=', from)
    .groupBy([sql`substr(occurred_at, 1, 13)`, 'account', 'kind'])
    .execute()

const LIMIT = 50

/** Movements whose entries do not sum to zero. */
export const listUnbalanced = (db: Db) =>
  db
    .selectFrom('ledger_entry')
    .select((eb) => ['movement_id as id', eb.fn.sum<number>('amount').as('amount')])
    .groupBy('movement_id')
    .having((eb) => eb.fn.sum<number>('amount'), '!=', 0)
    .limit(LIMIT)
    .execute()

/** Orders paid before then without a ledger entry. */
export const listUnbooked = (db: Db, before: string) =>
  db
    .selectFrom('order')
    .select(['id', 'amount'])
    .where('amount', '>', 0)
    .where('state', 'in', ['settled', 'refunded'])
    .where('settled_at', '<', before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('ledger_entry')
            .select('ledger_entry.id')
            .whereRef('ledger_entry.order_id', '=', 'order.id')
            .where('ledger_entry.kind', '=', 'sale'),
        ),
      ),
    )
    .limit(LIMIT)
    .execute()

/** Payouts compared with the ledger. Yen by which the ledger has more. */
export async function listPayoutGaps(db: Db) {
  const { rows } = await sql<{ id: string; amount: number }>`
    select owner_id as id, sum(amount) as amount from (
      select owner_id, amount from ledger_entry where account = 'payout'
      union all
      select owner_id, -amount from payout where state in ('in_transit', 'paid')
    ) as both_sides group by owner_id having sum(amount) <> 0 limit ${LIMIT}`.execute(db)
  return rows
}

export const findRefundRow = (tx: Tx, id: string) =>
  tx.selectFrom('refund').selectAll().where('id', '=', id).executeTakeFirst()
