import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { live } from '#contract/live/calls.ts'
import { NOT_SUSPENDED, SUSPENDED_ALREADY } from '#contract/operator/messages.ts'
import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { ROOM_SUSPENDED } from '#contract/rooms/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import {
  makeDigitalTicket,
  makeEvent,
  makeIssued,
  makeMember,
  makeRoom,
  makeSeller,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const reason = '権利を侵害する内容があったため'

describe.each(apiDatabaseNames)('operators’ actions on rooms, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeUser(world, 'admin', { role: 'operator' })
    await makeRoom(world, 'aoi', { amount: 980, title: '夜ふかし喫茶室' })
    await makeSeller(world, 'aoi')
    for (const name of ['fan', 'other']) await makeUser(world, name)
  })
  afterEach(() => world.close())

  const admin = () => world.as('admin')
  const AOI = { params: { id: 'aoi' } }
  const suspend = () => admin()(operatorRooms.suspendRoom, { ...AOI, body: { reason } })
  const restore = () => admin()(operatorRooms.restoreRoom, { ...AOI, body: { reason } })
  const getVisibility = (user: string | null) => world.as(user)(rooms.getRoom, AOI)
  async function join() {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const fan = world.as('fan')
    const { subscriptionId } = await fan(rooms.startSubscription, { body })
    await fan(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    return subscriptionId
  }
  async function work() {
    for (let times = 0; times < 3; times++) await world.deliver()
  }
  const mailed = () => world.mail.sent.map(({ to, subject }) => `${to} ${subject.slice(6)}`).sort()

  it('find rooms by title and state, including closed and suspended ones', async () => {
    await makeRoom(world, 'mio', { title: '朝の体操', state: 8 })
    const findBy = async (query: object) =>
      (await admin()(operatorRooms.listOperatorRooms, { query })).items.map(({ id }) => id)
    expect((await findBy({})).sort()).toEqual(['aoi', 'mio'])
    expect(await findBy({ search: '体操' })).toEqual(['mio'])
    expect(await findBy({ state: 8 })).toEqual(['mio'])
    await suspend()
    expect(await findBy({ state: 9 })).toEqual(['aoi'])
  })

  it('suspend: hide the room, stop its sales, refuse closing, and inform members', async () => {
    const ref = await join()
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 500 })
    await makeTicket(world, 'night', 'other')
    await work()
    world.mail.sent.length = 0
    const room = await suspend()
    expect(room).toMatchObject({
      state: 9,
      suspension: { reason },
      members: { active: 1, paying: 1 },
      events: [{ id: 'night' }],
      acts: [{ action: 'room.suspend', actor: 'admin', after: { suspended: true, reason } }],
      can: { suspend: false, restore: true },
    })
    for (const user of [null, 'fan', 'other'])
      await expect(getVisibility(user)).rejects.toMatchObject({ status: 404 })
    await expect(
      world.as('fan')(events.startJoin, { body: { event_id: 'night', token: 'tok_visa' } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(
      world.as(null)(events.getEvent, { params: { id: 'night' } }),
    ).rejects.toMatchObject({ status: 404 })
    await expect(world.as('aoi')(rooms.closeRoom, AOI)).rejects.toMatchObject({
      status: 409,
      message: ROOM_SUSPENDED,
    })
    await work()
    expect(world.payments.isPaused(ref)).toBe(true)
    expect(mailed()).toEqual([
      'aoi@room.test ルームを停止しました',
      'fan@room.test 参加中のルームを一時停止しています',
      'other@room.test 参加中のルームを一時停止しています',
    ])
  })

  it('restore: former state with members, who are charged again', async () => {
    await world.db.updateTable('room').set({ state: 1 }).execute()
    const ref = await join()
    await suspend()
    await work()
    expect(await restore()).toMatchObject({ state: 1, suspension: null })
    await work()
    expect(await getVisibility('fan')).toMatchObject({ subscribed: true, state: 1 })
    expect(world.payments.isPaused(ref)).toBe(false)
    expect(mailed()).toEqual(
      expect.arrayContaining([
        'aoi@room.test ルームの停止を解除しました',
        'fan@room.test 参加中のルームが再開しました',
      ]),
    )
    const { items } = await world.as('aoi')(inbox.listConversations, { query: {} })
    expect(items.map(({ title }) => title)).toEqual([
      'ルームの停止を解除しました',
      'ルームを停止しました',
    ])
    await expect(restore()).rejects.toMatchObject({ status: 409, message: NOT_SUSPENDED })
  })

  it('end a stream and its talk for followers', async () => {
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'on-air', publishment_flg: 1, live_talk: 1 })
    await makeTicket(world, 'on-air', 'fan')
    const read = () => world.as('fan')(live.listTalk, { params: { id: 'on-air' }, query: {} })
    await read()
    await suspend()
    await expect(read()).rejects.toMatchObject({ status: 404 })
    await restore()
    await read()
  })

  it('leave issued tickets with their holders', async () => {
    await makeDigitalTicket(world, 'room-aoi', { id: 'entry' })
    await makeIssued(world, 'entry', 'fan', { id: 'issued' })
    await suspend()
    const { items } = await world.as('fan')(tickets.listIssued, { query: {} })
    expect(items.map(({ id }) => id)).toEqual(['issued'])
  })

  it('refund a month charged all the same', async () => {
    world.payments.bookAtOnce()
    const ref = await join()
    await suspend()
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime())
    world.payments.renew(ref)
    await world.sweep()
    await work()
    const { items } = await world.as('fan')(orders.listPayments, { query: {} })
    // The month before, too: it was suspended from its first day to its last.
    expect(items.map(({ status }) => status)).toEqual(['refunded', 'refunded'])
    const back = world.mail.sent.find(({ subject }) => subject.includes('返金のお知らせ'))
    expect(back!.text).toContain('利用停止中')
  })

  it('refund a ticket paid during the suspension', async () => {
    world.payments.bookAtOnce()
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 500 })
    const { paymentIntent } = await world.as('fan')(events.startJoin, {
      body: { event_id: 'night', token: 'tok_visa' },
    })
    await suspend()
    world.payments.confirm(paymentIntent.id)
    world.clock.move(60_000)
    await world.sweep()
    await work()
    const order = await world.db.selectFrom('order').selectAll().executeTakeFirstOrThrow()
    expect(order).toMatchObject({ state: 'refunded', refunded_amount: 500 })
  })

  it('pause dunning in a suspended room, and restart its grace period afterwards', async () => {
    const ref = await join()
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime())
    world.payments.renew(ref, 'refused')
    await world.sweep()
    await suspend()
    await work()
    const membership = () => world.db.selectFrom('membership').selectAll().executeTakeFirstOrThrow()
    expect(await membership()).toMatchObject({ status: 'past_due', reminders: 1 })
    world.clock.move(4 * 86_400_000)
    world.mail.sent.length = 0
    await world.sweep()
    await work()
    expect(mailed()).toEqual([])
    await restore()
    expect(await membership()).toMatchObject({
      status: 'past_due',
      past_due_at: world.clock.now().toISOString(),
    })
  })

  it('succeed for one of two concurrent operators; the other gets a conflict', async () => {
    await makeUser(world, 'second', { role: 'operator' })
    const results = await Promise.allSettled([
      suspend(),
      world.as('second')(operatorRooms.suspendRoom, { ...AOI, body: { reason } }),
    ])
    const rejected = results.filter((one) => one.status === 'rejected')
    expect(rejected).toHaveLength(1)
    expect(rejected[0]!.reason).toMatchObject({ status: 409, message: SUSPENDED_ALREADY })
    expect(await world.db.selectFrom('audit').selectAll().execute()).toHaveLength(1)
  })
})
