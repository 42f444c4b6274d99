import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { orders } from '#contract/orders/calls.ts'
import { payments } from '#contract/payments/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { API_VERSION, createStripeClient } from '#server/adapters/stripe/client.ts'
import { createPayments } from '#server/adapters/stripe/open.ts'
import { endpointOf } from '#server/adapters/stripe/pace.ts'
import { registerWalletDomain } from '#server/adapters/stripe/wallet-domain.ts'
import { readConfig } from '#server/config/config.ts'
import { memoryBus } from '#server/ports/bus.ts'
import type { Payments } from '#server/ports/payments.ts'
import type { Noted } from '#server/sandbox-stripe/core/journal.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { createWorld, type World } from '#server/testing/world.ts'

interface Row {
  operation: string
  sdk: string
  keys: string[]
  account: string
}
const document = readFileSync(join(import.meta.dirname, '../../docs/provider-calls.md'), 'utf8')
const table: Row[] = document
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => {
    const [operation, sdk, , key, account] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''))
    return { operation: operation!, sdk: sdk!, keys: key!.split(' or '), account: account! }
  })

/** Matches an idempotency key of the form `<order>-<try>-<sum>`; a retry after a failure may add a suffix. */
const fits = (shape: string, key: string) => {
  if (shape === 'sdk') return /^stripe-node-retry-[\w-]+$/.test(key)
  const pattern = shape.split(/<\w+>/).map((part) => RegExp.escape(part))
  return new RegExp(`^${pattern.join('\\w[\\w-]*')}(~[\\w-]+)?$`).test(key)
}

/** Delay after which the provider has written the balance transaction of a payment. */
const LATE_MS = 60_000

let sandbox: Sandbox
let world: World
let provider: Payments
let requests: Noted[]

beforeAll(async () => {
  sandbox = await startSandbox()
  await sandbox.stripe.webhookEndpoints.create({ url: 'http://127.0.0.1:9', enabled_events: ['*'] })
  const seen = (await sandbox.control.requests()).at(-1)!.seq
  const { payments: keys, port } = readConfig({})
  const config = {
    ...readConfig({}),
    port,
    payments: { ...keys, secretKey: sandbox.secretKey, apiBase: sandbox.url },
  }
  provider = await createPayments(config)
  world = await createWorld('sqlite', {}, memoryBus(), provider)
  // As the provider's clock: the deadline of a payment number is compared with it.
  world.clock.move(Date.now() - world.clock.now().getTime())
  await liveThrough()
  // Without the requests of the buyer's browser and of the seller's actions at the provider.
  requests = (await sandbox.control.requests(seen)).filter(({ id }) => !testRequests.has(id))
})
afterAll(async () => {
  await world.close()
  await sandbox.stop()
})

/** Requests of the test itself. */
const testRequests = new Set<string>()
async function hand<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
  const before = (await sandbox.control.requests()).at(-1)?.seq ?? 0
  const done = await work(sandbox.stripe)
  for (const { id } of await sandbox.control.requests(before)) testRequests.add(id)
  return done
}

