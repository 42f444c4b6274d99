import { serve } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { addDays, dayOf } from '#contract/lib/days.ts'
import { operatorFee } from '#contract/operator/fee/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { EVENTS } from '#server/adapters/stripe/event-types.ts'
import { stripePayments } from '#server/adapters/stripe/payments.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { answerChallenge, DAY_MS } from '#server/sandbox-stripe/testing/scene.ts'
import { makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

/** The provider is a separate process that sends webhook events over HTTP. */
describe.each(apiDatabaseNames)('renewals at the provider, with %s', (database) => {
  let sandbox: Sandbox
  let world: World
  let seller: string
  let ref: string
  let stop: () => Promise<unknown>

  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.stop())

  beforeEach(async () => {
    world = await createWorld(database)
    seller = (await sandbox.control.seller(sandbox.stripe)).id
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi', { account_ref: seller })
    await makeUser(world, 'fan')
    await listen()
    await advanceClocks()
    const body = { room_id: 'aoi', token: 'tok_visa' }
    ref = (await fan(rooms.startSubscription, { body })).subscriptionId
    await fan(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId: ref } })
  })
  afterEach(async () => {
    await sandbox.control.clearFaults()
    await stop()
    await world.close()
  })

  const fan: ReturnType<World['as']> = (...call) => world.as('fan')(...call)

  async function listen() {
    const server = serve({ fetch: world.app.fetch, port: 0, hostname: '127.0.0.1' })
    if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { id, secret } = await sandbox.stripe.webhookEndpoints.create({
      url: `http://127.0.0.1:${port}${WEBHOOK_PATHS.connect}`,
      connect: true,
      enabled_events: [...EVENTS],
    })
    const secrets = { platform: '', connect: secret! }
    Object.assign(
      world.deps.payments,
      stripePayments(createStripeClient(sandbox.secretKey, sandbox.url), secrets),
    )
    stop = () => {
      server.close()
      return sandbox.stripe.webhookEndpoints.del(id)
    }
  }
  /** Sets our clock to the provider's. */
  async function advanceClocks() {
    world.clock.move((await sandbox.control.now()) - world.clock.now().getTime())
  }
  async function pass(days: number) {
    await sandbox.control.advance(days * DAY_MS)
    await advanceClocks()
    await sandbox.control.rest()
    for (let times = 0; times < 2; times++) await world.deliver()
  }
  const ownSubscription = async () =>
    (await fan(rooms.listSubscribed, { query: {} })).items[0]?.subscription
  const months = async () => (await fan(orders.listPayments, { query: {} })).items
  const see = () => fan(rooms.getRoom, { params: { id: 'aoi' } })

  /** Makes the card decline. */
  async function spoilCard() {
    const on = { stripeAccount: seller }
    const { customer } = await sandbox.stripe.subscriptions.retrieve(ref, {}, on)
    const bad = await sandbox.stripe.paymentMethods.attach(
      'pm_card_chargeCustomerFail',
      { customer: customer as string },
      on,
    )
    await sandbox.stripe.subscriptions.update(ref, { default_payment_method: bad.id }, on)
  }
  /** Compares the seller's balance at the provider with our ledger. */
  async function expectSameBooks() {
    const on = { stripeAccount: seller }
    const lines = await sandbox.stripe.balanceTransactions.list({ limit: 100 }, on)
    const providerSum = lines.data.reduce((sum, { net }) => sum + net, 0)
    const entries = await world.db.selectFrom('ledger_entry').selectAll().execute()
    const sum = (of: typeof entries) => of.reduce((total, { amount }) => total + amount, 0)
    expect(sum(entries.filter((entry) => entry.account === 'seller'))).toBe(providerSum)
    expect(sum(entries)).toBe(0)
  }

  it('are recorded each month once, and extend the paid period', async () => {
    const first = (await ownSubscription())!.current_period_end!
    await pass(32)
    await pass(31)
    expect((await months()).map(({ status, amount }) => [status, amount])).toEqual([
      ['succeeded', 980],
      ['succeeded', 980],
      ['succeeded', 980],
    ])
    expect(Date.parse((await ownSubscription())!.current_period_end!)).toBeGreaterThan(
      Date.parse(first) + 55 * DAY_MS,
    )
    await expectSameBooks()
  })

  it('have a changed fee from the first month due after the change', async () => {
    await makeUser(world, 'admin', { role: 'operator' })
    await world.as('admin')(operatorFee.planFee, {
      body: { percent: 20, from: addDays(dayOf(world.clock.now()), 40), reason: '見直しのため' },
    })
    for (const days of [32, 31]) {
      await world.deliver()
      await pass(days)
      await world.notifyFees()
      await world.deliver()
    }
    const on = { stripeAccount: seller }
    const { data } = await sandbox.stripe.charges.list({ limit: 3 }, on)
    expect(data.map(({ application_fee_amount: fee }) => fee)).toEqual([196, 98, 98])
    const fees = await world.db
      .selectFrom('ledger_entry')
      .select('amount')
      .where('account', '=', 'platform_fee')
      .execute()
    expect(fees.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([98, 98, 196])
    expect(world.log.lines.map(({ message }) => message)).not.toContain(
      'the fee of a renewal differs from that of its due date',
    )
    await expectSameBooks()
  })

  it('are the same with repeated, unordered or missing webhook events (7, 8)', async () => {
    await sandbox.control.fault({ do: 'duplicate', type: '*', times: 100 })
    await sandbox.control.fault({ do: 'reorder', type: '*', times: 100 })
    await pass(32)
    await sandbox.control.clearFaults()
    await sandbox.control.fault({ do: 'drop', type: '*' })
    await pass(31)
    expect(await months()).toHaveLength(2)
    await world.sweep()
    expect(await months()).toHaveLength(3)
    await expectSameBooks()
  })

  it('continue with another authenticated card, which pays the next month, too (28)', async () => {
    await spoilCard()
    await pass(32)
    expect(await ownSubscription()).toMatchObject({ status: 'past_due' })
    expect(await see()).toMatchObject({ subscribed: true })
    await pass(1)
    const params = { id: 'aoi' }
    const token = 'tok_threeDSecure2Required'
    const begun = await fan(rooms.payPastDue, { params, body: { token } })
    expect(begun).toMatchObject({ result: 'requires_action', ownerId: seller })
    const [intent = ''] = begun.paymentIntent!.client_secret.split('_secret_')
    const on = { stripeAccount: seller }
    await answerChallenge(
      await sandbox.stripe.paymentIntents.retrieve(intent, {}, on),
      'authenticated',
    )
    const body = { room_id: 'aoi', subscriptionId: ref }
    expect(await fan(rooms.subscribe, { body })).toMatchObject({ status: 'active' })
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    await pass(31)
    expect((await months()).map(({ status }) => status)).toEqual([
      'succeeded',
      'succeeded',
      'succeeded',
    ])
    expect(await ownSubscription()).toMatchObject({ status: 'active' })
    await expectSameBooks()
  })

  it('end a week after a decline; the provider charges nothing on a later day (28)', async () => {
    // Its retry on the twelfth day would succeed.
    await sandbox.control.settings({ retry_after_days: [12], after_retries: 'past_due' })
    await spoilCard()
    await pass(32)
    expect(await ownSubscription()).toMatchObject({ status: 'past_due' })
    const on = { stripeAccount: seller }
    const { customer } = await sandbox.stripe.subscriptions.retrieve(ref, {}, on)
    const good = await sandbox.stripe.paymentMethods.attach(
      'pm_card_visa',
      { customer: customer as string },
      on,
    )
    await sandbox.stripe.subscriptions.update(ref, { default_payment_method: good.id }, on)
    await pass(7)
    await world.sweep()
    await world.deliver()
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    await pass(40)
    const invoices = await sandbox.stripe.invoices.list({ subscription: ref }, on)
    expect(invoices.data.map(({ status }) => status)).toEqual(['void', 'paid'])
    expect((await months()).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
    await expectSameBooks()
    await sandbox.control.settings({ retry_after_days: [3, 5, 7], after_retries: 'cancel' })
  })

  it('end with the provider’s final event if nobody pays (28)', async () => {
    await spoilCard()
    await pass(32)
    await pass(9)
    expect(await ownSubscription()).toBeUndefined()
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    await expectSameBooks()
  })

  it('end with the paid period after leaving, and continue if that is undone (29)', async () => {
    await fan(rooms.unsubscribe, { params: { id: 'aoi' } })
    expect(await ownSubscription()).toMatchObject({ cancel_at_period_end: true })
    await fan(rooms.subscribe, { body: { room_id: 'aoi' } })
    await pass(32)
    expect(await months()).toHaveLength(2)
    await fan(rooms.unsubscribe, { params: { id: 'aoi' } })
    await pass(31)
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    expect(await months()).toHaveLength(2)
    await expectSameBooks()
  })

  it('do not prevent a member from deleting the account after the seller disconnected (31)', async () => {
    const password = 'long and secret'
    await makeUser(world, 'leaver', { password_hash: await hashPassword(password) })
    const leaver: ReturnType<World['as']> = (...call) => world.as('leaver')(...call)
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await leaver(rooms.startSubscription, { body })
    await leaver(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    await sandbox.control.trigger('disconnect', { account: seller })
    await leaver(account.leave, { body: { password } })
    expect((await see()).subscribers).toBe(1)
  })

  describe('of a disconnected seller (31)', () => {
    beforeEach(async () => {
      await sandbox.control.trigger('disconnect', { account: seller })
    })

    it('keep the paid period for members, also leaving ones, and no longer', async () => {
      const { current_period_end } = (await ownSubscription())!
      const expected = { cancel_at_period_end: true, current_period_end }
      const params = { id: 'aoi' }
      expect(await fan(rooms.unsubscribe, { params })).toMatchObject(expected)
      expect(await ownSubscription()).toMatchObject({ status: 'active', ...expected })
      await pass(32)
      await world.sweep()
      expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    })

    it('end with the paid period for members who do not leave', async () => {
      await world.sweep()
      expect(await see()).toMatchObject({ subscribed: true })
      await pass(32)
      await world.sweep()
      expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    })

    it('do not prevent closing the room; members are told the end of their period', async () => {
      await world.as('aoi')(rooms.closeRoom, { params: { id: 'aoi' } })
      await world.deliver()
      expect(await ownSubscription()).toMatchObject({
        status: 'active',
        cancel_at_period_end: true,
      })
      const { text } = world.mail.sent.find(({ subject }) => subject.includes('ルーム終了'))!
      expect(text).toContain('これまでどおりご覧いただけます')
    })
  })
})
