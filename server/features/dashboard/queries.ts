import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { earnings } from '#server/features/orders/ledger/queries.ts'

/** Grouped by hour, since days of Japan consist of whole UTC hours; `hour` is a prefix of an instant. */
export const earnedByHour = (db: Db, ownerId: string, from: string, to: string) =>
  earnings(db, ownerId)
    .select((eb) => [
      sql<string>`substr(occurred_at, 1, 13)`.as('hour'),
      eb.fn.sum<number>('ledger_entry.amount').as('sum'),
    ])
    .where('occurred_at', '>=', from)
    .where('occurred_at', '<', to)
    .groupBy(sql`substr(occurred_at, 1, 13)`)
    .execute()
