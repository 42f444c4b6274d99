// @module-tag full
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { dashboard } from '#contract/dashboard.ts'
import { openStripe } from '#server/adapters/stripe/client.ts'
import { run as reconcile } from '#server/reconcile/run.ts'
import { callerOf } from '../chaos/buyer.ts'
import { openVillage, type Village } from './village.ts'

const HOUR_MS = 3_600_000
const SLOW_MS = 30_000

async function open(setting: Partial<Parameters<typeof openVillage>[0]>): Promise<Village> {
  const village = await openVillage({ people: 3, ...setting })
  onTestFinished(village.close)
  await village.site.start()
  return village
}

/** Both sides, when nobody is at work any more. */
async function differences({ site, config, sandbox }: Village) {
  await site.stop()
  const report = await reconcile(config, openStripe(sandbox.secretKey, sandbox.url), 0)
  return report.differences
}

it('72: more connections than it may open files: the server stays, and serves again once they go', {
  timeout: 120_000,
}, async () => {
  const village = await open({ limits: 'ulimit -n 256' })
  const [pid] = village.site.pids()
  const { hostname, port } = new URL(village.url)
  const crowd: Socket[] = Array.from({ length: 400 }, () => connect(Number(port), hostname))
  onTestFinished(() => {
    for (const socket of crowd) socket.destroy()
  })
  await Promise.all(
    crowd.map((socket) => {
      socket.on('error', () => null)
      return once(socket, 'connect')
    }),
  )
  const asked = village.follow('fan0').catch((error: unknown) => error)
  for (const socket of crowd) socket.destroy()
  await asked
  // Until it has seen that they went, who comes may be turned away yet.
  const follows = () =>
    village.follow('fan1').then(
      () => true,
      () => false,
    )
  await expect.poll(follows).toBe(true)
  expect(await village.isFollowing('fan1')).toBe(true)
  await village.buy('fan0')
  expect(village.site.pids()).toEqual([pid])
})

it('72: a clock that is an hour behind, then three days ahead: what is bought stays bought, and all adds up', {
  timeout: 180_000,
}, async () => {
  const village = await open({})
  const set = async (ms: number) => {
    await village.site.kill()
    village.site.later(ms)
    await village.site.start()
  }
  await village.buy('fan0')
  await set(-HOUR_MS)
  expect((await village.read('fan0')).joined).toBe(true)
  await village.buy('fan1')
  await set(73 * HOUR_MS)
  expect((await village.read('fan1')).joined).toBe(true)
  await village.buy('fan2')
  expect(await village.tickets()).toEqual(['fan0', 'fan1', 'fan2'])
  expect(await differences(village)).toEqual([])
})

it('72: a machine elsewhere in the world has the days of Japan', { timeout: 120_000 }, async () => {
  // Noon in Japan: the purchase and the look at its day lie hours from any midnight.
  const noon = new Date(`${new Date().toISOString().slice(0, 10)}T03:00:00.000Z`)
  const village = await openVillage({ people: 3, env: { TZ: 'America/New_York' } })
  onTestFinished(village.close)
  village.site.later(noon.getTime() - Date.now())
  await village.site.start()
  await village.buy('fan0')
  const { seven_days, term } = await callerOf(village, 'owner')(dashboard.getProceeds, {
    query: {},
  })
  const today = noon.toLocaleDateString('sv', { timeZone: 'Asia/Tokyo' })
  expect(term.end).toBe(today)
  expect(term.days.filter(({ profit }) => profit > 0)).toEqual([
    { date: today, profit: seven_days.profit },
  ])
})

it('72: without names (DNS) it starts, is read and written, and says what cannot be done', {
  timeout: 120_000,
}, async () => {
  const village = await open({
    env: { STRIPE_API_BASE: 'http://provider.invalid', SMTP_URL: 'smtp://mail.invalid' },
  })
  expect((await village.read('fan0')).id).toBe('evening')
  await village.follow('fan0')
  const answer = await village.ask('/api/application/event/join/pre', 'fan0', {
    method: 'POST',
    body: JSON.stringify({ event_id: 'evening', token: 'tok_visa' }),
  })
  expect(answer.status).toBe(503)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await village.tickets()).toEqual([])
})

it('72: a provider that is away, or slow, takes nobody’s money, and keeps nobody else waiting', {
  timeout: 180_000,
}, async () => {
  const village = await open({})
  const { sandbox } = village
  await sandbox.kill()
  const start = (person: string) =>
    village.ask('/api/application/event/join/pre', person, {
      method: 'POST',
      body: JSON.stringify({ event_id: 'evening', token: 'tok_visa' }),
    })
  const refused = await start('fan0')
  expect(refused.status).toBe(503)
  expect((await village.read('fan1')).id).toBe('evening')
  await sandbox.restart()
  await village.buy('fan0')

  await sandbox.control.fault({ do: 'slow', path: '/v1/payment_*', ms: SLOW_MS, times: 1 })
  const slow = village.buy('fan1')
  expect((await village.read('fan2')).id).toBe('evening')
  await village.buy('fan2')
  await slow
  expect(await village.tickets()).toEqual(['fan0', 'fan1', 'fan2'])
  expect(await differences(village)).toEqual([])
})
