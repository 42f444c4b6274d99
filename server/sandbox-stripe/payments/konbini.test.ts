import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startReceiver } from '../testing/receiver.ts'
import { type Sandbox, startSandbox } from '../testing/sandbox.ts'
import { createShop, DAY_MS, stripeErrorOf } from '../testing/scene.ts'

let sandbox: Sandbox
let shop: Awaited<ReturnType<typeof createShop>>
let hook: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  sandbox = await startSandbox({}, 0)
  shop = await createShop(sandbox, ['card_payments', 'konbini_payments'])
  hook = await startReceiver()
  await sandbox.stripe.webhookEndpoints.create({
    url: hook.url,
    enabled_events: ['*'],
    connect: true,
  })
})
afterAll(async () => {
  hook.close()
  await sandbox.stop()
})

const billing_details = { name: '葵', email: 'fan@example.com' }
const create = (more: Partial<Stripe.PaymentIntentCreateParams> = {}, on = shop.on) =>
  sandbox.stripe.paymentIntents.create(
    {
      amount: 1_980,
      currency: 'jpy',
      confirm: true,
      allowed_payment_method_types: ['konbini'],
      payment_method_data: { type: 'konbini', billing_details },
      ...more,
    },
    on,
  )
const again = (id: string) => sandbox.stripe.paymentIntents.retrieve(id, {}, shop.on)
const trigger = (type: string, payment_intent: string) =>
  sandbox.control.trigger(type, { account: shop.seller.id, payment_intent })
async function eventsOf(id: string) {
  await sandbox.control.rest()
  return hook.received
    .map(({ event }) => event)
    .filter(({ data }) => 'id' in data.object && data.object.id === id)
    .map(({ type }) => type)
}

it('payment number of each store is told at once, and paid in one of them', async () => {
  const expires_at = Math.floor((await sandbox.control.now()) / 1000) + 3_600
  const intent = await create({ payment_method_options: { konbini: { expires_at } } })
  const { konbini_display_details: details, type } = intent.next_action!
  const store = { payment_code: expect.any(String), confirmation_number: expect.any(String) }
  expect([intent.status, type]).toEqual(['requires_action', 'konbini_display_details'])
  expect(details).toMatchObject({
    expires_at,
    stores: { familymart: store, lawson: store, ministop: store, seicomart: store },
  })
  const page = await (await fetch(details!.hosted_voucher_url!)).text()
  expect(page).toContain(details!.stores.lawson!.payment_code)
  const body = new URLSearchParams({ outcome: 'paid' })
  expect(
    await (await fetch(details!.hosted_voucher_url!, { method: 'POST', body })).text(),
  ).toContain('お支払いが済みました')
  expect(await again(intent.id)).toMatchObject({ status: 'succeeded', next_action: null })
  expect(await eventsOf(intent.id)).toEqual([
    'payment_intent.created',
    'payment_intent.requires_action',
    'payment_intent.succeeded',
  ])
})

it('payment number that nobody pays expires, and one paid late is paid all the same', async () => {
  const { id } = await create({ payment_method_options: { konbini: { expires_after_days: 1 } } })
  await sandbox.control.advance(2 * DAY_MS)
  expect(await again(id)).toMatchObject({
    status: 'requires_payment_method',
    last_payment_error: { code: 'payment_intent_payment_attempt_expired' },
  })
  expect(await eventsOf(id)).toContain('payment_intent.payment_failed')
  await trigger('pay_voucher', id)
  expect((await again(id)).status).toBe('succeeded')
  const given = await create()
  await sandbox.stripe.paymentIntents.cancel(given.id, {}, shop.on)
  await trigger('pay_voucher', given.id)
  expect((await again(given.id)).status).toBe('succeeded')
})

it('refund of cash asks the customer for a bank account, and is paid to it', async () => {
  const { id } = await create()
  await trigger('pay_voucher', id)
  const refund = await sandbox.stripe.refunds.create(
    { payment_intent: id, instructions_email: 'new@example.com' },
    shop.on,
  )
  expect(refund).toMatchObject({
    status: 'requires_action',
    balance_transaction: expect.any(String),
    next_action: { display_details: { email_sent: { email_sent_to: 'new@example.com' } } },
  })
  const seen = async () => (await sandbox.stripe.refunds.retrieve(refund.id, {}, shop.on)).status
  await sandbox.control.advance(DAY_MS)
  expect(await seen()).toBe('requires_action')
  await sandbox.control.trigger('give_refund_account', {
    account: shop.seller.id,
    refund: refund.id,
  })
  expect(await seen()).toBe('pending')
  await sandbox.control.advance(60_000)
  expect(await seen()).toBe('succeeded')
})

it('payment number needs the capability, a sum that stores take, a name and an address', async () => {
  const plain = await createShop(sandbox)
  expect(await stripeErrorOf(create({}, plain.on))).toMatchObject({
    code: 'payment_intent_invalid_parameter',
  })
  for (const [amount, code] of [
    [119, 'amount_too_small'],
    [300_001, 'amount_too_large'],
  ] as const)
    expect(await stripeErrorOf(create({ amount }))).toMatchObject({ code })
  for (const amount of [120, 300_000])
    expect((await create({ amount })).status).toBe('requires_action')
  const payment_method_data = { type: 'konbini' as const, billing_details: { name: '葵' } }
  expect(await stripeErrorOf(create({ payment_method_data }))).toMatchObject({
    code: 'parameter_missing',
  })
  const past = Math.floor((await sandbox.control.now()) / 1000) - 1
  const options = { payment_method_options: { konbini: { expires_at: past } } }
  expect(await stripeErrorOf(create(options))).toMatchObject({ statusCode: 400 })
})
