import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSandbox, type Sandbox } from '../testing/sandbox.ts'
import { answerChallenge, openShop, refusal } from '../testing/scene.ts'

let sandbox: Sandbox
let stripe: Stripe
let shop: Awaited<ReturnType<typeof openShop>>
beforeAll(async () => {
  sandbox = await openSandbox({}, 0)
  stripe = sandbox.stripe
  shop = await openShop(sandbox)
})
afterAll(() => sandbox.stop())

const again = (id: string) => stripe.paymentIntents.retrieve(id, {}, shop.on)

it('charges on the seller, with the platform’s share, from a card that the platform keeps', async () => {
  const fan = await stripe.customers.create({ name: '葵', metadata: { user: 'u1' } })
  const card = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
  await stripe.paymentMethods.attach(card.id, { customer: fan.id })
  const clone = await stripe.paymentMethods.create(
    { customer: fan.id, payment_method: card.id },
    shop.on,
  )
  expect(clone.id).not.toBe(card.id)
  expect(clone.card!.fingerprint).toBe(card.card!.fingerprint)
  const paid = await shop.pay(clone.id, {
    application_fee_amount: 300,
    metadata: { order: 'o1' },
    expand: ['latest_charge.balance_transaction', 'latest_charge.application_fee'],
  })
  expect(paid).toMatchObject({
    status: 'succeeded',
    metadata: { order: 'o1' },
    latest_charge: {
      application_fee: { amount: 300, account: shop.seller.id },
      balance_transaction: { amount: 3_000, fee: 408, net: 2_592 },
    },
  })
  // Cloned, and used up by paying without a customer there.
  expect(await refusal(shop.pay(clone.id))).toMatchObject({
    code: 'payment_method_unexpected_state',
  })
})

it('clones only the platform’s own cards of that customer, and only for a seller', async () => {
  const fan = await stripe.customers.create({})
  const other = await stripe.customers.create({})
  const { id: payment_method } = await stripe.paymentMethods.attach('pm_card_visa', {
    customer: fan.id,
  })
  const clone = (customer: string, options?: Stripe.RequestOptions) =>
    stripe.paymentMethods.create({ customer, payment_method }, options)
  expect(await refusal(clone(other.id, shop.on))).toMatchObject({ code: 'resource_missing' })
  expect(await refusal(clone(fan.id))).toMatchObject({ statusCode: 400 })
  expect(await clone(fan.id, shop.on)).toMatchObject({ customer: null })
})

it('asks again for the holder where a card was set up on the platform and cloned', async () => {
  const fan = await stripe.customers.create({})
  const setup = await stripe.setupIntents.create({
    customer: fan.id,
    payment_method: 'pm_card_authenticationRequiredOnSetup',
    confirm: true,
  })
  await answerChallenge(setup, 'authenticated')
  const { payment_method } = await stripe.setupIntents.retrieve(setup.id)
  const clone = await stripe.paymentMethods.create(
    { customer: fan.id, payment_method: payment_method as string },
    shop.on,
  )
  expect(await refusal(shop.pay(clone.id, { off_session: true }))).toMatchObject({
    code: 'authentication_required',
    decline_code: 'authentication_required',
  })
  expect(await shop.pay(clone.id)).toMatchObject({ status: 'requires_action' })
})

it('goes from one state to the next, and never back', async () => {
  const { id, status } = await stripe.paymentIntents.create(
    { amount: 500, currency: 'jpy' },
    shop.on,
  )
  expect(status).toBe('requires_payment_method')
  expect(await refusal(stripe.paymentIntents.confirm(id, {}, shop.on))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await stripe.paymentIntents.update(id, { payment_method: 'pm_card_visa', amount: 600 }, shop.on)
  expect(await again(id)).toMatchObject({ status: 'requires_confirmation', amount: 600 })
  expect(await stripe.paymentIntents.confirm(id, {}, shop.on)).toMatchObject({
    status: 'succeeded',
    amount_received: 600,
  })
  for (const late of [
    () => stripe.paymentIntents.confirm(id, {}, shop.on),
    () => stripe.paymentIntents.cancel(id, {}, shop.on),
    () => stripe.paymentIntents.update(id, { amount: 700 }, shop.on),
  ])
    expect(await refusal(late())).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id, status: 'succeeded' },
    })
})

