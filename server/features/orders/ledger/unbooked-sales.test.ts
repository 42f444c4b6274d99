import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard/calls.ts'
import { events } from '#contract/events/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { EVENTS } from '#server/adapters/stripe/event-types.ts'
import { stripePayments } from '#server/adapters/stripe/payments.ts'
import type { Schema } from '#server/db/schema.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { DAY_MS } from '#server/sandbox-stripe/testing/scene.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const HOUR_S = 3_600
/** A renewal's invoice is a draft for an hour. */
const DRAFT_MS = HOUR_S * 1000
const LATENESS = [0, 45, HOUR_S]
const cases = apiDatabaseNames.flatMap((database) => LATENESS.map((late) => ({ database, late })))

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

describe.each(cases)(
  'fees that the provider writes $late s later, on $database',
  ({ database, late }) => {
    let world: World
    let account: string
    const fan = () => `fan-${account}`
    const at = () => ({ stripeAccount: account })
    const call: ReturnType<World['as']> = (...of) => world.as(fan())(...of)
    const owner: ReturnType<World['as']> = (...of) => world.as('aoi')(...of)
    const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)

    beforeEach(async () => {
      await sandbox.control.settings({ late_seconds: late })
      const secrets = { platform: '', connect: '' }
      const stripe = createStripeClient(sandbox.secretKey, sandbox.url)
      const provider = stripePayments(stripe, secrets, EVENTS)
      world = await createWorld(database, {}, memoryBus(), provider)
      account = (await sandbox.control.seller(sandbox.stripe)).id
      await makeRoom(world, 'aoi', { amount: 980 })
      await makeSeller(world, 'aoi', { account_ref: account })
      await makeUser(world, fan())
      await pass(0)
    })
    afterEach(() => world.close())

    /** Moves both clocks; no webhook is delivered. */
    async function pass(ms: number) {
      await sandbox.control.advance(ms)
      world.clock.move((await sandbox.control.now()) - world.clock.now().getTime())
    }
    /** Delivers all webhooks, twice. */
    async function receiveEvents() {
      for (let times = 0; times < 2; times++) {
        await world.catchUp()
        await world.deliver()
      }
    }
    const kinds = async () => [...new Set((await table('ledger_entry')).map(({ kind }) => kind))]
    const unbooked = async () =>
      (await table('attempt')).filter(({ unbooked_at }) => unbooked_at !== null).length

    /** The ledger equals the provider's balance transactions, and each movement sums to zero. */
    async function expectSameBooks() {
      const lines = await sandbox.stripe.balanceTransactions.list({ limit: 100 }, at())
      const entries = await table('ledger_entry')
      expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
      const written = new Map<string, number>()
      for (const { source_ref, account, amount } of entries)
        if (account === 'seller') written.set(source_ref!, (written.get(source_ref!) ?? 0) + amount)
      expect(written).toEqual(new Map(lines.data.map(({ id, net }) => [id, net])))
    }

    async function buy() {
      await makeMember(world, 'room-aoi', fan())
      const end_at = new Date(world.clock.now().getTime() + 60 * DAY_MS).toISOString()
      await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, end_at })
      const body = { event_id: 'night', token: 'tok_visa' }
      const { paymentIntent } = await call(events.startJoin, { body })
      await sandbox.stripe.paymentIntents.confirm(paymentIntent.id, {}, at())
      await call(events.join, { body: { event_id: 'night', paymentIntentId: paymentIntent.id } })
      return paymentIntent.id
    }
    async function join() {
      const body = { room_id: 'aoi', token: 'tok_visa' }
      const { subscriptionId } = await call(rooms.startSubscription, { body })
      const answer = await call(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
      expect(answer).toMatchObject({ status: 'active' })
      return subscriptionId
    }
    const payments = async () => (await call(orders.listPayments, { query: {} })).items

    it('ticket and receipt come at once; the ledger entry follows the balance transaction', async () => {
      await buy()
      const seen = await call(events.getEvent, { params: { id: 'night' } })
      expect(seen).toMatchObject({ joined: true })
      expect(await payments()).toMatchObject([{ status: 'succeeded', amount: 1_980 }])
      expect(await table('receipt')).toHaveLength(1)
      expect([await kinds(), await unbooked()]).toEqual(late > 0 ? [[], 1] : [['sale'], 0])
      const sales = async () => (await owner(events.getOwn, { params: { id: 'night' } })).sales
      const net = 1_980 - 198 - 71
      const sold = { tickets: 1, live_only: 0, gross: 1_980 }
      expect(await sales()).toEqual({
        ...sold,
        ...(late > 0 ? { net: 0, unbooked: 1_980 } : { net, unbooked: 0 }),
      })
      await receiveEvents()
      expect(await unbooked()).toBe(late > 0 ? 1 : 0)
      await expectSameBooks()
      await pass(late * 1000)
      await receiveEvents()
      expect([await kinds(), await unbooked()]).toEqual([['sale'], 0])
      expect(await table('receipt')).toHaveLength(1)
      expect(await sales()).toEqual({ ...sold, net, unbooked: 0 })
      await expectSameBooks()
    })

    it('sweep finds a balance transaction whose webhook is lost', async () => {
      await buy()
      await pass(late * 1000 + 11 * 60_000)
      await world.sweep()
      expect([await kinds(), await unbooked()]).toEqual([['sale'], 0])
      await expectSameBooks()
    })

    it('membership and its renewals are granted before the balance transaction exists', async () => {
      const ref = await join()
      expect(await payments()).toHaveLength(1)
      await pass(late * 1000)
      await receiveEvents()
      expect(await unbooked()).toBe(0)
      const { items } = await sandbox.stripe.subscriptions.retrieve(ref, {}, at())
      const renewedAt = items.data[0]!.current_period_end * 1000 + DRAFT_MS
      await pass(renewedAt - (await sandbox.control.now()) + 1)
      await receiveEvents()
      expect((await payments()).map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
      expect(await unbooked()).toBe(late > 1 ? 1 : 0)
      expect((await table('order')).map(({ fee_percent }) => fee_percent)).toEqual([10, 10])
      await expectSameBooks()
      await pass(late * 1000)
      await receiveEvents()
      expect(await unbooked()).toBe(0)
      expect((await table('order')).map(({ fee_percent }) => fee_percent)).toEqual([10, 10])
      await expectSameBooks()
    })

    it('refund right after payment works, and is recorded when its balance transaction exists', async () => {
      await buy()
      const [order] = await table('order')
      await owner(orders.refund, { params: { id: order!.id } })
      await world.deliver()
      expect(await payments()).toMatchObject([
        late > 0 ? { refund: 'pending' } : { status: 'refunded', refund: 'none' },
      ])
      await receiveEvents()
      await expectSameBooks()
      await pass(late * 1000)
      await receiveEvents()
      expect(await payments()).toMatchObject([{ status: 'refunded', refunded_amount: 1_980 }])
      expect((await kinds()).toSorted()).toEqual(['refund', 'sale'])
      await expectSameBooks()
    })

    it('sweep finds the balance transaction of a refund', async () => {
      await buy()
      const [order] = await table('order')
      await owner(orders.refund, { params: { id: order!.id } })
      await world.deliver()
      await pass(late * 1000 + 11 * 60_000)
      await world.sweep()
      await world.deliver()
      expect(await payments()).toMatchObject([{ status: 'refunded', refund: 'none' }])
      expect((await kinds()).toSorted()).toEqual(['refund', 'sale'])
      await expectSameBooks()
    })

    it('balance shows unbooked sales beside the earnings, and a refund of them reduces nothing', async () => {
      const proceeds = async () => (await owner(dashboard.getProceeds, { query: {} })).balance
      await join()
      const known = late > 0 ? 0 : 980 - 98 - 35
      const unbooked = late > 0 ? 980 : 0
      expect(await proceeds()).toMatchObject({ available: known, unbooked, blocked: [] })
      const [order] = await table('order')
      await owner(orders.refund, { params: { id: order!.id } })
      const blocked = late > 0 ? [] : [{ amount: 980 }]
      const available = late > 0 ? 0 : known - 980
      expect(await proceeds()).toMatchObject({ available, unbooked, blocked })
      await world.deliver()
      await pass(late * 1000)
      await receiveEvents()
      expect(await proceeds()).toMatchObject({ available: -35, unbooked: 0, blocked: [] })
    })

    it('platform fee of a lost dispute is refunded, however late its balance transaction', async () => {
      const intent = await buy()
      await pass(late * 1000)
      await receiveEvents()
      const { latest_charge } = await sandbox.stripe.paymentIntents.retrieve(intent, {}, at())
      const charge = latest_charge as string
      const dispute = await sandbox.control.trigger<{ id: string }>('open_dispute', {
        account,
        charge,
      })
      await sandbox.control.trigger('lose_dispute', { account, dispute: dispute.id })
      await receiveEvents()
      await pass(late * 1000 + DRAFT_MS)
      await receiveEvents()
      const fees = (await table('ledger_entry')).filter((entry) => entry.account === 'platform_fee')
      expect(fees.map(({ amount }) => amount).toSorted()).toEqual([-198, 198])
      await expectSameBooks()
    })
  },
)
