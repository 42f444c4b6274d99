import { sql } from 'kysely'
import type { PageWindow } from '#server/db/page-window.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import { refundState } from '#server/features/orders/queries.ts'

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
      'seller.name as seller',
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

/** `search`: receipt number, payment id or handle of either side; all if omitted. */
export const listPayments = (db: Db, search: string | undefined, { limit, offset }: PageWindow) =>
  payments(db)
    .$call((all) =>
      search
        ? all.where((eb) =>
            eb.or([
              eb('order.id', '=', search),
              eb('receipt.number', '=', search),
              eb('buyer.name', '=', search.replace(/^@/, '')),
              eb('seller.name', '=', search.replace(/^@/, '')),
            ]),
          )
        : all,
    )
    .orderBy('order.created_at', 'desc')
    .orderBy('order.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
export type PaymentRow = Awaited<ReturnType<typeof listPayments>>[number]

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
