import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard/calls.ts'
import { events } from '#contract/events/calls.ts'
import { NOT_STARTED_MS } from '#contract/events/limits.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const FEE = 198
const PROVIDER_FEE = 71

describe.each(apiDatabaseNames)('refunds and disputes on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    world.payments.bookAtOnce()
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'mio')
    await makeUser(world, 'new')
    await makeUser(world, 'admin', { role: 'operator' })
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, capacity: 1 })
  })
  afterEach(() => world.close())

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const seen = (user: string) => world.as(user)(events.getEvent, { params: { id: 'night' } })
  const pay = async (user = 'fan', token = 'tok_visa') => {
    const body = { event_id: 'night', token }
    const { paymentIntent } = await world.as(user)(events.startJoin, { body })
    world.payments.confirm(paymentIntent.id)
    return paymentIntent.id
  }
  const buy = async (user = 'fan', token = 'tok_visa') => {
    const paymentIntentId = await pay(user, token)
    await world.as(user)(events.join, { body: { event_id: 'night', paymentIntentId } })
    return paymentIntentId
  }
  const join = async () => {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await world.as('new')(rooms.startSubscription, { body })
    await world.as('new')(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    return subscriptionId
  }
  const orderId = async () => (await table('order')).at(-1)!.id
  const refund = (user: string | null, id: string) =>
    world.as(user)(orders.refund, { params: { id } })
  const paymentOf = async (user: string) =>
    (await world.as(user)(orders.listPayments, { query: {} })).items[0]!
  const sales = async (user = 'aoi', query = {}) =>
    (await world.as(user)(orders.listSales, { query })).items
  const earned = async () =>
    (await world.as('aoi')(dashboard.getProceeds, { query: {} })).sum.profit
  const emails = () => world.mail.sent.map(({ to, subject }) => [to, subject])

  /** Delivers a webhook event twice. */
  async function notify(kind: string, ref: string, account = 'acct_aoi') {
    const event = { id: randomUUID(), kind, ref, account }
    for (let times = 0; times < 2; times++) await world.sendEvent(event)
    await world.deliver()
  }

  /** Invariant I7, and a ledger that sums to zero. */
  async function expectOrder() {
    const entries = await table('ledger_entry')
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    const tickets = (await table('entitlement')).filter(
      ({ status, kind }) => status === 'valid' && kind === 'event',
    )
    const holds = (await table('hold')).filter(
      ({ kind, released_at }) => kind === 'event' && released_at === null,
    )
    const [event] = await table('event')
    expect(event!.taken).toBe(tickets.length + holds.length)
    expect(event!.participants).toBe(tickets.length)
  }

  it('refund by the seller frees the seat at once, and the money follows (32)', async () => {
    await buy()
    const id = await orderId()
    expect(await sales()).toMatchObject([
      { id, buyer: { name: 'fan' }, status: 'succeeded', can: { refund: true } },
    ])
    await refund('aoi', id)
    expect(await seen('fan')).toMatchObject({ joined: false, can: { watch: false }, remaining: 1 })
    expect(await paymentOf('fan')).toMatchObject({ status: 'succeeded', refund: 'pending' })
    expect(await sales()).toMatchObject([{ refund: 'pending', can: { refund: false } }])
    await world.deliver()
    expect(await paymentOf('fan')).toMatchObject({
      status: 'refunded',
      refunded_amount: 1_980,
      refund: 'none',
    })
    expect(await earned()).toBe(-PROVIDER_FEE)
    expect(emails()).toContainEqual(['fan@room.test', expect.stringContaining('取り消され')])
    await world.deliver()
    const refundEmails = emails().filter(([, subject]) => subject!.includes('返金のお知らせ'))
    expect(refundEmails).toEqual([['fan@room.test', expect.any(String)]])
    await expectOrder()
  })

  it('ten concurrent refund requests pay back once (32)', async () => {
    await buy()
    const id = await orderId()
    await Promise.all(Array.from({ length: 10 }, () => refund('aoi', id)))
    expect(await table('refund')).toHaveLength(1)
    await world.deliver()
    expect(world.payments.refunds).toHaveLength(1)
    await expect(refund('aoi', id)).rejects.toMatchObject({ status: 409 })
    await expectOrder()
  })

  it('refund is refused to anybody but the seller, and tells the buyer whom to ask', async () => {
    await buy()
    const id = await orderId()
    await expect(refund(null, id)).rejects.toMatchObject({ status: 401 })
    for (const user of ['mio', 'other', 'admin'])
      await expect(refund(user, id)).rejects.toMatchObject({ status: 404 })
    await expect(refund('fan', id)).rejects.toMatchObject({ status: 403 })
    await expect(refund('aoi', 'nothing')).rejects.toMatchObject({ status: 404 })
    expect(await sales('mio')).toEqual([])
    expect(await sales('mio', { event: 'night' })).toEqual([])
    expect((await seen('fan')).joined).toBe(true)
  })

  it('refund of an unpaid order is refused', async () => {
    await world.as('fan')(events.startJoin, { body: { event_id: 'night', token: 'tok_visa' } })
    await expect(refund('aoi', await orderId())).rejects.toMatchObject({ status: 409 })
    expect(await sales()).toEqual([])
  })

  it('buyer may refund from sixty minutes after the start of an event that never started', async () => {
    await buy()
    const id = await orderId()
    const start = Date.parse((await seen('fan')).start)
    world.clock.move(start - world.clock.now().getTime() + NOT_STARTED_MS - 1)
    await expect(refund('fan', id)).rejects.toMatchObject({ status: 403 })
    expect((await paymentOf('fan')).can.refund).toBe(false)
    await world.sweep()
    await world.deliver()
    expect(emails().filter(([to]) => to === 'aoi@room.test')).toEqual([])
    world.clock.move(1)
    await world.sweep()
    await world.sweep()
    await world.deliver()
    expect(emails().filter(([to]) => to === 'admin@room.test')).toHaveLength(1)
    expect(emails().filter(([to]) => to === 'aoi@room.test')).toHaveLength(1)
    expect((await paymentOf('fan')).can.refund).toBe(true)
    await refund('fan', id)
    await world.deliver()
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded' })
    await expectOrder()
  })

  it('buyer may not refund an event that started', async () => {
    await buy()
    await world.db
      .updateTable('event')
      .set({ publishment_flg: 1, start_at: inHours(world, -5) })
      .execute()
    await expect(refund('fan', await orderId())).rejects.toMatchObject({ status: 403 })
  })

  it('refund of a month ends the membership and its renewal (32)', async () => {
    const ref = await join()
    await refund('aoi', await orderId())
    const room = await world.as('new')(rooms.getRoom, { params: { id: 'aoi' } })
    expect(room).toMatchObject({ subscribed: false, subscribers: 2 })
    await world.deliver()
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    expect(await paymentOf('new')).toMatchObject({ status: 'refunded' })
  })

  it('full refund in the provider’s dashboard revokes the right (32)', async () => {
    const charge = await buy()
    const { ref } = world.payments.refundAtProvider(charge, 1_980)
    await notify('refund', ref)
    expect(await seen('fan')).toMatchObject({ joined: false, remaining: 1 })
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refunded_amount: 1_980 })
    expect(await table('refund')).toMatchObject([{ reason: 'desk', state: 'done' }])
    expect(await earned()).toBe(-PROVIDER_FEE)
    await expectOrder()
  })

  it('partial refund in the dashboard keeps the ticket, and the rest can still be refunded (32)', async () => {
    const charge = await buy()
    const { ref } = world.payments.refundAtProvider(charge, 500)
    await notify('refund', ref)
    expect((await seen('fan')).joined).toBe(true)
    expect(await paymentOf('fan')).toMatchObject({ status: 'succeeded', refunded_amount: 500 })
    expect(await earned()).toBe(1_980 - FEE - PROVIDER_FEE - 500 + 50)
    await refund('aoi', await orderId())
    await world.deliver()
    expect(world.payments.refunds.map(({ amount }) => amount)).toEqual([500, 1_480])
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refunded_amount: 1_980 })
    expect((await table('receipt')).map(({ body }) => JSON.parse(body).amount)).toEqual([
      1_980, 500, 1_480,
    ])
    await expectOrder()
  })

  it('last of several partial dashboard refunds revokes the ticket (32)', async () => {
    const charge = await buy()
    await notify('refund', world.payments.refundAtProvider(charge, 500).ref)
    expect((await seen('fan')).joined).toBe(true)
    await notify('refund', world.payments.refundAtProvider(charge, 1_480).ref)
    expect(await seen('fan')).toMatchObject({ joined: false, remaining: 1 })
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refunded_amount: 1_980 })
    await expectOrder()
  })

  it('partial dashboard refund reduces an open full refund to the rest (32)', async () => {
    const charge = await buy()
    world.payments.cutNext('refundCharge')
    await refund('aoi', await orderId())
    await world.deliver()
    expect(world.payments.refunds).toEqual([])
    await notify('refund', world.payments.refundAtProvider(charge, 500).ref)
    world.clock.move(60 * 60_000)
    await world.deliver()
    expect(world.payments.refunds.map(({ amount }) => amount)).toEqual([500, 1_480])
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refunded_amount: 1_980 })
    expect((await table('refund')).map(({ state }) => state).toSorted()).toEqual([
      'done',
      'done',
      'replaced',
    ])
    await expectOrder()
  })

  it.each([
    { first: 'what is asked for here', states: [['done']] },
    { first: 'the word from the desk', states: [['done', 'replaced']] },
    { first: 'whichever is done sooner', states: [['done'], ['done', 'replaced']] },
  ])(
    'refund on both sides at the same moment, $first first, is in the ledger once (32)',
    async ({ first, states }) => {
      const charge = await buy()
      await refund('aoi', await orderId())
      const { ref } = world.payments.refundAtProvider(charge, 1_980)
      if (first === 'what is asked for here') await world.deliver()
      if (first === 'the word from the desk') world.payments.cutNext('refundCharge')
      await notify('refund', ref)
      world.clock.move(60_000)
      await world.deliver()
      expect(states).toContainEqual((await table('refund')).map(({ state }) => state).sort())
      expect(world.payments.refunds).toHaveLength(1)
      expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refunded_amount: 1_980 })
      expect(await earned()).toBe(-PROVIDER_FEE)
      await expectOrder()
    },
  )

  it('refund or dispute of another account changes nothing (10)', async () => {
    const charge = await buy()
    const providerRefund = world.payments.refundAtProvider(charge, 1_980)
    const bank = world.payments.dispute(charge)
    await notify('refund', providerRefund.ref, 'acct_other')
    await notify('dispute', bank.ref, 'acct_other')
    expect((await seen('fan')).joined).toBe(true)
    expect(await table('refund')).toEqual([])
    expect(await table('dispute')).toEqual([])
  })

  it('failed refund alerts the operators, and can be requested again (32)', async () => {
    await buy()
    const id = await orderId()
    await refund('aoi', id)
    await world.deliver()
    const first = world.payments.refundRefs[0]!
    world.payments.failRefund(first)
    await notify('refund', first)
    expect(await paymentOf('fan')).toMatchObject({ refund: 'failed', refunded_amount: 0 })
    expect(emails()).toContainEqual(['admin@room.test', expect.stringContaining('確認が必要')])
    expect(await sales()).toMatchObject([{ refund: 'failed', can: { refund: true } }])
    await refund('aoi', id)
    await world.deliver()
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refund: 'none' })
    await expectOrder()
  })

  it('failed refund alerts before its balance transactions exist, and each is recorded once', async () => {
    const { ref } = world.payments.refundAtProvider(await buy(), 1_980)
    const lines = async () =>
      (await table('ledger_entry'))
        .filter(({ kind, account }) => kind === 'refund' && account === 'buyer')
        .map(({ amount }) => amount)
    const notification = async () => {
      await notify('refund', ref)
      return [(await paymentOf('fan')).refund, ...(await lines())]
    }
    const amend = (change: Parameters<typeof world.payments.amend<'refund'>>[2]) =>
      world.payments.amend('refund', ref, change)
    const { balance_transaction } = amend({ balance_transaction: null })
    expect(await notification()).toEqual(['pending'])
    amend({ balance_transaction })
    world.payments.failRefund(ref)
    const { failure_balance_transaction } = amend({ balance_transaction: null })
    amend({ failure_balance_transaction: undefined })
    expect(await notification()).toEqual(['failed'])
    amend({ balance_transaction })
    expect(await notification()).toEqual(['failed', 1_980])
    amend({ failure_balance_transaction })
    expect(await notification()).toEqual(['failed', 1_980, -1_980])
    expect(await notification()).toEqual(['failed', 1_980, -1_980])
    expect(emails().filter(([, subject]) => subject!.includes('確認が必要'))).toHaveLength(1)
    await expectOrder()
  })

  it('dispute revokes the right and holds its seat; winning restores both (32)', async () => {
    const charge = await buy()
    const dispute = world.payments.dispute(charge)
    await notify('dispute', dispute.ref)
    expect(await seen('fan')).toMatchObject({ joined: false, can: { watch: false } })
    expect(await seen('other')).toMatchObject({ remaining: 0 })
    expect(await sales()).toMatchObject([{ status: 'disputed', can: { refund: false } }])
    expect(await earned()).toBe(-FEE - PROVIDER_FEE - 1_300)
    expect(emails()).toContainEqual(['admin@room.test', expect.stringContaining('確認が必要')])
    await expectOrder()
    world.payments.closeDispute(dispute.ref, 'won')
    await notify('dispute', dispute.ref)
    expect(await seen('fan')).toMatchObject({ joined: true, can: { watch: true } })
    expect(await earned()).toBe(1_980 - FEE - PROVIDER_FEE - 1_300)
    expect(await sales()).toMatchObject([{ status: 'succeeded' }])
    await expectOrder()
  })

  /** A dispute of a ticket with a partial dashboard refund of 500 yen. */
  async function disputeAfterAPart() {
    const charge = await buy()
    await notify('refund', world.payments.refundAtProvider(charge, 500).ref)
    const dispute = world.payments.dispute(charge)
    await notify('dispute', dispute.ref)
    return dispute
  }

  it('dispute won after a partial dashboard refund restores the ticket (32)', async () => {
    const dispute = await disputeAfterAPart()
    expect((await seen('fan')).joined).toBe(false)
    world.payments.closeDispute(dispute.ref, 'won')
    await notify('dispute', dispute.ref)
    expect(await seen('fan')).toMatchObject({ joined: true, can: { watch: true } })
    expect(await paymentOf('fan')).toMatchObject({ status: 'succeeded', refunded_amount: 500 })
    await expectOrder()
  })

  it('dispute won after the rest was refunded restores nothing (32)', async () => {
    const dispute = await disputeAfterAPart()
    await refund('aoi', await orderId())
    world.payments.closeDispute(dispute.ref, 'won')
    await notify('dispute', dispute.ref)
    await world.deliver()
    expect((await seen('fan')).joined).toBe(false)
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refunded_amount: 1_980 })
    await expectOrder()
  })

  it('dispute won after a partial refund and a cancelled event refunds the rest (32)', async () => {
    const dispute = await disputeAfterAPart()
    await world.as('aoi')(events.cancelOwn, { params: { id: 'night' } })
    await world.deliver()
    world.payments.closeDispute(dispute.ref, 'won')
    await notify('dispute', dispute.ref)
    await world.deliver()
    expect((await seen('fan')).joined).toBe(false)
    expect(world.payments.refunds.map(({ amount }) => amount)).toEqual([500, 1_480])
    await expectOrder()
  })

  it('lost dispute frees the seat and refunds the platform fee (32)', async () => {
    const charge = await buy()
    const dispute = world.payments.dispute(charge)
    world.payments.closeDispute(dispute.ref, 'lost')
    // Both webhook events arrive only now.
    await notify('dispute', dispute.ref)
    await notify('dispute', dispute.ref)
    expect(await seen('other')).toMatchObject({ remaining: 1, can: { buy: true } })
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refunded_amount: 1_980 })
    expect(await earned()).toBe(-PROVIDER_FEE - 1_300)
    await expectOrder()
    await buy('other')
    expect((await seen('other')).joined).toBe(true)
    await expectOrder()
  })

  it.each(['won', 'lost'] as const)(
    'dispute of a refunded payment costs its fee, and ends: %s (32)',
    async (end) => {
      for (const [token, disputedAmount] of [
        ['tok_visa', 0],
        ['tok_mastercard', undefined],
      ] as const) {
        const charge = await buy('fan', token)
        await refund('aoi', await orderId())
        await world.deliver()
        const earnedBefore = await earned()
        const dispute = world.payments.dispute(charge, { amount: disputedAmount })
        await notify('dispute', dispute.ref)
        world.payments.closeDispute(dispute.ref, end)
        await notify('dispute', dispute.ref)
        await world.deliver()
        const isLost = end === 'lost' && disputedAmount !== 0
        expect(await earned()).toBe(earnedBefore - 1_300 - (isLost ? 1_980 : 0))
        expect(await seen('fan')).toMatchObject({ joined: false, remaining: 1 })
        await expectOrder()
      }
    },
  )

  it('dispute won after the event was cancelled refunds the buyer (32)', async () => {
    const charge = await buy()
    const dispute = world.payments.dispute(charge)
    await notify('dispute', dispute.ref)
    await world.as('aoi')(events.cancelOwn, { params: { id: 'night' } })
    await world.deliver()
    expect(world.payments.refunds).toEqual([])
    world.payments.closeDispute(dispute.ref, 'won')
    await notify('dispute', dispute.ref)
    expect((await seen('fan')).joined).toBe(false)
    expect(world.payments.refunds).toEqual([{ charge, amount: 1_980 }])
    await expectOrder()
  })

  it('open refund and lost dispute pay back once (32)', async () => {
    const charge = await buy()
    await refund('aoi', await orderId())
    const dispute = world.payments.dispute(charge)
    world.payments.closeDispute(dispute.ref, 'lost')
    world.payments.cutNext('refundCharge')
    await notify('dispute', dispute.ref)
    world.clock.move(60 * 60_000)
    await world.deliver()
    expect(world.payments.refunds).toEqual([])
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refund: 'none' })
    await expectOrder()
  })

  it.each([
    [
      'a dispute, lost by now,',
      (charge: string) => {
        const { ref } = world.payments.dispute(charge)
        world.payments.closeDispute(ref, 'lost')
        return notify('dispute', ref)
      },
    ],
    [
      'a refund at the provider’s desk',
      (charge: string) => notify('refund', world.payments.refundAtProvider(charge, 1_980).ref),
    ],
  ])('%s reported before its payment leaves no valid ticket (7, 32)', async (_, early) => {
    const paymentIntentId = await pay()
    await early(paymentIntentId)
    await world.as('fan')(events.join, { body: { event_id: 'night', paymentIntentId } })
    expect(await seen('fan')).toMatchObject({ joined: true })
    world.clock.move(5_000)
    await world.deliver()
    expect(await seen('fan')).toMatchObject({ joined: false, remaining: 1 })
    expect(await paymentOf('fan')).toMatchObject({ status: 'refunded', refunded_amount: 1_980 })
    await expectOrder()
  })

  it('dispute of a month ends the membership and its renewal (32)', async () => {
    const ref = await join()
    const dispute = world.payments.dispute(world.payments.subscriptions.get(ref)!.charge!.ref)
    await notify('dispute', dispute.ref)
    expect(await world.as('new')(rooms.getRoom, { params: { id: 'aoi' } })).toMatchObject({
      subscribed: false,
    })
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    world.payments.closeDispute(dispute.ref, 'won')
    await notify('dispute', dispute.ref)
    const subscriptions = async () =>
      (await world.as('new')(rooms.listSubscribed, { query: {} })).items.map(
        ({ subscription }) => subscription,
      )
    const back = [{ status: 'active', cancel_at_period_end: true }]
    expect(await subscriptions()).toMatchObject(back)
    // The event of the subscription's end comes late: the paid month stays valid to its end.
    await notify('subscription', ref)
    expect(await subscriptions()).toMatchObject(back)
    world.clock.move(32 * 24 * 60 * 60_000)
    await notify('subscription', ref)
    expect(await world.as('new')(rooms.getRoom, { params: { id: 'aoi' } })).toMatchObject({
      subscribed: false,
    })
  })

  it.each(['refund', 'dispute'] as const)(
    '%s whose subscription end failed repeats it on retry (32)',
    async (kind) => {
      const ref = await join()
      const charge = world.payments.subscriptions.get(ref)!.charge!.ref
      const update =
        kind === 'refund'
          ? world.payments.refundAtProvider(charge, 980)
          : world.payments.dispute(charge)
      world.payments.cutNext('endSubscription')
      await notify(kind, update.ref)
      expect(await world.as('new')(rooms.getRoom, { params: { id: 'aoi' } })).toMatchObject({
        subscribed: false,
      })
      expect(world.payments.subscriptions.get(ref)!.status).toBe('active')
      world.clock.move(60_000)
      await world.deliver()
      expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    },
  )
})
