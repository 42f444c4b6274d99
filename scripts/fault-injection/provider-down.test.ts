// @module-tag full
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/reconcile.ts'
import { createServed } from '#server/testing/databases.ts'
import { databaseNames } from '#server/testing/names.ts'
import { callerOf, confirm } from '../chaos/buyer.ts'
import { addSeller } from '../chaos/people.ts'
import { listFailedJobs } from '../chaos/settle.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'
import { createMovedClock } from './moved-clock.ts'

const AWAY_MINUTES = 10
/** The time after the provider is back until invariant I3 of the reconciliation holds: payments are rights or refunds. */
const MADE_GOOD_MS = 60_000
/** The delay between the start of a month and the payment of its renewal. */
const DRAFT_MS = 60 * MINUTE_MS
/** Per minute: 6 polls of two payments and a health probe, each call with two retries. */
const CALLS_A_MINUTE = 6 * 3 * 3
/** With delays doubling from a second. */
const MAX_ATTEMPTS = 11

/** Listens on the provider's port and closes every connection. */
async function createStranger(at: string) {
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.destroy()
  })
  await new Promise<void>((resolve) =>
    server.listen(Number(new URL(at).port), '127.0.0.1', resolve),
  )
  return {
    calls: () => calls,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** Waits until all jobs that are due by the servers' clock were tried. */
const caughtUp = ({ engine: { db } }: Fixtures, offsetMs: number) =>
  expect
    .poll(async () => {
      const now = new Date(Date.now() + offsetMs).toISOString()
      const due = db.selectFrom('outbox').select('key').where('done_at', 'is', null)
      const looks = db.selectFrom('job').select('name').where('name', 'in', ['payments', 'held-up'])
      const [work, jobs] = await Promise.all([
        due.where('due_at', '<=', now).execute(),
        looks.where('due_at', '<=', now).execute(),
      ])
      return [...work, ...jobs]
    })
    .toEqual([])

it.each(
  [
    { database: 'sqlite', nodes: 1 },
    { database: 'postgres', nodes: 2 },
  ].filter(({ database }) => databaseNames.some((name) => name === database)),
)(
  'ten minutes without a provider, with $nodes processes on $database, end with tickets or refunds and equal books (72)',
  async ({ database, nodes }) => {
    const clock = createMovedClock()
    const databaseUrl = database === 'postgres' ? await createServed() : undefined
    const setting = { people: 5, nodes, env: clock.env, ...(databaseUrl && { databaseUrl }) }
    const fixtures = await createFixtures(setting)
    onTestFinished(fixtures.close)
    const { site, sandbox, provider, engine, config } = fixtures
    const { db } = engine
    let offsetMs = 0
    const pass = (ms: number) => {
      offsetMs += ms
      clock.set(offsetMs)
      site.later(ms)
    }
    const buyer = (person: string) => callerOf(fixtures, person)
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
    // Advances to shortly before the next renewal; the event takes place after it.
    const month = (await membership()).current_period_end!
    const later = (days: number) => new Date(Date.parse(month) + days * 86_400_000).toISOString()
    const times = { start_at: later(9), end_at: later(10), sales_end_at: later(9) }
    await db.updateTable('event').set(times).execute()
    const ms = Date.parse(month) + DRAFT_MS - (AWAY_MINUTES / 2) * MINUTE_MS - Date.now()
    await sandbox.control.advance(ms)
    pass(ms)
    await sandbox.control.rest()
    await caughtUp(fixtures, offsetMs)

    await fixtures.buy('fan0')
    const [charged, started] = [await begin('fan1'), await begin('fan2')]
    await sandbox.control.fault({ do: 'drop', type: '*' })
    await confirm(provider, charged.ownerId, charged.paymentIntent)
    const at = { stripeAccount: charged.ownerId }
    const paid = await sandbox.stripe.paymentIntents.retrieve(charged.paymentIntent.id, {}, at)
    expect(paid.status).toBe('succeeded')
    await sandbox.kill()
    const nobody = await createStranger(sandbox.url)
    const unavailable = { status: 503, message: STATUS_MESSAGES[503] }
    await expect(finish('fan1', charged)).rejects.toMatchObject(unavailable)
    await expect(begin('fan3')).rejects.toMatchObject(unavailable)
    const [sale] = (await buyer('fan0')(orders.listPayments, { query: {} })).items
    await buyer('owner')(orders.refund, { params: { id: sale!.id } })
    for (let minute = 0; minute < AWAY_MINUTES; minute++) {
      pass(MINUTE_MS)
      await caughtUp(fixtures, offsetMs)
    }
    const waiting = await db
      .selectFrom('outbox')
      .select(['key', 'attempts'])
      .where('done_at', 'is', null)
      .execute()
    // A webhook that arrived just before may be queued, too.
    expect(waiting.map(({ key }) => key.split(':')[0])).toContain('refund')
    expect(waiting.filter(({ attempts }) => attempts > MAX_ATTEMPTS)).toEqual([])
    expect(nobody.calls()).toBeLessThan(AWAY_MINUTES * CALLS_A_MINUTE)
    await nobody.close()

    await sandbox.restart()
    await sandbox.control.clearFaults()
    await sandbox.control.advance(AWAY_MINUTES * MINUTE_MS)
    const owed = () => db.selectFrom('refund').select('state').execute()
    await expect
      .poll(async () => [await fixtures.tickets(), await owed()], { timeout: MADE_GOOD_MS })
      .toEqual([['fan1'], [{ state: 'done' }]])
    await expect
      .poll(async () => (await membership()).current_period_end!, { timeout: MADE_GOOD_MS })
      .not.toBe(month)
    await confirm(provider, started.ownerId, started.paymentIntent)
    await finish('fan2', started)
    await fixtures.buy('fan3')
    expect(await fixtures.tickets()).toEqual(['fan1', 'fan2', 'fan3'])

    await sandbox.control.rest()
    await caughtUp(fixtures, offsetMs)
    expect(await listFailedJobs(engine)).toEqual([])
    const { data } = await sandbox.stripe.paymentIntents.list({ limit: 100 }, at)
    expect(data.filter(({ status }) => status === 'succeeded')).toHaveLength(4)
    await site.stop()
    const report = await reconcile(config, createStripeClient(sandbox.secretKey, sandbox.url), 0)
    expect(report.differences).toEqual([])
  },
)
