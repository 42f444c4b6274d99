import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Sandbox, sdk, startSandbox } from '../testing/sandbox.ts'
import { createShop, stripeErrorOf } from '../testing/scene.ts'

let sandbox: Sandbox
let shop: Awaited<ReturnType<typeof createShop>>
beforeAll(async () => {
  sandbox = await startSandbox()
  shop = await createShop(sandbox)
})
afterEach(async () => {
  await sandbox.control.clearFaults()
  await sandbox.control.settings({ calls_per_second: 0 })
})
afterAll(() => sandbox.stop())

const pay = (idempotencyKey: string, stripe = sandbox.stripe) =>
  stripe.paymentIntents.create(
    { amount: 500, currency: 'jpy', payment_method: 'pm_card_visa', confirm: true },
    { ...shop.on, idempotencyKey },
  )
const count = async () =>
  (await sandbox.stripe.paymentIntents.list({ limit: 100 }, shop.on)).data.length
const onPayments = { method: 'POST', path: '/v1/payment_intents' }

it('lost response takes effect, and the same key returns it', async () => {
  const before = await count()
  await sandbox.control.fault({ ...onPayments, do: 'hang_after', times: 1, ms: 50 })
  // The SDK retries a closed connection once.
  expect(await pay('hung')).toMatchObject({ status: 'succeeded' })
  await sandbox.control.fault({ ...onPayments, do: 'cut_after', times: 2 })
  expect(await stripeErrorOf(pay('cut'))).toMatchObject({ type: 'StripeConnectionError' })
  expect(await pay('cut')).toMatchObject({ status: 'succeeded' })
  expect((await count()) - before).toBe(2)
})

it('outage refuses connections', async () => {
  const before = await count()
  await sandbox.control.fault({ ...onPayments, do: 'cut_before', times: 2 })
  expect(await stripeErrorOf(pay('unreached'))).toMatchObject({ type: 'StripeConnectionError' })
  expect(await count()).toBe(before)
})

it('slow response exceeds the caller’s timeout', async () => {
  await sandbox.control.fault({ ...onPayments, do: 'hang_after', times: 1, ms: 5_000 })
  const { hostname, port } = new URL(sandbox.url)
  expect([hostname, Number(port) > 0]).toEqual(['127.0.0.1', true])
  const hurried = sandbox.stripe.paymentIntents.create(
    { amount: 500, currency: 'jpy', payment_method: 'pm_card_visa', confirm: true },
    { ...shop.on, idempotencyKey: 'hurried', timeout: 100 },
  )
  expect(await stripeErrorOf(hurried)).toMatchObject({ type: 'StripeConnectionError' })
  expect(await pay('hurried')).toMatchObject({ status: 'succeeded' })
})

it.each([
  ['rate_limit', 429, 'rate_limit', 'false'],
  ['lock_timeout', 429, 'lock_timeout', 'true'],
  ['in_use', 409, 'idempotency_key_in_use', undefined],
] as const)(
  'fault answers %s, and a retry with the same key succeeds',
  async (fault, status, code, retry) => {
    await sandbox.control.fault({ ...onPayments, do: fault, times: 1 })
    const error = await stripeErrorOf(pay(`after ${fault}`))
    expect(error).toMatchObject({ statusCode: status, code })
    expect(error.headers?.['stripe-should-retry']).toBe(retry)
    expect(await pay(`after ${fault}`)).toMatchObject({ status: 'succeeded' })
  },
)

it('random faults are deterministic per seed', async () => {
  const struck = async (seed: number) => {
    await sandbox.control.clearFaults()
    await sandbox.control.fault({ do: 'rate_limit', path: '/v1/balance', probability: 0.5, seed })
    const outcomes: boolean[] = []
    for (let n = 0; n < 20; n++)
      outcomes.push(
        await sandbox.stripe.balance.retrieve({}, shop.on).then(
          () => false,
          () => true,
        ),
      )
    return outcomes
  }
  const first = await struck(7)
  expect(new Set(first)).toEqual(new Set([true, false]))
  expect(await struck(7)).toEqual(first)
  expect(await struck(8)).not.toEqual(first)
})

it('rate limit applies per operation', async () => {
  await sandbox.control.settings({ calls_per_second: 5 })
  const tried = await Promise.allSettled(
    Array.from({ length: 10 }, () => sandbox.stripe.balance.retrieve({}, shop.on)),
  )
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(tried.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { statusCode: 429, code: 'rate_limit' },
  })
})

it('journal records every request, without card numbers and secrets', async () => {
  const [last] = (await sandbox.control.requests()).slice(-1)
  await pay('noted')
  const browser = sdk(sandbox.url, sandbox.publishableKey)
  await browser.tokens.create({
    card: { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '987' },
  })
  const noted = await sandbox.control.requests(last!.seq)
  expect(noted).toMatchObject([
    {
      method: 'POST',
      path: '/v1/payment_intents',
      key: 'noted',
      version: '2026-10-28.endive',
      account: shop.seller.id,
      caller: 'platform',
      status: 200,
      params: { amount: '500', payment_method: 'pm_card_visa' },
    },
    { path: '/v1/tokens', caller: 'browser', params: { card: { number: '***', cvc: '***' } } },
  ])
})

it('control calls need the secret key and valid input', async () => {
  const post = (path: string, body: object, key = sandbox.secretKey) =>
    fetch(`${sandbox.url}/_control/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    })
  const cases: [string, object, string?][] = [
    ['clock', { advance_ms: 1 }, sandbox.publishableKey],
    ['clock', { advance_ms: -1 }],
    ['faults', { do: 'explode' }],
    ['faults', { do: 'drop', often: true }],
    ['settings', { clock_offset_ms: 1 }],
    ['settings', { after_retries: 'forgive' }],
    ['trigger', { type: 'nothing' }],
    ['trigger', { type: 'expire_intent', payment_intent: 'pi_nothing' }],
  ]
  for (const [path, body, key] of cases)
    expect([path, body, (await post(path, body, key)).status]).toEqual([
      path,
      body,
      key ? 401 : 400,
    ])
})
