import { sql } from 'kysely'
import type { PageWindow } from '#server/db/page-window.ts'
import type { FeeInvoice } from '#server/db/schema/money.ts'
import type { Db, Tx } from '#server/db/schema.ts'

/**
 * Platform fees of a seller by hour and agreed percentage. Hours are `YYYY-MM-DDTHH` in UTC; days of Japan consist of
 * whole ones.
 */
export const feesByHour = (db: Db, ownerId: string, from: string, until: string) =>
  db
    .selectFrom('ledger_entry')
    .leftJoin('order', 'order.id', 'ledger_entry.order_id')
    .select((eb) => [
      sql<string>`substr(occurred_at, 1, 13)`.as('hour'),
      'ledger_entry.kind',
      'order.fee_percent',
      eb.fn.sum<number>('ledger_entry.amount').as('sum'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('owner_id', '=', ownerId)
    .where('account', '=', 'platform_fee')
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', until)
    .groupBy([sql`substr(occurred_at, 1, 13)`, 'ledger_entry.kind', 'order.fee_percent'])
    .execute()
export type HourOfFees = Awaited<ReturnType<typeof feesByHour>>[number]

/** Sellers from whom a fee was ever taken; sorted by id, starting after `after`. */
export const listCharged = (db: Db, after: string, limit: number) =>
  db
    .selectFrom('seller_account')
    .select('user_id')
    .where('user_id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ledger_entry')
          .select('ledger_entry.id')
          .whereRef('ledger_entry.owner_id', '=', 'seller_account.user_id')
          .where('ledger_entry.account', '=', 'platform_fee'),
      ),
    )
    .orderBy('user_id')
    .limit(limit)
    .execute()

/** Who gets the invoice. */
export const findAddressee = (db: Db, ownerId: string) =>
  db
    .selectFrom('user')
    .leftJoin('seller_account', 'seller_account.user_id', 'user.id')
    .select(['user.display_name', 'user.status', 'seller_account.seller'])
    .where('user.id', '=', ownerId)
    .executeTakeFirst()

export const insertInvoice = (tx: Tx, invoice: FeeInvoice) =>
  tx.insertInto('fee_invoice').values(invoice).execute()

/** All papers of a seller, by period and then in the order of their issue. */
export const listInvoices = (db: Db, ownerId: string) =>
  db
    .selectFrom('fee_invoice')
    .selectAll()
    .where('owner_id', '=', ownerId)
    .orderBy('period_start')
    .orderBy('seq')
    .execute()

export const findInvoice = (db: Db, id: string) =>
  db.selectFrom('fee_invoice').selectAll().where('id', '=', id).executeTakeFirst()

/** Papers of all sellers, newest first. `search`: number, or the seller's handle. */
export const listAllInvoices = (
  db: Db,
  search: string | undefined,
  { limit, offset }: PageWindow,
) =>
  db
    .selectFrom('fee_invoice')
    .innerJoin('user', 'user.id', 'fee_invoice.owner_id')
    .select(['fee_invoice.id', 'fee_invoice.number', 'month', 'seq', 'total', 'issued_at'])
    .select('user.name as seller')
    .$if(search !== undefined, (all) =>
      all.where((eb) =>
        eb.or([
          eb('fee_invoice.number', '=', search ?? ''),
          eb('user.name', '=', (search ?? '').replace(/^@/, '')),
        ]),
      ),
    )
    .orderBy('issued_at', 'desc')
    .orderBy('fee_invoice.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
