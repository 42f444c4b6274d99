import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { Kysely, type NotNull, SqliteDialect, sql } from 'kysely'
import * as z from 'zod'
import type { Config } from '#server/config/config.ts'
import { openPostgres } from '#server/db/postgres.ts'
import type { Schema, Tx } from '#server/db/schema.ts'
import type { Ours } from './facts.ts'
import { readSeats } from './our-seats.ts'
import { suspensionsOf } from './unused-days.ts'

/** Ids of the demo's past, unknown to the provider. */
const MADE_UP = { intents: 'pi_demo_', payouts: 'po_demo_' }

/**
 * Reads our records from a read-only snapshot while the server runs. Orders that never reached the provider, and
 * those of the demo, are left out.
 */
export async function readOurs(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Ours> {
  if (config.databaseUrl) {
    const { db, close } = openPostgres(config.databaseUrl, { connections: 1 })
    try {
      return await db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => ({ ...(await readAll(tx)), damage: await unchecked(tx) }))
    } finally {
      await close()
    }
  }
  const path = `${config.dataDir}/room.sqlite`
  if (!existsSync(path)) throw new Error(`there is no ${path}`)
  const database = new Sqlite(path, { readonly: true })
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  try {
    const read = await db.transaction().execute(readAll)
    return { ...read, damage: brokenIn(database) }
  } finally {
    await db.destroy()
  }
}

const Integrity = z.array(z.object({ integrity_check: z.string() }))
const Violations = z.array(z.object({ table: z.string(), rowid: z.number().nullable() }))

/** Damage that SQLite finds in its own file. */
export function brokenIn(database: InstanceType<typeof Sqlite>): string[] {
  const integrity = Integrity.parse(database.pragma('integrity_check'))
  const violations = Violations.parse(database.pragma('foreign_key_check'))
  return [
    ...integrity.map((row) => row.integrity_check).filter((result) => result !== 'ok'),
    ...violations.map(({ table, rowid }) => `${table} ${rowid} points at nothing`),
  ]
}

