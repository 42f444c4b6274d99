// @module-tag full
import { spawnSync } from 'node:child_process'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bundleOf } from '#server/testing/program.ts'
import { startReceiver } from './receiver.ts'
import { type Sandbox, startSandbox } from './sandbox.ts'
import { answerChallenge, createShop, DAY_MS } from './scene.ts'

// Each test starts several processes.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

let sandbox: Sandbox
beforeEach(async () => {
  sandbox = await startSandbox({}, 0)
})
afterEach(() => sandbox.stop())

it('sandbox keeps everything that it has acknowledged when it is killed during work', async () => {
  const { pay, on } = await createShop(sandbox)
  const hook = await startReceiver()
  await sandbox.stripe.webhookEndpoints.create({
    url: hook.url,
    enabled_events: ['payment_intent.succeeded'],
    connect: true,
  })
  const acknowledged: string[] = []
  const lost = Array.from({ length: 4 }, async () => {
    for (;;) acknowledged.push((await pay('pm_card_visa')).id)
  }).map((buyer) => buyer.catch(() => 'gone'))
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  await sandbox.kill()
  expect(new Set(await Promise.all(lost))).toEqual(new Set(['gone']))
  await sandbox.restart()
  const statuses: Record<string, string> = {}
  for await (const intent of sandbox.stripe.paymentIntents.list({ limit: 100 }, on))
    statuses[intent.id] = intent.status
  for (const id of acknowledged) expect([id, statuses[id]]).toEqual([id, 'succeeded'])
  // No partial state: every paid intent has a charge with a balance transaction and an event.
  const booked = await sandbox.stripe.balanceTransactions.list({ limit: 100 }, on)
  expect(booked.data).toHaveLength(Object.keys(statuses).length)
  await sandbox.control.rest()
  const delivered = new Set(
    hook.received.map(({ event }) => (event.data.object as { id: string }).id),
  )
  expect(delivered).toEqual(new Set(Object.keys(statuses)))
  hook.close()
})

it('sandbox keeps its clock, keys, challenges and scheduled jobs across a restart', async () => {
  const { pay, on } = await createShop(sandbox)
  await sandbox.control.advance(40 * DAY_MS)
  const waiting = await pay('pm_card_authenticationRequired')
  const create = () =>
    sandbox.stripe.customers.create({ name: '凛' }, { ...on, idempotencyKey: 'rin' })
  const { id } = await create()
  const before = await sandbox.control.now()
  await sandbox.kill()
  await sandbox.restart()
  expect(await sandbox.control.now()).toBeGreaterThanOrEqual(before)
  expect((await create()).id).toBe(id)
  await answerChallenge(waiting, 'authenticated')
  expect((await sandbox.stripe.paymentIntents.retrieve(waiting.id, {}, on)).status).toBe(
    'succeeded',
  )
})

it('sandbox shuts down cleanly', async () => {
  const other = await startSandbox({}, 0)
  await other.stripe.customers.create({})
  expect(await other.stop()).toBe(0)
})

it('sandbox prints what is missing when it cannot start', () => {
  const { status, stderr } = spawnSync(process.execPath, [bundleOf('sandbox')], {
    env: { SANDBOX_SECRET_KEY: 'sk_live_no', SANDBOX_PORT: 'x' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/SANDBOX_PORT.*SANDBOX_FILE.*sk_test_.*pk_test_/)
  expect(stderr).not.toContain('sk_live_no')
})
