import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../testing/sandbox.ts'
import { answerChallenge, createShop, stripeErrorOf } from '../testing/scene.ts'
import { cards } from './cards.ts'
import { codes } from './declines.ts'

let sandbox: Sandbox
let shop: Awaited<ReturnType<typeof createShop>>
beforeAll(async () => {
  sandbox = await startSandbox()
  shop = await createShop(sandbox, ['card_payments', 'jcb_payments'])
})
afterAll(() => sandbox.stop())

const enter = (number: string, more: object = {}) =>
  sandbox.stripe.tokens.create(
    { card: { number, exp_month: '12', exp_year: '2040', cvc: '123', ...more } },
    shop.on,
  )

const paying = cards.filter((card) => !card.decline && !card.challenge && !card.processing)
it.each(paying)('$name succeeds by its number and its token', async (card) => {
  const token = await enter(card.number!)
  const { id } = await sandbox.stripe.paymentMethods.create(
    { type: 'card', card: { token: token.id } },
    shop.on,
  )
  for (const method of [id, `pm_card_${card.name}`]) {
    const paid = await shop.pay(method, { expand: ['latest_charge'] })
    expect(paid).toMatchObject({
      status: 'succeeded',
      amount_received: 3_000,
      latest_charge: {
        paid: true,
        payment_method_details: { card: { brand: card.brand, last4: card.number!.slice(-4) } },
      },
    })
  }
})

const declining = cards.filter(({ decline, challenge }) => decline && !challenge)
it.each(declining)('$name is declined: $decline', async ({ name, decline }) => {
  const error = await stripeErrorOf(shop.pay(`pm_card_${name}`))
  const own = [
    'authentication_required',
    'expired_card',
    'incorrect_cvc',
    'incorrect_number',
    'processing_error',
  ]
  expect(error).toMatchObject({
    type: 'StripeCardError',
    statusCode: 402,
    code: own.includes(decline!) ? decline : 'card_declined',
    message: codes[decline!],
  })
  if (!own.includes(decline!)) expect(error.decline_code).toBe(decline)
  const intent = await sandbox.stripe.paymentIntents.retrieve(error.payment_intent!.id, {}, shop.on)
  expect(intent).toMatchObject({
    status: 'requires_payment_method',
    payment_method: null,
    last_payment_error: { code: error.code, message: error.message, charge: error.charge },
  })
})

const challenged = cards.filter(({ challenge }) => challenge)
it.each(challenged)('$name requires authentication', async ({ name, decline }) => {
  const waiting = await shop.pay(`pm_card_${name}`)
  expect(waiting).toMatchObject({ status: 'requires_action', latest_charge: null })
  await answerChallenge(waiting, 'authenticated')
  const after = await sandbox.stripe.paymentIntents.retrieve(waiting.id, {}, shop.on)
  expect(after.status).toBe(decline ? 'requires_payment_method' : 'succeeded')
  expect(after.next_action).toBeNull()
})

it.each(challenged)('$name fails if the cardholder fails the challenge', async ({ name }) => {
  const waiting = await shop.pay(`pm_card_${name}`)
  await answerChallenge(waiting, 'failed')
  const after = await sandbox.stripe.paymentIntents.retrieve(waiting.id, {}, shop.on)
  expect(after).toMatchObject({
    status: 'requires_payment_method',
    latest_charge: null,
    last_payment_error: { code: 'payment_intent_authentication_failure' },
  })
})

it.each(challenged)(
  '$name off session, before and after setup',
  async ({ name, challenge, decline }) => {
    const off = (method: string) =>
      shop.pay(method, { off_session: true, customer: shop.customer.id })
    const fresh = await shop.saveCard(`pm_card_${name}`)
    const first = await off(fresh).catch((error) => error.code)
    if (challenge === 'on_session') expect(first).toMatchObject({ status: 'succeeded' })
    else expect(first).toBe('authentication_required')
    if (challenge === 'on_session') return
    const setup = await sandbox.stripe.setupIntents.create(
      { customer: shop.customer.id, payment_method: `pm_card_${name}`, confirm: true },
      shop.on,
    )
    expect(setup.status).toBe('requires_action')
    await answerChallenge(setup, 'authenticated')
    const { payment_method } = await sandbox.stripe.setupIntents.retrieve(setup.id, {}, shop.on)
    const then = await off(payment_method as string).catch((error) => error.code)
    if (challenge === 'always' || decline) expect(then).toBe('authentication_required')
    else expect(then).toMatchObject({ status: 'succeeded' })
  },
)

it.each([
  ['4242424242424241', {}, 'incorrect_number'],
  ['4242', {}, 'incorrect_number'],
  ['4242424242424242', { exp_month: '13' }, 'invalid_expiry_month'],
  ['4242424242424242', { exp_year: '2020' }, 'invalid_expiry_year'],
  ['4242424242424242', { cvc: '12' }, 'invalid_cvc'],
  ['4111111111111111', {}, 'card_declined'],
])('refuses %s %j: %s', async (number, more, code) => {
  expect(await stripeErrorOf(enter(number, more))).toMatchObject({ statusCode: 402, code })
})

it('declining card cannot be saved, unless it declines later', async () => {
  const attach = (name: string) =>
    sandbox.stripe.paymentMethods.attach(name, { customer: shop.customer.id }, shop.on)
  expect(await stripeErrorOf(attach('pm_card_chargeDeclined'))).toMatchObject({
    code: 'card_declined',
    decline_code: 'generic_decline',
  })
  const { id } = await attach('pm_card_chargeCustomerFail')
  expect(await stripeErrorOf(shop.pay(id, { customer: shop.customer.id }))).toMatchObject({
    code: 'card_declined',
  })
})

it('JCB is accepted only if the seller has that capability', async () => {
  const { pay, seller } = await createShop(sandbox)
  expect(await stripeErrorOf(pay('pm_card_jcb'))).toMatchObject({
    code: 'card_declined',
    decline_code: 'card_not_supported',
  })
  await sandbox.control.trigger('set_capability', {
    account: seller.id,
    capability: 'jcb_payments',
    status: 'active',
  })
  expect(await pay('pm_card_jcb')).toMatchObject({ status: 'succeeded' })
})

it('slow bank leaves the payment processing', async () => {
  const { id, status } = await shop.pay('pm_card_processing')
  expect(status).toBe('processing')
  expect(await stripeErrorOf(sandbox.stripe.paymentIntents.cancel(id, {}, shop.on))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await sandbox.control.advance(60_000)
  const paid = await sandbox.stripe.paymentIntents.retrieve(id, {}, shop.on)
  expect(paid).toMatchObject({ status: 'succeeded', processing: null, amount_received: 3_000 })
})

it('token can be used once', async () => {
  const { id } = await enter('4242424242424242')
  const use = () =>
    sandbox.stripe.paymentMethods.create({ type: 'card', card: { token: id } }, shop.on)
  await use()
  expect(await stripeErrorOf(use())).toMatchObject({ code: 'token_already_used' })
})
