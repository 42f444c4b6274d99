import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../testing/sandbox.ts'
import { answerChallenge, createShop, stripeErrorOf } from '../testing/scene.ts'

let sandbox: Sandbox
let stripe: Stripe
let shop: Awaited<ReturnType<typeof createShop>>
beforeAll(async () => {
  sandbox = await startSandbox({}, 0)
  stripe = sandbox.stripe
  shop = await createShop(sandbox)
})
afterAll(() => sandbox.stop())

const again = (id: string) => stripe.paymentIntents.retrieve(id, {}, shop.on)

it('direct charge has an application fee, and uses a card saved on the platform', async () => {
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
  // A clone is used up by a payment without a customer in that account.
  expect(await stripeErrorOf(shop.pay(clone.id))).toMatchObject({
    code: 'payment_method_unexpected_state',
  })
})

it('only the platform’s own cards of that customer are cloned, and only for a seller', async () => {
  const fan = await stripe.customers.create({})
  const other = await stripe.customers.create({})
  const { id: payment_method } = await stripe.paymentMethods.attach('pm_card_visa', {
    customer: fan.id,
  })
  const clone = (customer: string, options?: Stripe.RequestOptions) =>
    stripe.paymentMethods.create({ customer, payment_method }, options)
  expect(await stripeErrorOf(clone(other.id, shop.on))).toMatchObject({ code: 'resource_missing' })
  expect(await stripeErrorOf(clone(fan.id))).toMatchObject({ statusCode: 400 })
  expect(await clone(fan.id, shop.on)).toMatchObject({ customer: null })
})

it('clone of a card that was set up on the platform needs authentication again', async () => {
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
  expect(await stripeErrorOf(shop.pay(clone.id, { off_session: true }))).toMatchObject({
    code: 'authentication_required',
    decline_code: 'authentication_required',
  })
  expect(await shop.pay(clone.id)).toMatchObject({ status: 'requires_action' })
})

it('payment intent only moves forward through its states', async () => {
  const { id, status } = await stripe.paymentIntents.create(
    { amount: 500, currency: 'jpy' },
    shop.on,
  )
  expect(status).toBe('requires_payment_method')
  expect(await stripeErrorOf(stripe.paymentIntents.confirm(id, {}, shop.on))).toMatchObject({
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
    expect(await stripeErrorOf(late())).toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { id, status: 'succeeded' },
    })
})

it('declined payment succeeds with another card', async () => {
  const declined = await stripeErrorOf(shop.pay('pm_card_chargeDeclined'))
  const { id } = declined.payment_intent!
  expect(
    await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }, shop.on),
  ).toMatchObject({ status: 'succeeded', last_payment_error: null })
  const charges = await stripe.charges.list({ payment_intent: id }, shop.on)
  expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed'])
})

