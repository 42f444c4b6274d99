import { type RawBuilder, sql } from 'kysely'
import { defined } from '#contract/lib/defined.ts'
import type { Db } from '#server/db/schema.ts'
import { openWarning } from '../money/queries.ts'

const count = (rows: RawBuilder<unknown>) => sql<number>`(select count(*) from ${rows})`

/** Counts of pending tasks; `late`: only refunds requested before it. */
export async function countWaiting(db: Db, late: string) {
  const { rows } = await sql<
    Record<'reports' | 'takedowns' | 'disclosures' | 'refunds' | 'disputes' | 'warnings', number>
  >`select
    ${count(sql`report where status = 'open'`)} as reports,
    ${count(sql`takedown where state in ('open', 'inquired')`)} as takedowns,
    ${count(sql`disclosure_request where state = 'open'`)} as disclosures,
    ${count(sql`refund where state = 'failed' or (state = 'open' and transfer is null and created_at <= ${late})`)} as refunds,
    ${count(sql`dispute where state = 'open'`)} as disputes,
    ${count(sql`payment_warning where ${openWarning}`)} as warnings`.execute(db)
  const counts = defined(rows[0], 'the row of counts')
  return {
    reports: Number(counts.reports),
    disclosures: Number(counts.disclosures),
    takedowns: Number(counts.takedowns),
    refunds: Number(counts.refunds),
    disputes: Number(counts.disputes),
    warnings: Number(counts.warnings),
  }
}

/** An hour, whose instants begin with `hour`: days of Japan consist of whole hours. */
const hourOf = (column: string) => sql<string>`substr(${sql.ref(column)}, 1, 13)`

export const countNewPeople = (db: Db, since: string) =>
  db
    .selectFrom('user')
    .select((eb) => [hourOf('created_at').as('hour'), eb.fn.countAll<number>().as('sum')])
    .where('created_at', '>=', since)
    .where('status', '!=', 'deleted')
    .groupBy(hourOf('created_at'))
    .execute()

export const countNewReports = (db: Db, since: string) =>
  db
    .selectFrom('report')
    .select((eb) => [hourOf('created_at').as('hour'), eb.fn.countAll<number>().as('sum')])
    .where('created_at', '>=', since)
    .groupBy(hourOf('created_at'))
    .execute()

/** Sums from ledger entries since then: payments, as negative yen, and fees. */
export const sumSales = (db: Db, since: string, account: 'buyer' | 'platform_fee') =>
  db
    .selectFrom('ledger_entry')
    .select((eb) => [hourOf('occurred_at').as('hour'), eb.fn.sum<number>('amount').as('sum')])
    .where('kind', '=', 'sale')
    .where('occurred_at', '>=', since)
    .where('account', '=', account)
    .groupBy(hourOf('occurred_at'))
    .execute()

export async function countAll(db: Db) {
  const { rows } = await sql<{ people: number; rooms: number }>`select
    ${count(sql`"user" where status <> 'deleted'`)} as people,
    ${count(sql`room where state <> 9`)} as rooms`.execute(db)
  const counts = defined(rows[0], 'the row of counts')
  return { people: Number(counts.people), rooms: Number(counts.rooms) }
}