/** Runs every operation that calls the provider. */
async function liveThrough(): Promise<void> {
  const account = (
    await hand((stripe) => sandbox.control.seller(stripe, ['card_payments', 'konbini_payments']))
  ).id
  const at = { stripeAccount: account }
  await makeRoom(world, 'aoi', { amount: 980 })
  await makeSeller(world, 'aoi', { konbini_payments: 1 })
  await world.db.updateTable('seller_account').set({ account_ref: account }).execute()
  for (const name of ['fan', 'new', 'third']) await makeUser(world, name)
  await makeMember(world, 'room-aoi', 'fan')
  for (const id of ['night', 'noon', 'left', 'broken', 'back', 'lost', 'store'])
    await makeEvent(world, 'room-aoi', { id, amount: 1_980, konbini_days: 1 })
  const fan = () => world.as('fan')
  const confirm = (id: string) => hand((stripe) => stripe.paymentIntents.confirm(id, {}, at))
  const start = async (event_id: string, token?: string) =>
    (
      await fan()(events.startJoin, {
        body: { event_id, ...(token && { token }), keep_card: true },
      })
    ).paymentIntent
  async function buy(event_id: string, token?: string) {
    const { id } = await start(event_id, token)
    await confirm(id)
    await fan()(events.join, { body: { event_id, paymentIntentId: id } })
    return id
  }

  // A start, at which Apple cannot verify the domain yet.
  await sandbox.control.settings({ apple_verifies: false })
  await registerWalletDomain(
    createStripeClient(sandbox.secretKey, sandbox.url),
    'https://room.example',
  )

  // Tickets: new card, saved card, abandoned payment, failure of the provider.
  const warned = await buy('night', 'tok_visa')
  await buy('noon')
  await start('left', 'tok_visa')
  await sandbox.control.fault({
    do: 'error',
    method: 'POST',
    path: '/v1/payment_intents',
    times: 1,
  })
  await start('broken')
  // Paid in a convenience store.
  const inStore = { event_id: 'store', method: 'konbini' } as const
  const { paymentIntent: cash } = await fan()(events.startJoin, { body: inStore })
  await sandbox.control.trigger('pay_voucher', { account, payment_intent: cash.id })
  await fan()(events.join, { body: { event_id: 'store', paymentIntentId: cash.id } })
  // A card that is saved and deleted without a purchase.
  const card = await fan()(payments.saveCard, { body: { token: 'tok_mastercard' } })
  expect(card.status).toBe('ready')
  const cards = await fan()(payments.listCards, {})
  await fan()(payments.deleteCard, { params: { id: cards.find(({ main }) => main)!.id } })

  // Memberships: joined, left, rejoined; with a failure; renewed.
  const join = async (user: string) => {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await world.as(user)(rooms.startSubscription, { body })
    await world.as(user)(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    return subscriptionId
  }
  const subscription = await join('new')
  await world.as('new')(rooms.unsubscribe, { params: { id: 'aoi' } })
  await sandbox.control.fault({ do: 'error', method: 'POST', path: '/v1/subscriptions', times: 1 })
  const unpaid = await join('third')
  await sandbox.control.fault({ do: 'error', path: '/v1/payment_intents/*/confirm', times: 1 })
  await makeUser(world, 'fourth')
  await join('fourth')
  await provider.listInvoices(account, subscription)

  // Refunds: by the seller, by an operator after a failure, by a bank.
  await buy('back', 'tok_visa')
  const paid = (await fan()(orders.listPayments, { query: {} })).items
  await sandbox.control.fault({ do: 'error_after', path: '/v1/refunds', method: 'POST', times: 1 })
  for (const id of ['back', 'store']) {
    const sale = paid.find(({ subject }) => subject.id === id)!
    await world.as('aoi')(orders.refund, { params: { id: sale.id } })
    await world.deliver()
  }
  const lost = await buy('lost', 'tok_visa')
  const charge = await hand((stripe) => stripe.paymentIntents.retrieve(lost, {}, at))
  const { id: dispute } = await sandbox.control.trigger<{ id: string }>('open_dispute', {
    account,
    charge: String(charge.latest_charge),
  })
  await sandbox.control.trigger('lose_dispute', { account, dispute })
  const { latest_charge: suspicious } = await hand((stripe) =>
    stripe.paymentIntents.retrieve(warned, {}, at),
  )
  await sandbox.control.trigger('warn_of_fraud', { account, charge: String(suspicious) })
  // All webhook events were lost.
  await world.catchUp()
  await world.deliver()
  await sandbox.control.fault({
    do: 'error_after',
    path: '/v1/application_fees/*/refunds',
    method: 'POST',
    times: 1,
  })
  const { id: again } = await buyAgain()
  await sandbox.control.advance(LATE_MS)
  const giveFeeBack = () => provider.refundFee(account, again, 'fee-back-test')
  await expect(giveFeeBack()).rejects.toThrow('not written yet')
  await sandbox.control.advance(LATE_MS)
  expect(await giveFeeBack()).toMatchObject({ platformFee: -198 })
  for (const { refund_ref } of await world.db.selectFrom('refund').selectAll().execute())
    await provider.findRefund(account, refund_ref!)
  world.clock.move(HOLD_MS)
  await world.sweep()

  // Seller onboarding and payouts.
  const seller = await provider.addSeller({ userId: 'new' }, 'account-new')
  // The pictures were not uploaded to the provider.
  await expect(provider.describeSeller(seller, SELLER)).rejects.toThrow('document')
  await provider.findSeller(seller)
  await provider.onboardingLink({
    account: seller,
    returnUrl: 'http://localhost/',
    refreshUrl: 'http://localhost/',
  })
  await sandbox.control.advance(10 * DAY_MS)
  expect(await provider.findAvailable(account)).toBeGreaterThan(0)
  const payout = { account, amount: 500, payoutId: 'payout-1' }
  const { ref } = await provider.payOut(payout, 'payout-payout-1')
  await provider.findPayout(account, ref)
  await provider.searchPayout({ account, payoutId: 'payout-1', since: new Date(0).toISOString() })
  await voidUnpaid(unpaid)

  /** A month whose card is declined ends with its membership. */
  async function voidUnpaid(ref: string) {
    await hand(async (stripe) => {
      const { customer } = await stripe.subscriptions.retrieve(ref, {}, at)
      const card = 'pm_card_chargeCustomerFail'
      const bad = await stripe.paymentMethods.attach(card, { customer: String(customer) }, at)
      await stripe.subscriptions.update(ref, { default_payment_method: bad.id }, at)
      await sandbox.control.advance(32 * DAY_MS)
    })
    await provider.voidInvoices({ account, ref })
  }

  /** A payment whose fee was not refunded. */
  async function buyAgain() {
    await makeEvent(world, 'room-aoi', { id: 'again', amount: 1_980 })
    return { id: await buy('again', 'tok_visa') }
  }
}

const SELLER = {
  company: null,
  lastName: '藍川',
  firstName: '葵',
  lastNameKana: 'アイカワ',
  firstNameKana: 'アオイ',
  birth: { year: 1990, month: 4, day: 12 },
  phone: '09012345678',
  email: 'shop@example.com',
  address: {
    postalCode: '1500001',
    state: '東京都',
    city: '渋谷区',
    town: '神宮前3丁目',
    line1: '1-1',
    line2: '',
  },
  documents: { front: 'file_front', back: null },
  pages: null,
}

it('every request is in the documented table, with its key and account', () => {
  const mismatches = requests.flatMap(({ method, path, key, account, version }) => {
    const operation = endpointOf(method, path)
    const row = table.find((one) => one.operation === operation)
    if (!row) return [`${operation} is not in the table`]
    const faults = [
      version !== API_VERSION && `version ${version}`,
      row.account === 'platform' && account !== null && 'sent to a seller’s account',
      row.account === 'seller' && account === null && 'sent to our own account',
      key === null
        ? row.keys[0] !== '—' && 'sent without a key'
        : !row.keys.some((shape) => fits(shape, key)) && `the key ${key}`,
    ]
    return faults.filter((fault) => fault !== false).map((fault) => `${operation}: ${fault}`)
  })
  expect([...new Set(mismatches)]).toEqual([])
})

it('every row of the table is sent', () => {
  const sent = new Set(requests.map(({ method, path }) => endpointOf(method, path)))
  expect(table.map(({ operation }) => operation).filter((one) => !sent.has(one))).toEqual([])
})

it('table has a row for each call in the code, and no other', () => {
  const folder = join(import.meta.dirname, '../adapters/stripe')
  const code = readdirSync(folder)
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  const called = callsIn(code).filter((call) => call !== 'webhooks.constructEvent')
  expect([...new Set(called)].sort()).toEqual(table.map(({ sdk }) => sdk).sort())
})

/** Calls of the SDK in a source. */
const callsIn = (code: string) =>
  [...code.matchAll(/\bstripe((?:\s*\.\w+){2,})\(/g)].map(([, path]) =>
    path!.replaceAll(/\s/g, '').slice(1),
  )

it('document names each call of the doctor', () => {
  const called = callsIn(readFileSync(join(import.meta.dirname, '../doctor/checks.ts'), 'utf8'))
  expect(called.length).toBeGreaterThan(3)
  expect(called.filter((call) => !document.includes(`\`${call}\``))).toEqual([])
})

it('API version is that of the pinned SDK', () => {
  expect(Stripe.API_VERSION).toBe(API_VERSION)
})