it('canceled payment voids its challenge', async () => {
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

it('refused call leaves no trace', async () => {
  const before = await stripe.paymentIntents.list({ limit: 1 }, shop.on)
  const declinedCases: [Partial<Stripe.PaymentIntentCreateParams>, object][] = [
    [{ amount: 49 }, { code: 'amount_too_small', param: 'amount' }],
    [{ amount: 100_000_000 }, { code: 'amount_too_large' }],
    [{ amount: -1 }, { code: 'amount_too_small' }],
    [{ currency: 'usd' }, { param: 'currency' }],
    [{ application_fee_amount: 3_001 }, { param: 'application_fee_amount' }],
    [{ customer: 'cus_nobody' }, { code: 'resource_missing', param: 'customer' }],
    [{ payment_method: 'pm_nothing' }, { code: 'resource_missing', param: 'payment_method' }],
    [{ expand: ['nothing'] }, { param: 'expand' }],
  ]
  for (const [more, error] of declinedCases)
    expect(await stripeErrorOf(shop.pay('pm_card_visa', more))).toMatchObject(error)
  const after = await stripe.paymentIntents.list({ limit: 1 }, shop.on)
  expect(after.data[0]?.id).toBe(before.data[0]?.id)
})

it('application fee needs a seller', async () => {
  const error = await stripeErrorOf(
    stripe.paymentIntents.create({ amount: 500, currency: 'jpy', application_fee_amount: 50 }),
  )
  expect(error).toMatchObject({ param: 'application_fee_amount' })
})

it('error names an unknown or missing parameter', async () => {
  const params = { amount: 500, currency: 'jpy', amuont: 1 } as Stripe.PaymentIntentCreateParams
  expect(await stripeErrorOf(stripe.paymentIntents.create(params, shop.on))).toMatchObject({
    statusCode: 400,
    code: 'parameter_unknown',
    param: 'amuont',
    message: 'Received unknown parameter: amuont',
  })
  const less = { currency: 'jpy' } as Stripe.PaymentIntentCreateParams
  expect(await stripeErrorOf(stripe.paymentIntents.create(less, shop.on))).toMatchObject({
    code: 'parameter_missing',
    param: 'amount',
  })
})

it('keys, accounts, paths and API version are checked', async () => {
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

it('accounts are isolated from each other', async () => {
  const other = await createShop(sandbox)
  const { id } = await shop.pay('pm_card_visa')
  expect(await stripeErrorOf(stripe.paymentIntents.retrieve(id, {}, other.on))).toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  expect((await stripe.paymentIntents.list({}, other.on)).data).toEqual([])
})

it('lists are paginated newest first, in both directions, and filtered by time', async () => {
  const { on, pay } = await createShop(sandbox)
  const allIds: string[] = []
  for (let n = 0; n < 5; n++) allIds.unshift((await pay('pm_card_visa')).id)
  const ids = (page: Stripe.ApiList<{ id: string }>) => page.data.map(({ id }) => id)
  const first = await stripe.paymentIntents.list({ limit: 2 }, on)
  expect([ids(first), first.has_more]).toEqual([allIds.slice(0, 2), true])
  const next = await stripe.paymentIntents.list({ limit: 3, starting_after: allIds[1]! }, on)
  expect([ids(next), next.has_more]).toEqual([allIds.slice(2), false])
  const back = await stripe.paymentIntents.list({ limit: 2, ending_before: allIds[3]! }, on)
  expect([ids(back), back.has_more]).toEqual([allIds.slice(1, 3), true])
  const all: string[] = []
  for await (const { id } of stripe.paymentIntents.list({ limit: 2 }, on)) all.push(id)
  expect(all).toEqual(allIds)
  const { created } = await stripe.paymentIntents.retrieve(allIds[0]!, {}, on)
  expect(ids(await stripe.paymentIntents.list({ created: { gt: created } }, on))).toEqual([])
  expect(ids(await stripe.paymentIntents.list({ created: { gte: created - 60 } }, on))).toEqual(
    allIds,
  )
})

it('setup intent saves a card, which can be detached', async () => {
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
  const saved = await stripe.customers.listPaymentMethods(shop.customer.id, {}, shop.on)
  expect(saved.data.map(({ id }) => id)).toContain(method)
  await stripe.customers.update(
    shop.customer.id,
    { invoice_settings: { default_payment_method: method } },
    shop.on,
  )
  await stripe.paymentMethods.detach(method, {}, shop.on)
  expect(await stripeErrorOf(shop.pay(method))).toMatchObject({
    code: 'payment_method_unexpected_state',
  })
})

it('setup fails if the issuer declines, or the cardholder fails the challenge', async () => {
  const on = { customer: shop.customer.id, confirm: true }
  const declined = await stripeErrorOf(
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

it('payment saves its card if asked to', async () => {
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

it('deleted customer loses their cards', async () => {
  const fan = await stripe.customers.create({ email: 'gone@example.com' }, shop.on)
  const { id } = await stripe.paymentMethods.attach('pm_card_visa', { customer: fan.id }, shop.on)
  await stripe.customers.del(fan.id, {}, shop.on)
  expect(await stripe.customers.retrieve(fan.id, {}, shop.on)).toMatchObject({ deleted: true })
  expect((await stripe.customers.list({ email: 'gone@example.com' }, shop.on)).data).toEqual([])
  expect((await stripe.paymentMethods.retrieve(id, {}, shop.on)).customer).toBeNull()
})