/** PostgreSQL enforces its foreign keys, except those that were never validated. */
async function unchecked(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select conname as name from pg_constraint where not convalidated`.execute(tx)
  return rows.map(({ name }) => `${name} was never checked`)
}

async function readAll(tx: Tx): Promise<Omit<Ours, 'damage'>> {
  const attempts = await readAttempts(tx)
  const known = new Set(attempts.map(({ order_id }) => order_id))
  const inScope = ({ order_id }: { order_id: string | null }) =>
    order_id === null || known.has(order_id)
  const payouts = await readPayouts(tx)
  const madeUp = payouts.filter(({ payout_ref }) => payout_ref?.startsWith(MADE_UP.payouts))
  const subscriptions = new Set(attempts.map(({ subscription_ref }) => subscription_ref))
  return {
    readAt: new Date().toISOString(),
    suspensions: await readSuspensions(tx),
    sellers: await readSellers(tx),
    orders: (await readOrders(tx)).filter(({ id }) => known.has(id)),
    attempts,
    rights: await readRights(tx),
    refunds: (await readRefunds(tx)).filter(inScope),
    disputes: (await readDisputes(tx)).filter(inScope),
    ledger: (await readLedger(tx)).filter(
      (entry) => inScope(entry) && !(entry.kind === 'payout' && isMadeUp(entry, madeUp)),
    ),
    payouts: payouts.filter((payout) => !madeUp.includes(payout)),
    memberships: (await readMemberships(tx)).filter(({ subscription_ref }) =>
      subscriptions.has(subscription_ref),
    ),
    ...(await readSeats(tx)),
    notices: await readNotices(tx),
  }
}

const readRights = (tx: Tx) =>
  tx
    .selectFrom('entitlement')
    .select(['id', 'user_id', 'kind', 'subject_id', 'order_id', 'status', 'live_only'])
    .execute()

const readAttempts = (tx: Tx) =>
  tx
    .selectFrom('attempt')
    .select(['id', 'order_id', 'account_ref', 'intent_ref', 'subscription_ref', 'state'])
    .where('intent_ref', 'is not', null)
    .where('intent_ref', 'not like', `${MADE_UP.intents}%`)
    .$narrowType<{ intent_ref: NotNull }>()
    .execute()

const readSellers = (tx: Tx) =>
  tx
    .selectFrom('seller_account')
    .select(['user_id as userId', 'account_ref as account'])
    .where('account_ref', 'is not', null)
    .$narrowType<{ account: NotNull }>()
    .execute()

/** The only part of a receipt that is compared; old ones lack it. */
const PaidMonth = z.object({ period: z.object({ start: z.string(), end: z.string() }).optional() })

async function readOrders(tx: Tx): Promise<Ours['orders']> {
  const orders = await tx
    .selectFrom('order')
    .select(['id', 'buyer_id', 'seller_id', 'kind', 'subject_id', 'amount', 'state'])
    .select(['refunded_amount', 'live_only'])
    .execute()
  const receipts = await tx
    .selectFrom('receipt')
    .innerJoin('order', 'order.id', 'receipt.order_id')
    .select(['receipt.order_id', 'receipt.body'])
    .where('receipt.kind', '=', 'sale')
    .where('order.kind', '=', 'room')
    .execute()
  const periods = new Map(
    receipts.map(({ order_id, body }) => [order_id, PaidMonth.parse(JSON.parse(body)).period]),
  )
  return orders.map((order) => ({ ...order, period: periods.get(order.id) ?? null }))
}

/** From the operators' actions: the table of suspensions has only those that last. */
async function readSuspensions(tx: Tx): Promise<Ours['suspensions']> {
  const rooms = await tx.selectFrom('room').select(['id', 'owner_id']).execute()
  const actions = await tx
    .selectFrom('audit')
    .select(['action', 'target', 'created_at'])
    .where('action', 'in', ['room.suspend', 'room.restore', 'user.suspend', 'user.restore'])
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return suspensionsOf(rooms, actions)
}

const readRefunds = (tx: Tx) =>
  tx
    .selectFrom('refund')
    .select(['id', 'order_id', 'attempt_id', 'amount', 'state', 'refund_ref', 'reason'])
    .execute()

const readDisputes = (tx: Tx) =>
  tx
    .selectFrom('dispute')
    .select(['dispute_ref', 'order_id', 'attempt_id', 'amount', 'state'])
    .execute()

const readLedger = (tx: Tx) =>
  tx
    .selectFrom('ledger_entry')
    .select(['movement_id', 'account', 'owner_id', 'order_id', 'kind', 'amount', 'source_ref'])
    .execute()

const readPayouts = (tx: Tx) =>
  tx.selectFrom('payout').select(['id', 'owner_id', 'payout_ref', 'amount', 'state']).execute()

const readMemberships = (tx: Tx) =>
  tx
    .selectFrom('membership')
    .select(['room_id', 'user_id', 'status', 'subscription_ref', 'cancel_at_period_end'])
    .where('subscription_ref', 'is not', null)
    .execute()

/** The demo's payouts have no balance transactions. */
const isMadeUp = (
  { owner_id, amount, source_ref }: Ours['ledger'][number],
  madeUp: Ours['payouts'],
) =>
  source_ref === null &&
  madeUp.some((payout) => payout.owner_id === owner_id && payout.amount === Math.abs(amount))

/** Webhook events with the number of work items enqueued for each: never two at once. */
async function readNotices(tx: Tx): Promise<Ours['notices']> {
  const notices = await tx.selectFrom('webhook_event').select(['id', 'state']).execute()
  const works = await tx
    .selectFrom('outbox')
    .select('key')
    .where('topic', '=', 'payment-notice')
    .execute()
  const count = new Map<string, number>()
  for (const { key } of works) {
    const [, id = ''] = key.split(':')
    // The suffix marks a repetition a day later: the same event and work.
    if (key.split(':').length === 2) count.set(id, (count.get(id) ?? 0) + 1)
  }
  return notices.map(({ id, state }) => ({ id, state, works: count.get(id) ?? 0 }))
}
