// @module-tag full
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events.ts'
import { REFUSED } from '#contract/messages.ts'
import { orders } from '#contract/orders.ts'
import { rooms } from '#contract/rooms.ts'
import { openStripe } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/run.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { callerOf, confirm } from '../chaos/buyer.ts'
import { listGivenUp } from '../chaos/rest.ts'
import { addSeller } from '../chaos/town.ts'
import { openMovedClock } from './moved-clock.ts'
import { openVillage, type Village } from './village.ts'

const MINUTE_MS = 60_000
const AWAY_MINUTES = 10
/** I3: so soon after it is back each payment is a ticket, or goes back. */
const MADE_GOOD_MS = 60_000
/** A renewal is paid so long after its month began. */
const DRAFT_MS = 60 * MINUTE_MS
/** Six looks a minute at two payments and one knock, three times each: calls are repeated twice. */
const CALLS_A_MINUTE = 6 * 3 * 3
/** Doubling from a second. */
const TRIES = 11

/** Where the provider was: takes a line and closes it. */
async function openNobody(at: string) {
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.destroy()
  })
  await new Promise<void>((up) => server.listen(Number(new URL(at).port), '127.0.0.1', up))
  return {
    calls: () => calls,
    close: () => new Promise((closed) => server.close(closed)),
  }
}

/** Everything that is due by the servers' clock was tried. */
const caughtUp = ({ engine: { db } }: Village, offsetMs: number) =>
  expect
    .poll(
      async () => {
        const now = new Date(Date.now() + offsetMs).toISOString()
        const due = db.selectFrom('outbox').select('key').where('done_at', 'is', null)
        const looks = db
          .selectFrom('job')
          .select('name')
          .where('name', 'in', ['payments', 'held-up'])
        const [work, jobs] = await Promise.all([
          due.where('due_at', '<=', now).execute(),
          looks.where('due_at', '<=', now).execute(),
        ])
        return [...work, ...jobs]
      },
      { timeout: 30_000 },
    )
    .toEqual([])

it.each(
  [
    { database: 'sqlite', nodes: 1 },
    { database: 'postgres', nodes: 2 },
  ].filter(({ database }) => databaseNames.some((name) => name === database)),
)(
  '72: the provider is away for ten minutes, with $nodes processes on $database: a minute after it is back each buyer has their ticket or their money, and the books agree',
  { timeout: 300_000 },
  async ({ database, nodes }) => {
    const clock = openMovedClock()
    const databaseUrl = database === 'postgres' ? await createServed() : undefined
    const setting = { people: 5, nodes, env: clock.env, ...(databaseUrl && { databaseUrl }) }
    const village = await openVillage(setting)
    onTestFinished(village.close)
    const { site, sandbox, provider, engine, config } = village
    const { db } = engine
    let offsetMs = 0
    const pass = (ms: number) => {
      offsetMs += ms
      clock.set(offsetMs)
      site.later(ms)
    }
    const buyer = (person: string) => callerOf(village, person)
    const begin = (person: string) =>
      buyer(person)(events.startJoin, { body: { event_id: 'evening', token: 'tok_visa' } })
    const finish = (person: string, { paymentIntent }: Awaited<ReturnType<typeof begin>>) => {
      const body = { event_id: 'evening', paymentIntentId: paymentIntent.id }
      return buyer(person)(events.join, { body })
    }

    await sandbox.control.settings({ signature_clock: 'moved' })
    await addSeller(db, sandbox, 'maker', 980)
    await site.start()
    const body = { room_id: 'maker', token: 'tok_visa' }
    const { subscriptionId } = await buyer('fan4')(rooms.startSubscription, { body })
    await buyer('fan4')(rooms.subscribe, { body: { room_id: 'maker', subscriptionId } })
    const membership = () =>
      db
        .selectFrom('membership')
        .selectAll()
        .where('subscription_ref', '=', subscriptionId)
        .executeTakeFirstOrThrow()
    // Until shortly before the next month is paid; the evening is after that.
    const month = (await membership()).current_period_end!
    const later = (days: number) => new Date(Date.parse(month) + days * 86_400_000).toISOString()
    const times = { start_at: later(9), end_at: later(10), sales_end_at: later(9) }
    await db.updateTable('event').set(times).execute()
    const ms = Date.parse(month) + DRAFT_MS - (AWAY_MINUTES / 2) * MINUTE_MS - Date.now()
    await sandbox.control.advance(ms)
    pass(ms)
    await sandbox.control.rest()
    await caughtUp(village, offsetMs)

    await village.buy('fan0')
    const [charged, started] = [await begin('fan1'), await begin('fan2')]
    await sandbox.control.fault({ do: 'drop', type: '*' })
    await confirm(provider, charged.ownerId, charged.paymentIntent)
    const at = { stripeAccount: charged.ownerId }
    const paid = await sandbox.stripe.paymentIntents.retrieve(charged.paymentIntent.id, {}, at)
    expect(paid.status).toBe('succeeded')
    await sandbox.kill()
    const nobody = await openNobody(sandbox.url)
    const away = { status: 503, message: REFUSED[503] }
    await expect(finish('fan1', charged)).rejects.toMatchObject(away)
    await expect(begin('fan3')).rejects.toMatchObject(away)
    const [sale] = (await buyer('fan0')(orders.listPayments, { query: {} })).items
    await buyer('owner')(orders.refund, { params: { id: sale!.id } })
    for (let minute = 0; minute < AWAY_MINUTES; minute++) {
      pass(MINUTE_MS)
      await caughtUp(village, offsetMs)
    }
    const waiting = await db
      .selectFrom('outbox')
      .select(['key', 'attempts'])
      .where('done_at', 'is', null)
      .execute()
    // A notice that came just before may wait, too.
    expect(waiting.map(({ key }) => key.split(':')[0])).toContain('refund')
    expect(waiting.filter(({ attempts }) => attempts > TRIES)).toEqual([])
    expect(nobody.calls()).toBeLessThan(AWAY_MINUTES * CALLS_A_MINUTE)
    await nobody.close()

    await sandbox.restart()
    await sandbox.control.clearFaults()
    await sandbox.control.advance(AWAY_MINUTES * MINUTE_MS)
    const owed = () => db.selectFrom('refund').select('state').execute()
    await expect
      .poll(async () => [await village.tickets(), await owed()], { timeout: MADE_GOOD_MS })
      .toEqual([['fan1'], [{ state: 'done' }]])
    await expect
      .poll(async () => (await membership()).current_period_end!, { timeout: MADE_GOOD_MS })
      .not.toBe(month)
    await confirm(provider, started.ownerId, started.paymentIntent)
    await finish('fan2', started)
    await village.buy('fan3')
    expect(await village.tickets()).toEqual(['fan1', 'fan2', 'fan3'])

    await sandbox.control.rest()
    await caughtUp(village, offsetMs)
    expect(await listGivenUp(engine)).toEqual([])
    const { data } = await sandbox.stripe.paymentIntents.list({ limit: 100 }, at)
    expect(data.filter(({ status }) => status === 'succeeded')).toHaveLength(4)
    await site.stop()
    const report = await reconcile(config, openStripe(sandbox.secretKey, sandbox.url), 0)
    expect(report.differences).toEqual([])
  },
)
