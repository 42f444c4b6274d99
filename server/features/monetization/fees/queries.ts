import { type RawBuilder, sql } from 'kysely'
import { inOrder } from '#server/db/keyset.ts'
import type { FeeInvoice } from '#server/db/schema/books.ts'
import type { Db, Tx } from '#server/db/schema.ts'
import type { DayWindow } from '#server/features/orders/dated-records.ts'
import { isFound, type RecordFilter } from '#server/features/orders/record-filter.ts'

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

/** Papers by the day of their issue; `ownerId` null: of all sellers. */
export const listPapers = (
  db: Db,
  ownerId: string | null,
  search: RecordFilter,
  named: (q: string) => RawBuilder<boolean>,
  window: DayWindow,
) =>
  db
    .selectFrom('fee_invoice')
    .innerJoin('user', 'user.id', 'fee_invoice.owner_id')
    .select(['fee_invoice.id', 'fee_invoice.number', 'month', 'seq', 'total', 'issued_at'])
    .select(['user.name as seller', 'user.display_name as seller_name'])
    .$if(ownerId !== null, (all) => all.where('fee_invoice.owner_id', '=', ownerId ?? ''))
    // A sum that was given back is negative.
    .where(isFound(search, { at: ISSUED_AT, sum: sql`abs(fee_invoice.total)`, named }))
    .$call(inOrder({ day: ISSUED_AT }, 'fee_invoice.id', window))
    .execute()
export type PaperRow = Awaited<ReturnType<typeof listPapers>>[number]

const ISSUED_AT = sql.ref<string>('fee_invoice.issued_at')

export const isNumber = (q: string) => sql<boolean>`fee_invoice.number = ${q.toUpperCase()}`
