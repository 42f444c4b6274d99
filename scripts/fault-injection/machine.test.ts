// @module-tag full
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { dashboard } from '#contract/dashboard/calls.ts'
import { dayOf } from '#contract/lib/days.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/reconcile.ts'
import { callerOf } from '../chaos/buyer.ts'
import { createFixtures, type Fixtures } from './fixtures.ts'

const SLOW_MS = 30_000

async function open(setting: Partial<Parameters<typeof createFixtures>[0]>): Promise<Fixtures> {
  const fixtures = await createFixtures({ people: 3, ...setting })
  onTestFinished(fixtures.close)
  await fixtures.site.start()
  return fixtures
}

/** The differences between our books and the provider once all work is done. */
async function differences({ site, config, sandbox }: Fixtures) {
  await site.stop()
  const report = await reconcile(config, createStripeClient(sandbox.secretKey, sandbox.url), 0)
  return report.differences
}

it('survives more connections than its limit of open files, and serves again once they are closed (72)', async () => {
  const fixtures = await open({ limits: 'ulimit -n 256' })
  const [pid] = fixtures.site.pids()
  const { hostname, port } = new URL(fixtures.url)
  const sockets: Socket[] = Array.from({ length: 400 }, () => connect(Number(port), hostname))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(
    sockets.map((socket) => {
      socket.on('error', () => null)
      return once(socket, 'connect')
    }),
  )
  const pendingFollow = fixtures.follow('fan0').catch((error: unknown) => error)
  for (const socket of sockets) socket.destroy()
  await pendingFollow
  // Requests may fail until the server has noticed the closed connections.
  const follows = () =>
    fixtures.follow('fan1').then(
      () => true,
      () => false,
    )
  await expect.poll(follows).toBe(true)
  expect(await fixtures.isFollowing('fan1')).toBe(true)
  await fixtures.buy('fan0')
  expect(fixtures.site.pids()).toEqual([pid])
})

it('purchases and books stay correct with a clock an hour behind, then three days ahead (72)', async () => {
  const fixtures = await open({})
  const set = async (ms: number) => {
    await fixtures.site.kill()
    fixtures.site.later(ms)
    await fixtures.site.start()
  }
  await fixtures.buy('fan0')
  await set(-HOUR_MS)
  expect((await fixtures.read('fan0')).joined).toBe(true)
  await fixtures.buy('fan1')
  await set(73 * HOUR_MS)
  expect((await fixtures.read('fan1')).joined).toBe(true)
  await fixtures.buy('fan2')
  expect(await fixtures.tickets()).toEqual(['fan0', 'fan1', 'fan2'])
  expect(await differences(fixtures)).toEqual([])
})

it('uses the days of Japan on a machine in another time zone (72)', async () => {
  // A time zone whose date differs from that of Japan at this hour.
  const hour = Number(new Date().toISOString().slice(11, 13))
  const isMorning = (hour + 9) % 24 < 20
  const TZ = isMorning ? 'Etc/GMT+12' : 'Pacific/Kiritimati'
  const fixtures = await createFixtures({ people: 3, env: { TZ } })
  onTestFinished(fixtures.close)
  await fixtures.site.start()
  await fixtures.buy('fan0')
  const findBooked = () =>
    fixtures.engine.db.selectFrom('ledger_entry').select('occurred_at').executeTakeFirst()
  // The provider reports its fee shortly after the payment.
  await expect.poll(findBooked).toBeDefined()
  const booked = await findBooked()
  const { seven_days, term } = await callerOf(fixtures, 'owner')(dashboard.getProceeds, {
    query: {},
  })
  expect(seven_days.profit).toBeGreaterThan(0)
  expect(term.days.filter(({ profit }) => profit > 0)).toEqual([
    { date: dayOf(booked!.occurred_at), profit: seven_days.profit },
  ])
})

it('starts, reads and writes without DNS, and reports what fails (72)', async () => {
  const fixtures = await open({
    env: { STRIPE_API_BASE: 'http://provider.invalid', SMTP_URL: 'smtp://mail.invalid' },
  })
  expect((await fixtures.read('fan0')).id).toBe('evening')
  await fixtures.follow('fan0')
  const answer = await fixtures.ask('/api/application/event/join/pre', 'fan0', {
    method: 'POST',
    body: JSON.stringify({ event_id: 'evening', token: 'tok_visa' }),
  })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await fixtures.tickets()).toEqual([])
})

it('an unavailable or slow provider causes no charge, and delays no other request (72)', async () => {
  const fixtures = await open({})
  const { sandbox } = fixtures
  await sandbox.kill()
  const start = (person: string) =>
    fixtures.ask('/api/application/event/join/pre', person, {
      method: 'POST',
      body: JSON.stringify({ event_id: 'evening', token: 'tok_visa' }),
    })
  const response = await start('fan0')
  expect(response.status).toBe(503)
  expect((await fixtures.read('fan1')).id).toBe('evening')
  await sandbox.restart()
  await fixtures.buy('fan0')

  await sandbox.control.fault({ do: 'slow', path: '/v1/payment_*', ms: SLOW_MS, times: 1 })
  const slow = fixtures.buy('fan1')
  expect((await fixtures.read('fan2')).id).toBe('evening')
  await fixtures.buy('fan2')
  await slow
  expect(await fixtures.tickets()).toEqual(['fan0', 'fan1', 'fan2'])
  expect(await differences(fixtures)).toEqual([])
})