it('pays with another card after a decline', async () => {
  const declined = await refusal(shop.pay('pm_card_chargeDeclined'))
  const { id } = declined.payment_intent!
  expect(
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, shop.on),
  ).toMatchObject({ status: 'succeeded', last_payment_error: null })
  const charges = await stripe.charges.list({ payment_intent: id }, shop.on)
  expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
})

it('cancels a payment that waits for its holder; the challenge is void then', async () => {
  const waiting = await shop.pay('pm_card_authenticationRequired')
  const canceled = await stripe.paymentIntents.cancel(
    waiting.id,
    { cancellation_reason: 'abandoned' },
    shop.on,
  )
  expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
  await answerChallenge(waiting, 'authenticated')
  expect(await again(waiting.id)).toMatchObject({ status: 'canceled', latest_charge: null })
})

it('leaves nothing behind of what it refuses', async () => {
  const before = await stripe.paymentIntents.list({ limit: 1 }, shop.on)
  const refusals: [Partial<Stripe.PaymentIntentCreateParams>, object][] = [
    [{ amount: 49 }, { code: 'amount_too_small', param: 'amount' }],
    [{ amount: 100_000_000 }, { code: 'amount_too_large' }],
    [{ amount: -1 }, { code: 'amount_too_small' }],
    [{ currency: 'usd' }, { param: 'currency' }],
    [{ application_fee_amount: 3_001 }, { param: 'application_fee_amount' }],
    [{ customer: 'cus_nobody' }, { code: 'resource_missing', param: 'customer' }],
    [{ payment_method: 'pm_nothing' }, { code: 'resource_missing', param: 'payment_method' }],
    [{ expand: ['nothing'] }, { param: 'expand' }],
  ]
  for (const [more, error] of refusals)
    expect(await refusal(shop.pay('pm_card_visa', more))).toMatchObject(error)
  const after = await stripe.paymentIntents.list({ limit: 1 }, shop.on)
  expect(after.data[0]?.id).toBe(before.data[0]?.id)
})

it('takes no share without a seller', async () => {
  const error = await refusal(
    stripe.paymentIntents.create({ amount: 500, currency: 'jpy', application_fee_amount: 50 }),
  )
  expect(error).toMatchObject({ param: 'application_fee_amount' })
})

it('says which parameter it does not know, and which is missing', async () => {
  const wrong = { amount: 500, currency: 'jpy', amuont: 1 } as Stripe.PaymentIntentCreateParams
  expect(await refusal(stripe.paymentIntents.create(wrong, shop.on))).toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    param: 'amuont',
    message: 'Received unknown parameter: amuont',
  })
  const less = { currency: 'jpy' } as Stripe.PaymentIntentCreateParams
  expect(await refusal(stripe.paymentIntents.create(less, shop.on))).toMatchObject({
    code: 'parameter_missing',
    param: 'amount',
  })
})

it('knows the keys, the accounts, the paths and the version', async () => {
  const call = (path: string, headers: Record<string, string>) =>
    fetch(`${sandbox.url}${path}`, { headers })
  const key = { authorization: `Bearer ${sandbox.secretKey}` }
  const cases: [string, Record<string, string>, number][] = [
    ['/v1/balance', {}, 401],
    ['/v1/balance', { authorization: 'Bearer sk_test_other' }, 401],
    ['/v1/balance', { authorization: `Bearer ${sandbox.publishableKey}` }, 401],
    ['/v1/balance', { ...key, 'stripe-account': 'acct_nobody' }, 403],
    ['/v1/balance', { ...key, 'stripe-version': '2020-08-27' }, 400],
    ['/v1/nothing', key, 404],
    ['/v1/charges/ch_nothing', key, 404],
    ['/v1/balance', key, 200],
  ]
  for (const [path, headers, status] of cases) {
    const answer = await call(path, headers)
    expect([path, answer.status]).toEqual([path, status])
    expect(answer.headers.get('request-id')).toMatch(/^req_/)
    const { error } = (await answer.json()) as { error?: { type: string; message: string } }
    if (status !== 200) expect(error?.type).toBe('invalid_request_error')
  }
})

