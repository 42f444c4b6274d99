import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../testing/sandbox.ts'
import { createShop, DAY_MS, stripeErrorOf } from '../testing/scene.ts'

let sandbox: Sandbox
let shop: Awaited<ReturnType<typeof createShop>>
beforeAll(async () => {
  sandbox = await startSandbox()
  shop = await createShop(sandbox)
})
afterEach(() => sandbox.control.clearFaults())
afterAll(() => sandbox.stop())

const pay = (idempotencyKey: string, more: { amount?: number; payment_method?: string } = {}) =>
  sandbox.stripe.paymentIntents.create(
    { amount: 500, currency: 'jpy', payment_method: 'pm_card_visa', confirm: true, ...more },
    { ...shop.on, idempotencyKey },
  )
const count = async () =>
  (await sandbox.stripe.paymentIntents.list({ limit: 100 }, shop.on)).data.length

it('same key returns the same answer, and charges once', async () => {
  const before = await count()
  const first = await pay('same')
  const second = await pay('same')
  expect(second).toEqual(first)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
  expect((await count()) - before).toBe(1)
})

it('decline is stored for its key, and a new card needs a new key', async () => {
  const declining = { payment_method: 'pm_card_chargeDeclined' }
  const first = await stripeErrorOf(pay('declined', declining))
  const second = await stripeErrorOf(pay('declined', declining))
  expect(second.payment_intent!.id).toBe(first.payment_intent!.id)
  expect(await stripeErrorOf(pay('declined'))).toMatchObject({ type: 'StripeIdempotencyError' })
})

it('used key with other parameters is refused', async () => {
  await pay('reused')
  expect(await stripeErrorOf(pay('reused', { amount: 600 }))).toMatchObject({
    statusCode: 400,
    type: 'StripeIdempotencyError',
  })
})

it('keys are separate per account', async () => {
  const other = await createShop(sandbox)
  const { id } = await pay('shared')
  const there = await sandbox.stripe.paymentIntents.create(
    { amount: 500, currency: 'jpy', payment_method: 'pm_card_visa', confirm: true },
    { ...other.on, idempotencyKey: 'shared' },
  )
  expect(there.id).not.toBe(id)
})

it('error before the work is not stored', async () => {
  expect(await stripeErrorOf(pay('begun', { amount: 'x' as unknown as number }))).toMatchObject({
    code: 'parameter_invalid_integer',
  })
  expect(await pay('begun')).toMatchObject({ status: 'succeeded' })
})

it('internal error is stored for its key', async () => {
  const before = await count()
  await sandbox.control.fault({ do: 'error', path: '/v1/payment_intents', times: 1 })
  expect(await stripeErrorOf(pay('broken'))).toMatchObject({ statusCode: 500 })
  expect(await stripeErrorOf(pay('broken'))).toMatchObject({ statusCode: 500 })
  expect(await count()).toBe(before)
  await sandbox.control.fault({ do: 'error_after', path: '/v1/payment_intents', times: 1 })
  expect(await stripeErrorOf(pay('broken after'))).toMatchObject({ statusCode: 500 })
  expect(await stripeErrorOf(pay('broken after'))).toMatchObject({ statusCode: 500 })
  expect(await count()).toBe(before + 1)
})

it('concurrent call with the same key is told that the first is running', async () => {
  await sandbox.control.fault({ do: 'slow', path: '/v1/payment_intents', times: 1, ms: 500 })
  const both = await Promise.allSettled([pay('running'), pay('running')])
  const paid = both.find((one) => one.status === 'fulfilled')
  const rejected = both.find((one) => one.status === 'rejected')
  expect(rejected?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
  expect(await pay('running')).toMatchObject({ id: paid!.value.id, status: 'succeeded' })
})

it('key is deleted after a day', async () => {
  const first = await pay('old')
  await sandbox.control.advance(DAY_MS - 60_000)
  expect((await pay('old')).id).toBe(first.id)
  await sandbox.control.advance(120_000)
  expect((await pay('old')).id).not.toBe(first.id)
})
