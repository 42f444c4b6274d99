import type Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSandbox, type Sandbox } from '../testing/sandbox.ts'
import { answerChallenge, DAY_MS, openShop, refusal } from '../testing/scene.ts'

let sandbox: Sandbox
let stripe: Stripe
beforeAll(async () => {
  sandbox = await openSandbox()
  stripe = sandbox.stripe
})
afterAll(() => sandbox.stop())

const HOUR_MS = 3_600_000

/** A room of a thousand yen a month, and somebody who is about to join it. */
async function openRoom() {
  const shop = await openShop(sandbox)
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
      const made = await join()
      await confirmFirst(made, method, on)
      return read(made.id)
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

it('starts when the first invoice is paid, and keeps the card', async () => {
  const { join, on, read, invoices } = await openRoom()
  const made = await join()
  expect(made).toMatchObject({ status: 'incomplete', metadata: { room: 'r1' } })
  expect(made).not.toHaveProperty('current_period_end')
  const [item] = made.items.data
  expect(item!.current_period_end).toBeGreaterThan(item!.current_period_start)
  const invoice = made.latest_invoice as Stripe.Invoice
  expect(invoice).toMatchObject({ status: 'open', billing_reason: 'subscription_create' })
  expect(invoice).not.toHaveProperty('payment_intent')
  expect(invoice).not.toHaveProperty('payments')
  const paid = await confirmFirst(made, 'pm_card_visa', on)
  expect(paid).toMatchObject({ status: 'succeeded', application_fee_amount: 100 })
  const running = await read(made.id)
  expect(running).toMatchObject({
    status: 'active',
    default_payment_method: paid.payment_method,
    latest_invoice: invoice.id,
  })
  const [first] = await invoices(made.id)
  expect(first).toMatchObject({ status: 'paid', amount_paid: 1_000, amount_remaining: 0 })
  expect(first).not.toHaveProperty('confirmation_secret')
  expect(first!.payments!.data[0]).toMatchObject({
    status: 'paid',
    payment: { type: 'payment_intent', payment_intent: paid.id },
  })
})

it('renews for a year, once a month', async () => {
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

it('challenges the holder of a first payment, and takes the card for renewals after it', async () => {
  const { join, on, read, invoices } = await openRoom()
  const made = await join()
  const waiting = await confirmFirst(made, 'pm_card_authenticationRequiredOnSetup', on)
  expect(waiting.status).toBe('requires_action')
  expect((await read(made.id)).status).toBe('incomplete')
  await answerChallenge(waiting, 'authenticated')
  expect((await read(made.id)).status).toBe('active')
  await sandbox.control.advance(32 * DAY_MS)
  expect((await invoices(made.id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
})

it('stays incomplete after a decline, may be paid with another card, and expires after 23 hours', async () => {
  const { join, on, read, invoices } = await openRoom()
  const made = await join()
  expect(await refusal(confirmFirst(made, 'pm_card_chargeCustomerFail', on))).toMatchObject({
    code: 'card_declined',
  })
  expect((await read(made.id)).status).toBe('incomplete')
  await confirmFirst(made, 'pm_card_visa', on)
  expect((await read(made.id)).status).toBe('active')

  const left = await join()
  await sandbox.control.advance(23 * HOUR_MS - 60_000)
  expect((await read(left.id)).status).toBe('incomplete')
  await sandbox.control.advance(120_000)
  expect((await read(left.id)).status).toBe('incomplete_expired')
  expect((await invoices(left.id)).map(({ status }) => status)).toEqual(['void'])
  expect(await refusal(confirmFirst(left, 'pm_card_visa', on))).toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
})

it('falls behind when a renewal fails, and recovers with another card', async () => {
  const { member, keep, on, read, invoices } = await openRoom()
  const { id } = await member()
  const failing = await keep('pm_card_chargeCustomerFail')
  await stripe.subscriptions.update(id, { default_payment_method: failing }, on)
  await sandbox.control.advance(32 * DAY_MS)
  const [open] = await invoices(id)
  expect(open).toMatchObject({ status: 'open', attempted: true })
  expect(open!.next_payment_attempt).not.toBeNull()
  expect((await read(id)).status).toBe('past_due')
  expect(await refusal(stripe.invoices.pay(open!.id!, {}, on))).toMatchObject({
    statusCode: 402,
    code: 'card_declined',
  })
  const good = await keep('pm_card_visa')
  const paid = await stripe.invoices.pay(open!.id!, { payment_method: good }, on)
  expect(paid).toMatchObject({ status: 'paid', next_payment_attempt: null })
  expect((await read(id)).status).toBe('active')
  expect(await refusal(stripe.invoices.pay(open!.id!, {}, on))).toMatchObject({
    code: 'invoice_already_paid',
  })
})

it('ends what nobody pays, after its last try', async () => {
  const { member, keep, on, read, invoices } = await openRoom()
  const { id } = await member()
  await stripe.subscriptions.update(
    id,
    { default_payment_method: await keep('pm_card_chargeCustomerFail') },
    on,
  )
  await sandbox.control.advance(41 * DAY_MS)
  expect(await read(id)).toMatchObject({
    status: 'canceled',
    cancellation_details: { reason: 'payment_failed' },
  })
  expect((await invoices(id))[0]).toMatchObject({ status: 'open', attempt_count: 4 })
})

it('waits with a renewal whose holder is wanted', async () => {
  const { member, keep, on, read, invoices } = await openRoom()
  const { id } = await member()
  await stripe.subscriptions.update(
    id,
    { default_payment_method: await keep('pm_card_authenticationRequired') },
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

it('ends at the period’s end, or after all not', async () => {
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
  expect(await refusal(end(false))).toMatchObject({ statusCode: 400 })
})

it('collects nothing while it is paused, and goes on afterwards', async () => {
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

it('ends at once, and not twice', async () => {
  const { member, on, customer } = await openRoom()
  const { id } = await member()
  expect(await stripe.subscriptions.cancel(id, {}, on)).toMatchObject({ status: 'canceled' })
  expect(await refusal(stripe.subscriptions.cancel(id, {}, on))).toMatchObject({
    code: 'resource_missing',
  })
  const list = async (status?: 'all') =>
    (await stripe.subscriptions.list({ customer: customer.id, ...(status ? { status } : {}) }, on))
      .data.length
  expect([await list(), await list('all')]).toEqual([0, 1])
})

it('pays at once where a card is there, or makes nothing at all', async () => {
  const { join, keep } = await openRoom()
  const pays = { payment_behavior: 'error_if_incomplete' as const }
  const good = await keep('pm_card_visa')
  expect(await join({ ...pays, default_payment_method: good })).toMatchObject({ status: 'active' })
  const bad = await keep('pm_card_chargeCustomerFail')
  expect(await refusal(join({ ...pays, default_payment_method: bad }))).toMatchObject({
    statusCode: 402,
  })
  expect(await refusal(join({ default_payment_method: 'pm_nobody' }))).toMatchObject({
    code: 'resource_missing',
  })
})

it('tells of a membership in the order in which it happens', async () => {
  const { member, on } = await openRoom()
  await member()
  const { data } = await stripe.events.list({ limit: 100 }, on)
  const told = data.map(({ type }) => type).toReversed()
  const watched = told.filter((type) =>
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
