import type Stripe from 'stripe'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startReceiver } from '../testing/receiver.ts'
import { type Sandbox, startSandbox } from '../testing/sandbox.ts'
import { createShop, DAY_MS, stripeErrorOf } from '../testing/scene.ts'

// Waiting for the sandbox to become idle takes up to five seconds.
vi.setConfig({ testTimeout: 20_000 })

let sandbox: Sandbox
let stripe: Stripe
let shop: Awaited<ReturnType<typeof createShop>>
let hook: Awaited<ReturnType<typeof startReceiver>>
let endpoint: Stripe.WebhookEndpoint
const watched: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  'payment_intent.created',
  'charge.succeeded',
  'payment_intent.succeeded',
]
beforeAll(async () => {
  sandbox = await startSandbox({}, 0)
  stripe = sandbox.stripe
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  shop = await createShop(sandbox)
  hook = await startReceiver()
  endpoint = await stripe.webhookEndpoints.create({
    url: hook.url,
    enabled_events: watched,
    connect: true,
  })
})
afterEach(async () => {
  hook.close()
  await sandbox.control.clearFaults()
  for (const { id } of (await stripe.webhookEndpoints.list()).data)
    await stripe.webhookEndpoints.del(id)
})

it('webhooks are in order, signed over the raw body, with the object at that time', async () => {
  const paid = await shop.pay('pm_card_visa')
  await sandbox.control.rest()
  expect(hook.types()).toEqual(watched)
  const events = hook.received.map(({ raw, signature }) =>
    stripe.webhooks.constructEvent(raw, signature, endpoint.secret!),
  )
  expect(events[0]).toMatchObject({
    account: shop.seller.id,
    api_version: '2026-10-28.endive',
    data: { object: { id: paid.id, status: 'requires_confirmation' } },
  })
  expect(events[2]).toMatchObject({ data: { object: { id: paid.id, status: 'succeeded' } } })
  const [{ raw, signature }] = hook.received as [(typeof hook.received)[0]]
  const other = await stripe.webhookEndpoints.create({ url: hook.url, enabled_events: ['*'] })
  for (const [body, secret] of [
    [raw.replace('3000', '3001'), endpoint.secret!],
    [raw, other.secret!],
  ] as const)
    expect(() => stripe.webhooks.constructEvent(body, signature, secret)).toThrow(/signature/i)
})

it('platform endpoints get platform events, connect endpoints those of sellers', async () => {
  const platform = await startReceiver()
  await stripe.webhookEndpoints.create({ url: platform.url, enabled_events: ['*'] })
  await stripe.customers.create({ email: 'fan@example.com' })
  await shop.pay('pm_card_visa', { application_fee_amount: 30 })
  await sandbox.control.rest()
  expect(platform.types()).toEqual(['customer.created', 'application_fee.created'])
  expect(platform.received.map(({ event }) => event.account)).toEqual([undefined, undefined])
  expect(hook.types()).toEqual(watched)
  platform.close()
})

it('failed webhook is retried, and events count the pending ones', async () => {
  hook.answerWith(500)
  await shop.pay('pm_card_visa')
  await expect.poll(() => hook.received.length).toBeGreaterThanOrEqual(3)
  const waiting = await stripe.events.list({ type: 'charge.succeeded' }, shop.on)
  expect(waiting.data.map((event) => event.pending_webhooks)).toEqual([1])
  hook.received.length = 0
  hook.answerWith(200)
  await sandbox.control.advance(60_000)
  await sandbox.control.rest()
  expect(hook.types().toSorted()).toEqual(watched.toSorted())
  const done = await stripe.events.retrieve(waiting.data[0]!.id, {}, shop.on)
  expect(done.pending_webhooks).toBe(0)
})

it('webhook is given up after three days', async () => {
  hook.answerWith(500)
  await shop.pay('pm_card_visa')
  for (let hours = 0; hours < 96; hours += 6) {
    await sandbox.control.advance(DAY_MS / 4)
    await sandbox.control.rest()
  }
  hook.received.length = 0
  hook.answerWith(200)
  await sandbox.control.advance(DAY_MS)
  await sandbox.control.rest()
  expect(hook.received).toEqual([])
})

it('events are listed by type and time, also undelivered ones', async () => {
  await stripe.webhookEndpoints.del(endpoint.id)
  const { id } = await shop.pay('pm_card_visa')
  await sandbox.control.rest()
  expect(hook.received).toEqual([])
  const { data } = await stripe.events.list({ types: watched }, shop.on)
  expect(data.map(({ type }) => type)).toEqual(watched.toReversed())
  const [event] = data
  expect((event!.data.object as Stripe.PaymentIntent).id).toBe(id)
  expect(event!.request).toMatchObject({ id: expect.stringMatching(/^req_/) })
})

it('endpoints can be changed, disabled and listed; the secret is returned once', async () => {
  expect(endpoint.secret).toMatch(/^whsec_/)
  const after = await stripe.webhookEndpoints.update(endpoint.id, { disabled: true })
  expect(after).toMatchObject({ status: 'disabled', url: hook.url })
  expect(after.secret).toBeUndefined()
  await shop.pay('pm_card_visa')
  await sandbox.control.rest()
  expect(hook.received).toEqual([])
  expect((await stripe.webhookEndpoints.list()).data.map(({ id }) => id)).toEqual([endpoint.id])
  await stripe.webhookEndpoints.del(endpoint.id)
  expect((await stripe.webhookEndpoints.list()).data).toEqual([])
  expect(await stripeErrorOf(stripe.webhookEndpoints.retrieve(endpoint.id))).toMatchObject({
    code: 'resource_missing',
  })
})

it('faults duplicate, drop, delay and reorder webhooks', async () => {
  await sandbox.control.fault({ do: 'duplicate', type: 'charge.*', times: 1 })
  await shop.pay('pm_card_visa')
  await sandbox.control.rest()
  expect(hook.types().toSorted()).toEqual([...watched, 'charge.succeeded'].toSorted())
  const ids = hook.received.map(({ event }) => event.id)
  expect(new Set(ids).size).toBe(3)

  hook.received.length = 0
  await sandbox.control.fault({ do: 'drop', type: 'charge.succeeded', times: 1 })
  await shop.pay('pm_card_visa')
  await sandbox.control.rest()
  expect(hook.types()).toEqual([watched[0], watched[2]])

  hook.received.length = 0
  await sandbox.control.fault({ do: 'delay', type: 'payment_intent.created', times: 1, ms: 60_000 })
  await shop.pay('pm_card_visa')
  await sandbox.control.rest()
  expect(hook.types()).toEqual([watched[1], watched[2]])
  await sandbox.control.advance(60_000)
  await sandbox.control.rest()
  expect(hook.types()).toEqual([watched[1], watched[2], watched[0]])

  hook.received.length = 0
  await sandbox.control.fault({ do: 'reorder', times: 2, ms: 60_000, seed: 1 })
  await shop.pay('pm_card_visa')
  await sandbox.control.rest()
  await sandbox.control.advance(60_000)
  await sandbox.control.rest()
  expect(hook.types()[0]).toBe(watched[2])
  expect(hook.types().toSorted()).toEqual(watched.toSorted())
})
