import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '#contract/lib/durations.ts'
import { closedPayments } from '#server/adapters/stripe/closed.ts'
import { migrate } from '#server/db/migrate.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { eventProduct } from '#server/features/events/sale.ts'
import * as sales from '#server/features/orders/checkout/service.ts'
import type { SaleDeps } from '#server/features/orders/product.ts'
import { roomProduct } from '#server/features/rooms/sale.ts'
import { digitalTicketProduct } from '#server/features/tickets/sale.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { type Clock, systemClock } from '#server/ports/clock.ts'
import { type Charge, type Payments, Unknown } from '#server/ports/payments.ts'
import { newSecrets } from '#server/process/secrets.ts'
import { memoryLog } from '#server/testing/log.ts'
import { addRow } from '#server/testing/rows.ts'
import { rawCommits } from './floors-disk.ts'
import { figure, report, type Section } from './report.ts'

const ROUNDS = 5
const BUYERS = 120
const AT = '2026-11-20T03:00:00.000Z'
/** The minimum ratio to bare commits of a small row: one by one, and together, when purchases share commits. */
const ALONE_MIN = 0.3
const TOGETHER_MIN = 2

/** Takes cards and starts charges at once, and calls each paid: a bench must not measure a provider. */
function promptPayments(clock: Clock): Payments {
  const charges = new Map<string, Charge>()
  return {
    ...closedPayments(),
    addCustomer: async ({ userId }) => `cus_${userId}`,
    takeCard: async () => ({
      method: 'pm',
      brand: 'visa',
      last4: '4242',
      exp_month: 12,
      exp_year: 2030,
    }),
    shareCard: async () => 'pm',
    async startCharge({ account, amount, fee, metadata }) {
      const ref = `pi_${charges.size + 1}`
      const at = clock.now().toISOString()
      const booked = { ref: `txn_${ref}`, at, gross: amount, providerFee: 71, platformFee: fee }
      const made = {
        ref,
        account,
        amount,
        metadata,
        currency: 'jpy',
        clientSecret: '',
        failure: null,
        voucher: null,
      }
      charges.set(ref, { ...made, status: 'succeeded', paidAt: at, booked })
      return { ...made, status: 'requires_confirmation', paidAt: null, booked: null }
    },
    async findCharge(_, ref) {
      const charge = charges.get(ref)
      if (!charge) throw new Unknown(ref)
      return charge
    },
  }
}

/** Orders without HTTP, on a database with the product's durability, with a provider that answers at once. */
async function createShop(folder: string) {
  const engine = openSqlite(join(folder, 'room.sqlite'))
  await migrate(engine, { backup: folder })
  const clock = systemClock()
  const payments = promptPayments(clock)
  let ids = 0
  const newId = () => `id${String(++ids).padStart(9, '0')}`
  const { db } = engine
  const secrets = newSecrets()
  await addRow(db, 'user', { id: 'owner' })
  await addRow(db, 'room', { id: 'room', owner_id: 'owner', amount: 0 })
  await db
    .insertInto('seller_account')
    .values({
      user_id: 'owner',
      account_ref: 'acct_owner',
      state: 'ready',
      reasons: '[]',
      charges_enabled: 1,
      jcb_payments: 0,
      konbini_payments: 0,
      seller: '{}',
      invoice_number: null,
      updated_at: AT,
      payouts_enabled: 1,
      payout_day: null,
      terms_accepted_at: null,
    })
    .execute()
  // Only what a purchase uses: this is no whole server.
  const deps = {
    db,
    clock,
    newId,
    log: memoryLog(),
    bus: memoryBus(),
    payments,
    secrets,
    products: { room: roomProduct, event: eventProduct, digital_ticket: digitalTicketProduct },
  } as unknown as SaleDeps
  return { engine, newId, deps }
}
type Shop = Awaited<ReturnType<typeof createShop>>

