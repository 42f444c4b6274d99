import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

/** The platform's fees of one seller, by the hour: `YYYY-MM-DDTHH`, of which each day of Japan has whole ones. */
export const feesByHour = (db: Db, ownerId: string, from: string, until: string) =>
  db
    .selectFrom('ledger_entry')
    .select((eb) => [
      sql<string>`substr(occurred_at, 1, 13)`.as('hour'),
      'kind',
      eb.fn.sum<number>('amount').as('sum'),
      eb.fn.countAll<number>().as('count'),
    ])
    .where('owner_id', '=', ownerId)
    .where('account', '=', 'platform_fee')
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', until)
    .groupBy([sql`substr(occurred_at, 1, 13)`, 'kind'])
    .execute()
