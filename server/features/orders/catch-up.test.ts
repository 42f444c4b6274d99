import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { createStripeClient } from '#server/adapters/stripe/client.ts'
import { stripePayments } from '#server/adapters/stripe/payments.ts'
import type { Schema } from '#server/db/schema.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { type Sandbox, startSandbox } from '#server/sandbox-stripe/testing/sandbox.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const tableOf = async <T extends keyof Schema>(world: World, name: T) => readTable(world.db, name)

describe.each(databaseNames)('three days without webhooks, on %s', (database) => {
  let sandbox: Sandbox
  let world: World
  let account: string

  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.stop())
  beforeEach(async () => {
    const secrets = { platform: '', connect: '' }
    const stripe = createStripeClient(sandbox.secretKey, sandbox.url)
    world = await createWorld(database, {}, memoryBus(), stripePayments(stripe, secrets))
    account = (await sandbox.control.seller(sandbox.stripe)).id
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    await world.db.updateTable('seller_account').set({ account_ref: account }).execute()
    await makeUser(world, fan())
  })
  afterEach(() => world.close())

  const fan = () => `fan-${account}`
  const at = () => ({ stripeAccount: account })
  async function threeDaysLater() {
    await sandbox.control.advance(3 * DAY_MS)
    world.clock.move(3 * DAY_MS)
    await world.catchUp()
    await world.deliver()
  }

  it('payment of that time becomes a ticket (8)', ruleOn(database), async () => {
    await makeMember(world, 'room-aoi', fan())
    await makeEvent(world, 'room-aoi', {
      id: 'night',
      amount: 1_980,
      end_at: '2027-01-01T00:00:00.000Z',
    })
    const call = world.as(fan())
    const body = { event_id: 'night', token: 'tok_visa' }
    const { paymentIntent } = await call(events.startJoin, { body })
    await sandbox.stripe.paymentIntents.confirm(paymentIntent.id, {}, at())
    await threeDaysLater()
    const seen = await world.as(fan())(events.getEvent, { params: { id: 'night' } })
    expect(seen).toMatchObject({ joined: true })
    // The card that the buyer did not keep was detached meanwhile, which is an event of its own.
    await world.catchUp()
    const notices = (await tableOf(world, 'webhook_event')).length
    await world.catchUp()
    expect(await tableOf(world, 'webhook_event')).toHaveLength(notices)
  })

  it('membership that ended at the provider ends here (8)', ruleOn(database), async () => {
    const call = world.as(fan())
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await call(rooms.startSubscription, { body })
    await call(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    await sandbox.stripe.subscriptions.cancel(subscriptionId, {}, at())
    expect(await call(rooms.getRoom, { params: { id: 'aoi' } })).toMatchObject({ subscribed: true })
    await threeDaysLater()
    expect(await world.as(fan())(rooms.getRoom, { params: { id: 'aoi' } })).toMatchObject({
      subscribed: false,
    })
  })
})

describe.each(databaseNames)('catch-up with the provider’s event list on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
  })
  afterEach(() => world.close())

  const type = 'customer.subscription.updated'
  /** The provider lists it as having happened now. Returns the event's id. */
  const happened = (ref: string, account = 'acct_aoi') =>
    world.payments.happened(type, { object: 'subscription', id: ref }, account)
  const storedEvents = async () =>
    (await tableOf(world, 'webhook_event')).map(({ id, state }) => [id, state]).sort()

  it('receives each listed event once, of the platform and of the sellers’ accounts', async () => {
    const ids = [happened('sub_1'), happened('x', '')]
    await world.catchUp()
    await world.catchUp()
    expect(await storedEvents()).toEqual(ids.toSorted().map((id) => [id, 'received']))
    expect(await tableOf(world, 'outbox')).toHaveLength(2)
    expect((await tableOf(world, 'notice_cursor')).map(({ account }) => account).sort()).toEqual([
      '',
      'acct_aoi',
    ])
  })

  it('overlaps reads, since the list may be out of order', ruleOn(database), async () => {
    happened('sub_1')
    await world.catchUp()
    world.clock.move(-60_000)
    happened('sub_2')
    world.clock.move(60_000)
    await world.catchUp()
    expect(await storedEvents()).toHaveLength(2)
  })

  it('skips events that were delivered', async () => {
    const id = happened('sub_1')
    await world.sendEvent({ id, type, kind: 'subscription', ref: 'sub_1' })
    await world.catchUp()
    expect(await tableOf(world, 'outbox')).toHaveLength(1)
  })

  it(
    'retries unprocessed events for as long as the provider keeps them',
    ruleOn(database),
    async () => {
      await makeUser(world, 'fan')
      const body = { room_id: 'aoi', token: 'tok_threeDSecure2Required' }
      const { subscriptionId } = await world.as('fan')(rooms.startSubscription, { body })
      const id = happened(subscriptionId)
      await world.catchUp()
      world.payments.cutNext('findSubscription')
      await world.deliver()
      expect(await storedEvents()).toEqual([[id, 'received']])
      await world.db
        .updateTable('outbox')
        .set({ done_at: world.clock.now().toISOString() })
        .execute()
      await world.catchUp()
      await world.deliver()
      expect(await storedEvents()).toEqual([[id, 'received']])
      world.clock.move(27 * 3_600_000)
      await world.catchUp()
      await world.deliver()
      expect(await storedEvents()).toEqual([[id, 'done']])
    },
  )

  it('continues after an account that cannot be read', ruleOn(database), async () => {
    await makeRoom(world, 'zen')
    await makeSeller(world, 'zen')
    const id = happened('sub_1', 'acct_zen')
    world.payments.sellers.disconnect('acct_aoi')
    await world.catchUp()
    expect(await storedEvents()).toEqual([[id, 'received']])
    expect(world.log.lines.map(({ message }) => message)).toContain('an account could not be read')
  })

  it('throws when the provider is down, so that it is retried', ruleOn(database), async () => {
    world.payments.cutNext('listEvents')
    await expect(world.catchUp()).rejects.toThrow(ProviderDown)
  })
})
