import { serve } from '@hono/node-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { addDays, dayOf } from '#contract/days.ts'
import { WEBHOOK_PATHS } from '#contract/limits.ts'
import { operatorFee } from '#contract/operator/fee.ts'
import { orders } from '#contract/orders.ts'
import { rooms } from '#contract/rooms.ts'
import { openStripe } from '#server/adapters/stripe/client.ts'
import { EVENTS } from '#server/adapters/stripe/open.ts'
import { stripePayments } from '#server/adapters/stripe/payments.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import { openSandbox, type Sandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { answerChallenge, DAY_MS } from '#server/sandbox-stripe/testing/scene.ts'
import { makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'

/** The provider is another process, and tells us by webhooks over HTTP. */
describe.each(apiDatabaseNames)(
  'renewals at the provider, with %s',
  { timeout: 60_000 },
  (database) => {
    let sandbox: Sandbox
    let world: World
    let seller: string
    let ref: string
    let stop: () => Promise<unknown>

    beforeAll(async () => {
      sandbox = await openSandbox()
    })
    afterAll(() => sandbox.stop())

    beforeEach(async () => {
      world = await openWorld(database)
      seller = (await sandbox.control.seller(sandbox.stripe)).id
      await makeRoom(world, 'aoi', { amount: 980 })
      await makeSeller(world, 'aoi', { account_ref: seller })
      await makeUser(world, 'fan')
      await listen()
      await keepTime()
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
      if (!server.listening) await new Promise((up) => server.once('listening', up))
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
        stripePayments(openStripe(sandbox.secretKey, sandbox.url), secrets),
      )
      stop = () => {
        server.close()
        return sandbox.stripe.webhookEndpoints.del(id)
      }
    }
    /** Our clock is the provider's. */
    async function keepTime() {
      world.clock.move((await sandbox.control.now()) - world.clock.now().getTime())
    }
    async function pass(days: number) {
      await sandbox.control.advance(days * DAY_MS)
      await keepTime()
      await sandbox.control.rest()
      for (let times = 0; times < 2; times++) await world.deliver()
    }
    const mine = async () => (await fan(rooms.listSubscribed, { query: {} })).items[0]?.subscription
    const months = async () => (await fan(orders.listPayments, { query: {} })).items
    const see = () => fan(rooms.getRoom, { params: { id: 'aoi' } })

    /** Its card takes no more. */
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
    /** The seller's money as the provider knows it, and as our books do. */
    async function expectSameBooks() {
      const on = { stripeAccount: seller }
      const lines = await sandbox.stripe.balanceTransactions.list({ limit: 100 }, on)
      const theirs = lines.data.reduce((sum, { net }) => sum + net, 0)
      const entries = await world.db.selectFrom('ledger_entry').selectAll().execute()
      const sum = (of: typeof entries) => of.reduce((total, { amount }) => total + amount, 0)
      expect(sum(entries.filter((entry) => entry.account === 'seller'))).toBe(theirs)
      expect(sum(entries)).toBe(0)
    }

    it('each month is told of, booked once, and moves the day to which is paid', async () => {
      const first = (await mine())!.current_period_end!
      await pass(32)
      await pass(31)
      expect((await months()).map(({ status, amount }) => [status, amount])).toEqual([
        ['succeeded', 980],
        ['succeeded', 980],
        ['succeeded', 980],
      ])
      expect(Date.parse((await mine())!.current_period_end!)).toBeGreaterThan(
        Date.parse(first) + 55 * DAY_MS,
      )
      await expectSameBooks()
    })

    it('after an operator has changed the fee, the month that falls due after that day bears it, and none before', async () => {
      await makeUser(world, 'admin', { role: 'operator' })
      await world.as('admin')(operatorFee.planFee, {
        body: { percent: 20, from: addDays(dayOf(world.clock.now()), 40), reason: '見直しのため' },
      })
      for (const days of [32, 31]) {
        await world.deliver()
        await pass(days)
        await world.seeToFees()
        await world.deliver()
      }
      const on = { stripeAccount: seller }
      const { data } = await sandbox.stripe.charges.list({ limit: 3 }, on)
      expect(data.map(({ application_fee_amount: fee }) => fee)).toEqual([196, 98, 98])
      const taken = await world.db
        .selectFrom('ledger_entry')
        .select('amount')
        .where('account', '=', 'platform_fee')
        .execute()
      expect(taken.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([98, 98, 196])
      expect(world.log.lines.map(({ message }) => message)).not.toContain(
        'the fee of a renewal differs from that of its due date',
      )
      await expectSameBooks()
    })

    it('fault 7, 8: told twice, in disorder or not at all, the months are the same', async () => {
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

    it('fault 28: a refused renewal locks after a week, and another card, proven to its bank, opens the room and pays the next month', async () => {
      await sandbox.control.settings({ after_retries: 'past_due' })
      await spoilCard()
      await pass(32)
      expect(await mine()).toMatchObject({ status: 'past_due' })
      expect(await see()).toMatchObject({ subscribed: true })
      await pass(7)
      await world.sweep()
      expect(await mine()).toMatchObject({ status: 'incomplete' })
      expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })

      const params = { id: 'aoi' }
      const token = 'tok_threeDSecure2Required'
      const begun = await fan(rooms.payArrears, { params, body: { token } })
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
      expect(await mine()).toMatchObject({ status: 'active' })
      await expectSameBooks()
      await sandbox.control.settings({ after_retries: 'cancel' })
    })

    it('fault 28: what nobody pays ends by the provider’s last word', async () => {
      await spoilCard()
      await pass(32)
      await pass(9)
      expect(await mine()).toBeUndefined()
      expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
      await expectSameBooks()
    })

    it('fault 29: a leaving ends with what is paid, and one that is taken back renews', async () => {
      await fan(rooms.unsubscribe, { params: { id: 'aoi' } })
      expect(await mine()).toMatchObject({ cancel_at_period_end: true })
      await fan(rooms.subscribe, { body: { room_id: 'aoi' } })
      await pass(32)
      expect(await months()).toHaveLength(2)
      await fan(rooms.unsubscribe, { params: { id: 'aoi' } })
      await pass(31)
      expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
      expect(await months()).toHaveLength(2)
      await expectSameBooks()
    })

    it('31: a member of a seller who has left the provider may leave the service', async () => {
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

    describe('31: of a seller who has left the provider', () => {
      beforeEach(async () => {
        await sandbox.control.trigger('disconnect', { account: seller })
      })

      it('members keep what is paid, also who leaves, and nobody is in for longer', async () => {
        const { current_period_end } = (await mine())!
        const kept = { cancel_at_period_end: true, current_period_end }
        const params = { id: 'aoi' }
        expect(await fan(rooms.unsubscribe, { params })).toMatchObject(kept)
        expect(await mine()).toMatchObject({ status: 'active', ...kept })
        await pass(32)
        await world.sweep()
        expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
      })

      it('also who does not leave is in for no longer than is paid', async () => {
        await world.sweep()
        expect(await see()).toMatchObject({ subscribed: true })
        await pass(32)
        await world.sweep()
        expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
      })

      it('the room can be closed, and its members hear until when it is theirs', async () => {
        await world.as('aoi')(rooms.closeRoom, { params: { id: 'aoi' } })
        await world.deliver()
        expect(await mine()).toMatchObject({ status: 'active', cancel_at_period_end: true })
        const { text } = world.mail.sent.find(({ subject }) => subject.includes('ルーム終了'))!
        expect(text).toContain('これまでどおりご覧いただけます')
      })
    })
  },
)