/** An event with as many seats as buyers, and its members. */
async function createEvening({ engine: { db } }: Shop, round: string) {
  const event = `event-${round}`
  const later = new Date(Date.now() + DAY_MS).toISOString()
  const times = { start_at: later, end_at: later, sales_end_at: later }
  await addRow(db, 'event', {
    id: event,
    room_id: 'room',
    amount: 1_980,
    capacity: BUYERS,
    ...times,
  })
  const buyers = Array.from({ length: BUYERS }, (_, n) => `${round}-${n}`)
  for (const id of buyers) {
    await addRow(db, 'user', { id })
    await db
      .insertInto('membership')
      .values({
        id: `m-${id}`,
        room_id: 'room',
        user_id: id,
        status: 'active',
        amount: 0,
        current_period_end: null,
        cancel_at_period_end: 0,
        subscription_ref: null,
        last_seen_at: AT,
        joined_at: AT,
        left_at: null,
        reminders: 0,
      })
      .execute()
  }
  return { event, buyers }
}

const viewer = (id: string) => ({ id, operator: false, sessionId: id, tokenEnds: 0 })

/** Requests per second of start and settlement, sequentially and concurrently. */
async function buy(shop: Shop, round: string) {
  const rate = async (count: number, work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    return (count / (performance.now() - startedAt)) * 1_000
  }
  const evening = async (
    name: string,
    each: (work: (id: string) => Promise<void>, ids: string[]) => Promise<void>,
  ) => {
    const { event, buyers } = await createEvening(shop, `${round}-${name}`)
    const refs = new Map<string, string>()
    const start = await rate(BUYERS, () =>
      each(async (id) => {
        const { charge } = await sales.start(shop.deps, viewer(id), 'event', event, {
          token: 'tok_visa',
        })
        refs.set(id, charge.ref)
      }, buyers),
    )
    const settle = await rate(BUYERS, () =>
      each(async (id) => {
        await sales.finish(shop.deps, viewer(id), 'event', event, refs.get(id)!)
      }, buyers),
    )
    return { start, settle }
  }
  const alone = await evening('alone', async (work, ids) => {
    for (const id of ids) await work(id)
  })
  const together = await evening('together', async (work, ids) => {
    await Promise.all(ids.map(work))
  })
  return { alone, together }
}

/** Purchases, compared to bare commits on the same disk in the same round. */
export async function purchases(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'room-bench-'))
  const shop = await createShop(folder)
  const measured: Record<string, { rates: number[]; ratios: number[] }> = {}
  const raws: number[] = []
  const note = (what: string, rate: number, raw: number) => {
    const { rates, ratios } = (measured[what] ??= { rates: [], ratios: [] })
    rates.push(rate)
    ratios.push(rate / raw)
  }
  for (let round = 0; round < ROUNDS; round++) {
    const raw = rawCommits(folder)
    raws.push(raw)
    const { alone, together } = await buy(shop, String(round))
    note('from paid to ticket, one by one', alone.settle, raw)
    note('seat, order and payment, one by one', alone.start, raw)
    note(`from paid to ticket, ${BUYERS} at once`, together.settle, raw)
    note(`seat, order and payment, ${BUYERS} at once`, together.start, raw)
  }
  await shop.engine.close()
  rmSync(folder, { recursive: true, force: true })
  const rows = Object.entries(measured).map(([what, { rates, ratios }]) => {
    const ratio = figure(ratios)
    const least = what.endsWith('at once') ? TOGETHER_MIN : ALONE_MIN
    return {
      what,
      figures: { 'a second': figure(rates), '× raw commit': ratio },
      target: { says: `≥ ${least}×`, held: ratio.median >= least },
    }
  })
  return {
    title: 'Purchases on SQLite with synchronous=FULL and an instant provider',
    rows: [{ what: 'raw commits', figures: { 'a second': figure(raws) } }, ...rows],
  }
}

if (import.meta.main) await report('purchases', purchases)
