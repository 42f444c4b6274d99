import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

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
