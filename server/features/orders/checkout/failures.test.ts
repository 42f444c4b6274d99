import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { RequestError } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

/** Tries again while no connection to the database is free, as the app does. */
async function untilServed<T>(ask: () => Promise<T>): Promise<T> {
  for (;;)
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof RequestError && error.status === 503)) throw error
    }
}

describe.each(apiDatabaseNames)('failures of a purchase on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    await makeUser(world, 'new')
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, capacity: 2 })
  })
  afterEach(() => world.close())

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const charges = () => [...world.payments.charges.values()]
  const fetchEvent = (user = 'fan') => world.as(user)(events.getEvent, { params: { id: 'night' } })
  const fetchRoom = (user = 'new') => world.as(user)(rooms.getRoom, { params: { id: 'aoi' } })
  const buy = async (token = 'tok_visa', user = 'fan') =>
    (await world.as(user)(events.startJoin, { body: { event_id: 'night', token } })).paymentIntent
      .id
  const enter = (paymentIntentId: string, user = 'fan') =>
    world.as(user)(events.join, { body: { event_id: 'night', paymentIntentId } })
  const subscribe = async (token = 'tok_visa') =>
    (await world.as('new')(rooms.startSubscription, { body: { room_id: 'aoi', token } }))
      .subscriptionId
  const join = (subscriptionId: string) =>
    world.as('new')(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
  const firstCharge = (ref: string) => world.payments.subscriptions.get(ref)!.charge!.ref
  const paymentsOf = async (user: string) =>
    (await world.as(user)(orders.listPayments, { query: {} })).items
  /** The buyer's browser pays with another card after a refusal or the end here; a provider that answers late. */
  const payAnyway = (ref: string) => {
    world.payments.amend('payment_intent', ref, { status: 'requires_payment_method' })
    world.payments.confirm(ref)
  }

  /** Invariant I3: paid money is a valid right or an open refund, and the ledger sums to zero. */
  async function expectOrder() {
    await world.deliver()
    const unrefunded = charges().filter(
      ({ ref, status }) =>
        status === 'succeeded' && !world.payments.refunds.some(({ charge }) => charge === ref),
    )
    const valid = (await table('entitlement')).filter(({ status }) => status === 'valid')
    const paidRights = valid.filter(({ order_id }) => order_id !== null)
    expect(paidRights).toHaveLength(unrefunded.length)
    const running = [...world.payments.subscriptions.values()].filter(
      ({ status }) => status === 'active',
    )
    expect(running).toHaveLength(paidRights.filter(({ kind }) => kind === 'room').length)
    const sum = (await table('ledger_entry')).reduce((total, { amount }) => total + amount, 0)
    expect(sum).toBe(0)
    const [event] = await table('event')
    const holds = (await table('hold')).filter(
      ({ kind, released_at }) => kind === 'event' && released_at === null,
    )
    expect(event!.taken).toBe(valid.filter(({ kind }) => kind === 'event').length + holds.length)
  }

  it('open payments of a seller who disconnected end with their holds (31)', async () => {
    await buy('tok_threeDSecure2Required')
    await subscribe('tok_threeDSecure2Required')
    world.payments.sellers.disconnect('acct_aoi')
    world.clock.move(HOLD_MS)
    await world.sweep()
    expect((await table('order')).map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(await table('event')).toMatchObject([{ taken: 0 }])
  })

  it('declined payment cannot be paid beside the next one (23)', async () => {
    const first = await buy('tok_threeDSecure2Required')
    world.payments.confirm(first, 'failed')
    await expect(enter(first)).rejects.toMatchObject({ status: 402 })
    await buy()
    expect(world.payments.charges.get(first)!.status).toBe('canceled')
  })

  it('declined payment cannot be paid once its seat is released (23)', async () => {
    const ref = await buy('tok_threeDSecure2Required')
    world.payments.confirm(ref, 'failed')
    await expect(enter(ref)).rejects.toMatchObject({ status: 402 })
    world.clock.move(HOLD_MS)
    await world.sweep()
    expect(world.payments.charges.get(ref)!.status).toBe('canceled')
    expect((await fetchEvent()).remaining).toBe(2)
    await expectOrder()
  })

  it('duplicate payment of an order gives one ticket and refunds the second (17)', async () => {
    const first = await buy('tok_threeDSecure2Required')
    world.payments.confirm(first, 'failed')
    await expect(enter(first)).rejects.toMatchObject({ status: 402 })
    const second = await buy()
    world.payments.confirm(second)
    const ticket = await enter(second)
    payAnyway(first)
    expect(await enter(first)).toEqual(ticket)
    expect(await enter(first)).toEqual(ticket)
    await expectOrder()
    expect(world.payments.refunds).toEqual([{ charge: first, amount: 1_980 }])
    expect(await paymentsOf('fan')).toMatchObject([{ status: 'succeeded', refunded_amount: 0 }])
    expect(await table('receipt')).toHaveLength(1)
  })

  it('duplicate payment of a room leaves one subscription (27)', async () => {
    const first = await subscribe('tok_threeDSecure2Required')
    world.payments.confirm(firstCharge(first), 'failed')
    await expect(join(first)).rejects.toMatchObject({ status: 402 })
    const second = await subscribe()
    expect(world.payments.subscriptions.get(first)!.status).toBe('incomplete_expired')
    await join(second)
    payAnyway(firstCharge(first))
    await join(first)
    await expectOrder()
    expect(world.payments.refunds).toEqual([{ charge: firstCharge(first), amount: 980 }])
  })

  it('member who joined free during a payment pays nothing, now or later (27)', async () => {
    const ref = await subscribe('tok_threeDSecure2Required')
    await world.db.updateTable('room').set({ amount: 0 }).execute()
    await world.as('new')(rooms.subscribe, { body: { room_id: 'aoi' } })
    world.payments.confirm(firstCharge(ref))
    await expect(join(ref)).rejects.toMatchObject({ status: 410 })
    await expectOrder()
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    expect((await fetchRoom()).subscribed).toBe(true)
  })

  it('first month that was reported as failed is not charged (16, 21)', async () => {
    world.payments.loseNext('startSubscription')
    await expect(subscribe()).rejects.toMatchObject({ status: 503 })
    world.clock.move(HOLD_MS)
    await world.sweep()
    expect(charges().map(({ status }) => status)).not.toContain('succeeded')
    expect((await table('order')).map(({ state }) => state)).toEqual(['failed'])
    await expectOrder()
  })

  it('first month paid during a crash becomes a membership within a minute (21)', async () => {
    world.payments.loseNext('paySubscription')
    await expect(subscribe()).rejects.toMatchObject({ status: 503 })
    expect(charges()).toMatchObject([{ status: 'succeeded' }])
    world.clock.move(20_000)
    await world.sweep()
    expect((await fetchRoom()).subscribed).toBe(true)
    await expectOrder()
  })

  it('repeated request finds the first month that was paid (21)', async () => {
    world.payments.loseNext('paySubscription')
    await expect(subscribe()).rejects.toMatchObject({ status: 503 })
    await join(await subscribe())
    expect(world.payments.subscriptions.size).toBe(1)
    await expectOrder()
  })

  it.each(['startCharge', 'shareCard'] as const)(
    'seat is released though %s failed and the seller’s payments are disabled',
    async (step) => {
      world.payments.cutNext(step)
      await expect(buy()).rejects.toMatchObject({ status: 503 })
      await world.db.updateTable('seller_account').set({ charges_enabled: 0 }).execute()
      world.clock.move(HOLD_MS)
      await world.sweep()
      expect((await fetchEvent()).remaining).toBe(2)
      await expectOrder()
    },
  )

  it('seat stays held while the provider is down, and is released afterwards', async () => {
    await buy()
    world.clock.move(HOLD_MS)
    world.payments.cutNext('findCharge')
    world.payments.cutNext('cancelCharge')
    await world.sweep()
    expect((await fetchEvent()).remaining).toBe(1)
    world.clock.move(20_000)
    await world.sweep()
    expect((await fetchEvent()).remaining).toBe(2)
    await expectOrder()
  })

  /** Adds orders with payments unknown to the provider, older than all others. */
  async function clutter(count: number, expires_at: string) {
    const at = new Date(world.clock.now().getTime() - 60_000).toISOString()
    for (let n = 0; n < count; n++) {
      const id = `clutter-${n}`
      await makeUser(world, id)
      await makeEvent(world, 'room-aoi', { id })
      await world.add('order', {
        id,
        buyer_id: id,
        seller_id: 'aoi',
        kind: 'event',
        subject_id: id,
        seats: 1,
        amount: 500,
        state: 'open',
        refunded_amount: 0,
        snapshot: '{"title":""}',
        snapshot_hash: '',
        created_at: at,
        settled_at: null,
      })
      const hold = { order_id: id, kind: 'event' as const, subject_id: id, shortened_to: null }
      await world.add('hold', { ...hold, expires_at, released_at: null })
      await world.add('attempt', {
        id,
        order_id: id,
        n: 1,
        idempotency_key: id,
        account_ref: 'acct_aoi',
        intent_ref: `pi_${id}`,
        subscription_ref: null,
        state: 'started',
        error_code: null,
        source: '',
        card: null,
        created_at: at,
        updated_at: at,
      })
    }
  }

  it('sixty failing lookups block neither tickets nor the release of seats (4)', async () => {
    await clutter(60, new Date(world.clock.now().getTime() - 1).toISOString())
    const ref = await buy()
    world.payments.confirm(ref)
    await buy('tok_visa', 'other')
    world.clock.move(20_000)
    await world.sweep()
    await world.sweep()
    expect((await fetchEvent()).joined).toBe(true)
    world.clock.move(HOLD_MS)
    await world.sweep()
    expect((await fetchEvent()).remaining).toBe(1)
  })

  it('payment created while its order is released is cancelled, and not swept again', async () => {
    const ref = await buy()
    await world.db.updateTable('order').set({ state: 'failed' }).execute()
    await world.db.updateTable('hold').set({ released_at: '2026-01-01T00:00:00.000Z' }).execute()
    await world.db.updateTable('event').set({ taken: 0 }).execute()
    world.clock.move(20_000)
    await world.sweep()
    expect(world.payments.charges.get(ref)!.status).toBe('canceled')
    expect((await table('attempt')).map(({ state }) => state)).toEqual(['cancelled'])
    await expectOrder()
  })

  it('suspended or closed room sells nothing (36)', async () => {
    await world.db.updateTable('room').set({ state: 9 }).execute()
    await expect(buy()).rejects.toMatchObject({ status: 404 })
    await expect(subscribe()).rejects.toMatchObject({ status: 404 })
    await world.db.updateTable('room').set({ state: 8 }).execute()
    await expect(subscribe()).rejects.toMatchObject({ status: 409 })
    expect(await table('order')).toEqual([])
  })

  it('payment of an event that was cancelled meanwhile is refunded (33)', async () => {
    const ref = await buy()
    await world.db.updateTable('event').set({ status: 'cancelled' }).execute()
    world.payments.confirm(ref)
    await expect(enter(ref)).rejects.toMatchObject({ status: 410 })
    await expectOrder()
    expect(world.payments.refunds).toEqual([{ charge: ref, amount: 1_980 }])
  })

  /** Pays for an event that was cancelled meanwhile, so that a refund is requested. */
  async function requestRefunds() {
    const ref = await buy()
    await world.db.updateTable('event').set({ status: 'cancelled' }).execute()
    world.payments.confirm(ref)
    await expect(enter(ref)).rejects.toMatchObject({ status: 410 })
    return ref
  }

  it('refund that the outbox gave up is retried by the sweep (32)', async () => {
    world.payments.bookAtOnce()
    const ref = await requestRefunds()
    await world.db.updateTable('outbox').set({ done_at: '2026-01-01T00:00:00.000Z' }).execute()
    await world.deliver()
    expect(world.payments.refunds).toEqual([])
    world.clock.move(25 * 3_600_000)
    world.payments.cutNext('refundCharge')
    await world.sweep()
    expect(world.log.lines.map(({ message }) => message)).toContain('a refund is still open')
    await world.sweep()
    expect(world.payments.refunds).toEqual([{ charge: ref, amount: 1_980 }])
    expect(await table('refund')).toMatchObject([{ state: 'done' }])
  })

  it('refund requested while the clock was ahead is retried, too (32, 72)', async () => {
    const hourMs = 3_600_000
    world.clock.move(hourMs)
    const ref = await requestRefunds()
    await world.db.updateTable('outbox').set({ done_at: '2026-01-01T00:00:00.000Z' }).execute()
    world.clock.move(-hourMs)
    await world.sweep()
    expect(world.payments.refunds).toEqual([{ charge: ref, amount: 1_980 }])
  })

  it('failed refund is open again, and in the ledger (32)', async () => {
    world.payments.bookAtOnce()
    await requestRefunds()
    await world.deliver()
    expect(await paymentsOf('fan')).toMatchObject([{ status: 'refunded' }])
    const ref = world.payments.refundRefs[0]!
    world.payments.failRefund(ref)
    for (const id of ['evt_1', 'evt_2'])
      await world.sendEvent({ id, type: 'refund.failed', kind: 'refund', ref })
    await world.deliver()
    expect(await table('refund')).toMatchObject([{ state: 'failed' }])
    expect(await paymentsOf('fan')).toMatchObject([{ status: 'succeeded', refunded_amount: 0 }])
    const entries = await table('ledger_entry')
    const sellers = entries.filter(({ account: whose }) => whose === 'seller')
    // The platform fee was refunded with it.
    expect(sellers.reduce((sum, { amount }) => sum + amount, 0)).toBe(1_980 - 71)
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  })

  it('member can leave a room whose owner’s payments are disabled (29)', async () => {
    const ref = await subscribe()
    await join(ref)
    await world.db.updateTable('seller_account').set({ charges_enabled: 0 }).execute()
    const left = await world.as('new')(rooms.unsubscribe, { params: { id: 'aoi' } })
    expect(left).toMatchObject({ cancel_at_period_end: true })
    expect(world.payments.subscriptions.get(ref)).toMatchObject({ cancelAtPeriodEnd: true })
  })

  it('two hundred buyers of fifty seats get fifty tickets; the other 150 are refused (2)', async () => {
    const [SEATS, BUYERS] = [50, 200]
    await world.db.updateTable('event').set({ capacity: SEATS }).execute()
    const buyers = Array.from({ length: BUYERS }, (_, n) => `buyer-${n}`)
    for (const name of buyers) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    const all = await Promise.allSettled(
      buyers.map(async (name) => {
        const ref = await untilServed(() => buy('tok_visa', name))
        world.payments.confirm(ref)
        const enterLater = () => untilServed(() => enter(ref, name))
        // The sweep and the buyer, at the same time.
        await Promise.all([enterLater(), enterLater()])
      }),
    )
    const rejected = all.filter((one) => one.status === 'rejected')
    expect(rejected.map(({ reason }) => reason.message)).toEqual(
      Array.from({ length: BUYERS - SEATS }, () => SOLD_OUT),
    )
    expect(charges().map(({ status }) => status)).toEqual(
      Array.from({ length: SEATS }, () => 'succeeded'),
    )
    const tickets = await table('entitlement')
    expect(new Set(tickets.map(({ number }) => number)).size).toBe(SEATS)
    expect((await fetchEvent()).remaining).toBe(0)
    expect(await world.as(tickets[0]!.user_id)(account.getMe, {})).toMatchObject({
      has_customer_id: true,
    })
    await expectOrder()
  })
})
