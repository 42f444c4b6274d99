import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../testing/sandbox.ts'
import { answerChallenge, createShop, DAY_MS, stripeErrorOf } from '../testing/scene.ts'

let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await startSandbox()
  stripe = sandbox.stripe
})
afterAll(() => sandbox.stop())

const HOUR_MS = 3_600_000

/** A room for a thousand yen per month, and a customer who is about to join. */
async function openRoom() {
  const shop = await createShop(sandbox)
  const { on, customer } = shop
  const product = await stripe.products.create({ name: 'ルーム' }, on)
  const join = (more: Partial<Stripe.SubscriptionCreateParams> = {}) =>
    stripe.subscriptions.create(
      {
        customer: customer.id,
        items: [
          {
            price_data: {
              currency: 'jpy',
              product: product.id,
              recurring: { interval: 'month' },
              unit_amount: 1_000,
            },
          },
        ],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        application_fee_percent: 10,
        metadata: { room: 'r1' },
        expand: ['latest_invoice.confirmation_secret'],
        ...more,
      },
      on,
    )
  const read = (id: string) => stripe.subscriptions.retrieve(id, {}, on)
  const invoices = async (subscription: string) =>
    (await stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] }, on)).data
  return {
    ...shop,
    join,
    read,
    invoices,
    async member(method = 'pm_card_visa') {
      const subscription = await join()
      await confirmFirst(subscription, method, on)
      return read(subscription.id)
    },
  }
}

const firstIntent = (subscription: Stripe.Subscription) =>
  (subscription.latest_invoice as Stripe.Invoice).confirmation_secret!.client_secret.split(
    '_secret_',
  )[0]!
const confirmFirst = (
  subscription: Stripe.Subscription,
  payment_method: string,
  on: Stripe.RequestOptions,
) => stripe.paymentIntents.confirm(firstIntent(subscription), { payment_method }, on)

it('subscription becomes active with its first paid invoice, and saves the card', async () => {
  const { join, on, read, invoices } = await openRoom()
  const subscription = await join()
  expect(subscription).toMatchObject({ status: 'incomplete', metadata: { room: 'r1' } })
  expect(subscription).not.toHaveProperty('current_period_end')
  const [item] = subscription.items.data
  expect(item!.current_period_end).toBeGreaterThan(item!.current_period_start)
  const invoice = subscription.latest_invoice as Stripe.Invoice
  expect(invoice).toMatchObject({ status: 'open', billing_reason: 'subscription_create' })
  expect(invoice).not.toHaveProperty('payment_intent')
  expect(invoice).not.toHaveProperty('payments')
  const paid = await confirmFirst(subscription, 'pm_card_visa', on)
  expect(paid).toMatchObject({ status: 'succeeded', application_fee_amount: 100 })
  const running = await read(subscription.id)
  expect(running).toMatchObject({
    status: 'active',
    default_payment_method: paid.payment_method,
    latest_invoice: invoice.id,
  })
  const [first] = await invoices(subscription.id)
  expect(first).toMatchObject({ status: 'paid', amount_paid: 1_000, amount_remaining: 0 })
  expect(first).not.toHaveProperty('confirmation_secret')
  expect(first!.payments!.data[0]).toMatchObject({
    status: 'paid',
    payment: { type: 'payment_intent', payment_intent: paid.id },
  })
})

it('subscription renews monthly for a year', async () => {
  const { member, invoices, read, on } = await openRoom()
  const { id, billing_cycle_anchor } = await member()
  await sandbox.control.advance(366 * DAY_MS)
  const all = await invoices(id)
  expect(all.map(({ status, amount_paid }) => [status, amount_paid])).toEqual(
    Array.from({ length: all.length }, () => ['paid', 1_000]),
  )
  expect(all.filter(({ billing_reason }) => billing_reason === 'subscription_cycle')).toHaveLength(
    12,
  )
  const { data } = await stripe.charges.list({ limit: 100 }, on)
  expect(data).toHaveLength(all.length)
  const starts = all.map(({ lines }) => lines.data[0]!.period.start).toReversed()
  const ends = all.map(({ lines }) => lines.data[0]!.period.end).toReversed()
  expect(starts[0]).toBe(billing_cycle_anchor)
  expect(starts.slice(1)).toEqual(ends.slice(0, -1))
  expect((await read(id)).status).toBe('active')
})

