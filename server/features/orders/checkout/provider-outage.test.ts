import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { API_BASE } from '#contract/http/endpoint.ts'
import { PROVIDER_LINE } from '#contract/payments/limits.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { CROWDED } from '#contract/shared/messages.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { stripePayments } from '#server/adapters/stripe/payments.ts'
import type { Schema } from '#server/db/schema.ts'
import { RETRY_AFTER_S } from '#server/http/provider-errors.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const INTENTS = '/v1/payment_intents'

describe.each(apiDatabaseNames)('provider outage during a payment, on %s', (database) => {
  let sandbox: Sandbox
  let world: World
  let account: string
  let seen = 0

  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.stop())
  beforeEach(() => open())
  afterEach(async () => {
    await sandbox.control.clearFaults()
    await world.close()
  })

  async function open(line = PROVIDER_LINE) {
    const stripe = createStripeClient(sandbox.secretKey, sandbox.url, line)
    const provider = stripePayments(stripe, { platform: '', connect: '' })
    world = await createWorld(database, {}, memoryBus(), provider)
    account = (await sandbox.control.seller(sandbox.stripe)).id
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    await world.db.updateTable('seller_account').set({ account_ref: account }).execute()
    // Idempotency keys contain the buyer's id, and the provider keeps those of earlier tests.
    await makeUser(world, fan())
    await makeUser(world, `${fan()}-new`)
    await makeMember(world, 'room-aoi', fan())
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, capacity: 1 })
    seen = (await sandbox.control.requests()).at(-1)?.seq ?? 0
  }
  const fan = () => `fan-${account}`

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const start = () =>
    world.as(fan())(events.startJoin, { body: { event_id: 'night', token: 'tok_visa' } })
  const intents = async () =>
    (await sandbox.stripe.paymentIntents.list({ limit: 100 }, { stripeAccount: account })).data
  /** Requests for new payments, by key and status. */
  const requestsTo = async (path = INTENTS) =>
    (await sandbox.control.requests(seen))
      .filter((one) => one.method === 'POST' && one.path === path && one.account === account)
      .map(({ key, status }) => ({ key, status }))
  async function paysOnce({ paymentIntent }: Awaited<ReturnType<typeof start>>) {
    await sandbox.stripe.paymentIntents.confirm(paymentIntent.id, {}, { stripeAccount: account })
    const body = { event_id: 'night', paymentIntentId: paymentIntent.id }
    await world.as(fan())(events.join, { body })
    expect((await intents()).filter(({ status }) => status === 'succeeded')).toHaveLength(1)
    expect((await table('entitlement')).filter(({ kind }) => kind === 'event')).toHaveLength(1)
  }

  it('lost answer is retried under the same key: one payment (16)', async () => {
    await sandbox.control.fault({ do: 'cut_after', method: 'POST', path: INTENTS, times: 1 })
    const started = await start()
    const [first, again, ...more] = await requestsTo()
    expect(again!.key).toBe(first!.key)
    expect(more).toEqual([])
    expect(await intents()).toHaveLength(1)
    await paysOnce(started)
  })

  it('request after three lost answers finds the one payment (16)', async () => {
    await sandbox.control.fault({ do: 'cut_after', method: 'POST', path: INTENTS, times: 3 })
    await expect(start()).rejects.toMatchObject({ status: 503 })
    const started = await start()
    expect(new Set((await requestsTo()).map(({ key }) => key)).size).toBe(1)
    expect(await intents()).toHaveLength(1)
    await paysOnce(started)
  })

  it('500 without effect is looked up and retried under a new key (17)', async () => {
    await sandbox.control.fault({ do: 'error', method: 'POST', path: INTENTS, times: 1 })
    const started = await start()
    expect((await requestsTo()).map(({ status }) => status)).toEqual([500, 200])
    expect(new Set((await requestsTo()).map(({ key }) => key)).size).toBe(2)
    const attempts = await table('attempt')
    expect(attempts.map(({ n, state }) => [n, state]).sort()).toEqual([
      [1, 'failed'],
      [2, 'started'],
    ])
    await paysOnce(started)
  })

  it('500 after the payment was created finds it, and creates no second (17)', async () => {
    await sandbox.control.fault({ do: 'error_after', method: 'POST', path: INTENTS, times: 1 })
    const started = await start()
    expect(await requestsTo()).toHaveLength(1)
    expect(await intents()).toHaveLength(1)
    await paysOnce(started)
  })

  it('500 after the first month was paid gives a membership, paid once (17)', async () => {
    const confirm = `${INTENTS}/*/confirm`
    await sandbox.control.fault({ do: 'error_after', method: 'POST', path: confirm, times: 1 })
    const fresh = world.as(`${fan()}-new`)
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const started = await fresh(rooms.startSubscription, { body })
    expect(started).toMatchObject({ result: 'succeeded', paymentIntent: null })
    const { subscriptionId } = started
    await fresh(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    const of = await sandbox.stripe.subscriptions.list(
      { status: 'all' },
      { stripeAccount: account },
    )
    expect(of.data).toHaveLength(1)
    expect((await intents()).filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  })

  it('500 before the first month was paid ends that subscription and starts another (17)', async () => {
    const confirm = `${INTENTS}/*/confirm`
    await sandbox.control.fault({ do: 'error', method: 'POST', path: confirm, times: 1 })
    const fresh = world.as(`${fan()}-new`)
    const body = { room_id: 'aoi', token: 'tok_visa' }
    expect(await fresh(rooms.startSubscription, { body })).toMatchObject({ result: 'succeeded' })
    const of = await sandbox.stripe.subscriptions.list(
      { status: 'all' },
      { stripeAccount: account },
    )
    expect(of.data.map(({ status }) => status).sort()).toEqual(['active', 'incomplete_expired'])
    expect((await intents()).filter(({ status }) => status === 'succeeded')).toHaveLength(1)
  })

  it('card and customer calls that got a 500 are repeated under a new key (17)', async () => {
    for (const path of ['/v1/customers', '/v1/payment_methods'])
      await sandbox.control.fault({ do: 'error', method: 'POST', path, times: 1 })
    await paysOnce(await start())
  })

  it.each(['rate_limit', 'lock_timeout'] as const)(
    'retries after a %s with the same key, at most three times, for one payment (18)',
    async (fault) => {
      await sandbox.control.fault({ do: fault, method: 'POST', path: INTENTS, times: 2 })
      const started = await start()
      const all = await requestsTo()
      expect(all.map(({ status }) => status)).toEqual([429, 429, 200])
      expect(new Set(all.map(({ key }) => key)).size).toBe(1)
      await paysOnce(started)
    },
  )

  it('lasting 429 answers 503 with Retry-After and keeps the seat (18)', async () => {
    await sandbox.control.fault({ do: 'rate_limit', method: 'POST', path: INTENTS })
    await expect(start()).rejects.toMatchObject({ status: 503 })
    expect(await requestsTo()).toHaveLength(3)
    await sandbox.control.clearFaults()
    await paysOnce(await start())
  })

  it('full call queue answers 503 at once, with Retry-After (18)', async () => {
    await world.close()
    await open({ perSecond: 1, longestWaitMs: -1 })
    const body = JSON.stringify({ event_id: 'night', token: 'tok_visa' })
    const token = await world.tokenOf(fan())
    const answer = await world.fetch(`${API_BASE}${events.startJoin.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await answer.json()).toEqual({ message: CROWDED })
    expect(await sandbox.control.requests(seen)).toEqual([])
    expect((await table('hold')).map(({ released_at }) => released_at)).toEqual([null])
  })

  it('waits for an idempotency key that is in use (19)', async () => {
    await sandbox.control.fault({ do: 'in_use', method: 'POST', path: INTENTS, times: 2 })
    const started = await start()
    const all = await requestsTo()
    expect(all.map(({ status }) => status)).toEqual([409, 409, 200])
    expect(new Set(all.map(({ key }) => key)).size).toBe(1)
    await paysOnce(started)
  })

  it('logs an alarm, without a charge, for an idempotency key used with other parameters (20)', async () => {
    await sandbox.control.fault({ do: 'cut_before', method: 'POST', path: INTENTS, times: 3 })
    await expect(start()).rejects.toMatchObject({ status: 503 })
    const [attempt] = await table('attempt')
    await sandbox.stripe.paymentIntents.create(
      { amount: 50, currency: 'jpy' },
      { stripeAccount: account, idempotencyKey: attempt!.idempotency_key },
    )
    for (const _ of ['once', 'and again'])
      await expect(start()).rejects.toMatchObject({
        status: 503,
        retryAfterMs: RETRY_AFTER_S * 1_000,
      })
    expect((await intents()).map(({ amount }) => amount)).toEqual([50])
    expect(await table('attempt')).toHaveLength(1)
    const alarms = world.log.lines.filter(({ message }) => message.startsWith('ALARM'))
    expect(alarms).toHaveLength(2)
    expect(alarms[0]).toMatchObject({ level: 'error', facts: { attempt: attempt!.id } })
  })
})