it('keeps one seller’s things from another', async () => {
  const other = await openShop(sandbox)
  const { id } = await shop.pay('pm_card_visa')
  expect(await refusal(stripe.paymentIntents.retrieve(id, {}, other.on))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  expect((await stripe.paymentIntents.list({}, other.on)).data).toEqual([])
})

it('gives lists by pages, newest first, both ways and by time', async () => {
  const { on, pay } = await openShop(sandbox)
  const made: string[] = []
  for (let n = 0; n < 5; n++) made.unshift((await pay('pm_card_visa')).id)
  const ids = (page: Stripe.ApiList<{ id: string }>) => page.data.map(({ id }) => id)
  const first = await stripe.paymentIntents.list({ limit: 2 }, on)
  expect([ids(first), first.has_more]).toEqual([made.slice(0, 2), true])
  const next = await stripe.paymentIntents.list({ limit: 3, starting_after: made[1]! }, on)
  expect([ids(next), next.has_more]).toEqual([made.slice(2), false])
  const back = await stripe.paymentIntents.list({ limit: 2, ending_before: made[3]! }, on)
  expect([ids(back), back.has_more]).toEqual([made.slice(1, 3), true])
  const all: string[] = []
  for await (const { id } of stripe.paymentIntents.list({ limit: 2 }, on)) all.push(id)
  expect(all).toEqual(made)
  const { created } = await stripe.paymentIntents.retrieve(made[0]!, {}, on)
  expect(ids(await stripe.paymentIntents.list({ created: { gt: created } }, on))).toEqual([])
  expect(ids(await stripe.paymentIntents.list({ created: { gte: created - 60 } }, on))).toEqual(
    made,
  )
})

it('sets a card up for later, keeps it, and forgets it', async () => {
  const setup = await stripe.setupIntents.create(
    { customer: shop.customer.id, usage: 'off_session' },
    shop.on,
  )
  expect(setup.status).toBe('requires_payment_method')
  const done = await stripe.setupIntents.confirm(
    setup.id,
    { payment_method: 'pm_card_mastercard' },
    shop.on,
  )
  expect(done.status).toBe('succeeded')
  const method = done.payment_method as string
  const kept = await stripe.customers.listPaymentMethods(shop.customer.id, {}, shop.on)
  expect(kept.data.map(({ id }) => id)).toContain(method)
  await stripe.customers.update(
    shop.customer.id,
    { invoice_settings: { default_payment_method: method } },
    shop.on,
  )
  await stripe.paymentMethods.detach(method, {}, shop.on)
  expect(await refusal(shop.pay(method))).toMatchObject({ code: 'payment_method_unexpected_state' })
})

it('fails to set up what the issuer refuses, and what the holder fails', async () => {
  const on = { customer: shop.customer.id, confirm: true }
  const declined = await refusal(
    stripe.setupIntents.create({ ...on, payment_method: 'pm_card_chargeDeclined' }, shop.on),
  )
  expect(declined).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
    setup_intent: { status: 'requires_payment_method' },
  })
  const waiting = await stripe.setupIntents.create(
    { ...on, payment_method: 'pm_card_authenticationRequired' },
    shop.on,
  )
  await answerChallenge(waiting, 'failed')
  expect(await stripe.setupIntents.retrieve(waiting.id, {}, shop.on)).toMatchObject({
    status: 'requires_payment_method',
    last_setup_error: { code: 'setup_intent_authentication_failure' },
  })
  expect(await stripe.setupIntents.cancel(waiting.id, {}, shop.on)).toMatchObject({
    status: 'canceled',
  })
})

it('keeps the card of a payment that says so', async () => {
  const waiting = await shop.pay('pm_card_authenticationRequiredOnSetup', {
    customer: shop.customer.id,
    setup_future_usage: 'off_session',
  })
  await answerChallenge(waiting, 'authenticated')
  const { payment_method } = await again(waiting.id)
  expect(
    await shop.pay(payment_method as string, { customer: shop.customer.id, off_session: true }),
  ).toMatchObject({ status: 'succeeded' })
})

it('forgets a customer with their cards', async () => {
  const fan = await stripe.customers.create({ email: 'gone@example.com' }, shop.on)
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: fan.id }, shop.on)
  await stripe.customers.del(fan.id, {}, shop.on)
  expect(await stripe.customers.retrieve(fan.id, {}, shop.on)).toMatchObject({ deleted: true })
  expect((await stripe.customers.list({ email: 'gone@example.com' }, shop.on)).data).toEqual([])
  expect((await stripe.paymentMethods.retrieve(id, {}, shop.on)).customer).toBeNull()
})