it('first payment requires authentication, later renewals use the card without it', async () => {
  const { join, on, read, invoices } = await openRoom()
  const subscription = await join()
  const waiting = await confirmFirst(subscription, 'pm_card_authenticationRequiredOnSetup', on)
  expect(waiting.status).toBe('requires_action')
  expect((await read(subscription.id)).status).toBe('incomplete')
  await answerChallenge(waiting, 'authenticated')
  expect((await read(subscription.id)).status).toBe('active')
  await sandbox.control.advance(32 * DAY_MS)
  expect((await invoices(subscription.id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
})

it('declined first payment stays incomplete, accepts another card, and expires after 23 hours', async () => {
  const { join, on, read, invoices } = await openRoom()
  const subscription = await join()
  expect(
    await stripeErrorOf(confirmFirst(subscription, 'pm_card_chargeCustomerFail', on)),
  ).toMatchObject({
    code: 'card_declined',
  })
  expect((await read(subscription.id)).status).toBe('incomplete')
  await confirmFirst(subscription, 'pm_card_visa', on)
  expect((await read(subscription.id)).status).toBe('active')

  const left = await join()
  await sandbox.control.advance(23 * HOUR_MS - 60_000)
  expect((await read(left.id)).status).toBe('incomplete')
  await sandbox.control.advance(120_000)
  expect((await read(left.id)).status).toBe('incomplete_expired')
  expect((await invoices(left.id)).map(({ status }) => status)).toEqual(['void'])
  expect(await stripeErrorOf(confirmFirst(left, 'pm_card_visa', on))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})

it('failed renewal becomes past due, and recovers with another card', async () => {
  const { member, saveCard, on, read, invoices } = await openRoom()
  const { id } = await member()
  const failingCard = await saveCard('pm_card_chargeCustomerFail')
  await stripe.subscriptions.update(id, { default_payment_method: failingCard }, on)
  await sandbox.control.advance(32 * DAY_MS)
  const [open] = await invoices(id)
  expect(open).toMatchObject({ status: 'open', attempted: true })
  expect(open!.next_payment_attempt).not.toBeNull()
  expect((await read(id)).status).toBe('past_due')
  expect(await stripeErrorOf(stripe.invoices.pay(open!.id!, {}, on))).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
  })
  const good = await saveCard('pm_card_visa')
  const paid = await stripe.invoices.pay(open!.id!, { payment_method: good }, on)
  expect(paid).toMatchObject({ status: 'paid', next_payment_attempt: null })
  expect((await read(id)).status).toBe('active')
  expect(await stripeErrorOf(stripe.invoices.pay(open!.id!, {}, on))).toMatchObject({
    code: 'invoice_already_paid',
  })
})

it('unpaid subscription is cancelled after the last retry', async () => {
  const { member, saveCard, on, read, invoices } = await openRoom()
  const { id } = await member()
  await stripe.subscriptions.update(
    id,
    { default_payment_method: await saveCard('pm_card_chargeCustomerFail') },
    on,
  )
  await sandbox.control.advance(41 * DAY_MS)
  expect(await read(id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
  expect((await invoices(id))[0]).toMatchObject({ status: 'open', attempt_count: 4 })
})

it('renewal that needs authentication waits for the cardholder', async () => {
  const { member, saveCard, on, read, invoices } = await openRoom()
  const { id } = await member()
  await stripe.subscriptions.update(
    id,
    { default_payment_method: await saveCard('pm_card_authenticationRequired') },
    on,
  )
  await sandbox.control.advance(32 * DAY_MS)
  expect((await read(id)).status).toBe('past_due')
  const types = (await stripe.events.list({ limit: 100 }, on)).data.map(({ type }) => type)
  expect(types).toContain('invoice.payment_action_required')
  expect(types).toContain('invoice.payment_failed')
  const [open] = await invoices(id)
  const intent = open!.payments!.data[0]!.payment.payment_intent as string
  const waiting = await stripe.paymentIntents.retrieve(intent, {}, on)
  expect(waiting.status).toBe('requires_action')
  await answerChallenge(waiting, 'authenticated')
  expect((await read(id)).status).toBe('active')
})

it('subscription ends at the end of the period, unless that is revoked', async () => {
  const { member, on, read, invoices } = await openRoom()
  const { id } = await member()
  const end = (ends: boolean) => stripe.subscriptions.update(id, { cancel_at_period_end: ends }, on)
  const leaving = await end(true)
  expect(leaving).toMatchObject({ status: 'active', cancel_at_period_end: true })
  expect(leaving.cancel_at).toBe(leaving.items.data[0]!.current_period_end)
  expect(await end(false)).toMatchObject({ cancel_at: null, canceled_at: null })
  await sandbox.control.advance(32 * DAY_MS)
  expect((await read(id)).status).toBe('active')
  await end(true)
  await sandbox.control.advance(32 * DAY_MS)
  const ended = await read(id)
  expect(ended).toMatchObject({ status: 'canceled' })
  expect(ended.ended_at).toBe(ended.cancel_at)
  expect(await invoices(id)).toHaveLength(2)
  expect(await stripeErrorOf(end(false))).toMatchObject({ statusCode: 400 })
})

it('paused subscription collects nothing, and continues afterwards', async () => {
  const { member, on, read, invoices } = await openRoom()
  const { id } = await member()
  const pause = (how: Stripe.SubscriptionUpdateParams['pause_collection'] & {}) =>
    stripe.subscriptions.update(id, { pause_collection: how }, on)
  expect((await pause({ behavior: 'void' })).pause_collection).toMatchObject({ behavior: 'void' })
  await sandbox.control.advance(64 * DAY_MS)
  expect((await read(id)).status).toBe('active')
  expect((await pause('')).pause_collection).toBeNull()
  await sandbox.control.advance(32 * DAY_MS)
  expect((await invoices(id)).map(({ status }) => status)).toEqual(['paid', 'void', 'void', 'paid'])
})

it('subscription is cancelled at once, and only once', async () => {
  const { member, on, customer } = await openRoom()
  const { id } = await member()
  expect(await stripe.subscriptions.cancel(id, {}, on)).toMatchObject({ status: 'canceled' })
  expect(await stripeErrorOf(stripe.subscriptions.cancel(id, {}, on))).toMatchObject({
    code: 'resource_missing',
  })
  const list = async (status?: 'all') =>
    (await stripe.subscriptions.list({ customer: customer.id, ...(status ? { status } : {}) }, on))
      .data.length
  expect([await list(), await list('all')]).toEqual([0, 1])
})

it('subscription pays at once with a saved card, or is not created', async () => {
  const { join, saveCard } = await openRoom()
  const pays = { payment_behavior: 'error_if_incomplete' as const }
  const good = await saveCard('pm_card_visa')
  expect(await join({ ...pays, default_payment_method: good })).toMatchObject({ status: 'active' })
  const bad = await saveCard('pm_card_chargeCustomerFail')
  expect(await stripeErrorOf(join({ ...pays, default_payment_method: bad }))).toMatchObject({
    statusCode: 402,
  })
  expect(await stripeErrorOf(join({ default_payment_method: 'pm_nobody' }))).toMatchObject({
    code: 'resource_missing',
  })
})

it('events of a membership are in order', async () => {
  const { member, on } = await openRoom()
  await member()
  const { data } = await stripe.events.list({ limit: 100 }, on)
  const types = data.map(({ type }) => type).toReversed()
  const watched = types.filter((type) =>
    /^(invoice|customer.subscription|payment_intent)/.test(type),
  )
  expect(watched).toEqual([
    'invoice.created',
    'customer.subscription.created',
    'payment_intent.created',
    'invoice.finalized',
    'payment_intent.succeeded',
    'invoice_payment.paid',
    'invoice.paid',
    'invoice.payment_succeeded',
    'customer.subscription.updated',
  ])
})
