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
    ${count(sql`refund where state = 'failed' or (state = 'open' and created_at <= ${late})`)} as refunds,
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

export async function countNewPeople(db: Db, since: string): Promise<number> {
  const { count } = await db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('created_at', '>=', since)
    .where('status', '!=', 'deleted')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Sums from ledger entries since then: payments and fees. */
export async function sumToday(db: Db, since: string) {
  const rows = await db
    .selectFrom('ledger_entry')
    .select((eb) => ['account', eb.fn.sum<number>('amount').as('sum')])
    .where('kind', '=', 'sale')
    .where('occurred_at', '>=', since)
    .where('account', 'in', ['buyer', 'platform_fee'])
    .groupBy('account')
    .execute()
  const of = (account: string) => Number(rows.find((row) => row.account === account)?.sum ?? 0)
  return { sales: -of('buyer') || 0, platform_fee: of('platform_fee') }
}

export async function countAll(db: Db) {
  const { rows } = await sql<{ people: number; rooms: number }>`select
    ${count(sql`"user" where status <> 'deleted'`)} as people,
    ${count(sql`room where state <> 9`)} as rooms`.execute(db)
  const counts = defined(rows[0], 'the row of counts')
  return { people: Number(counts.people), rooms: Number(counts.rooms) }
}
