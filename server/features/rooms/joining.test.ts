import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CARD_WRONG, NOT_FREE, PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { ALREADY_MEMBER, OWN_ROOM, ROOM_CLOSED } from '#contract/rooms/messages.ts'
import { makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('joining a room on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'free')
    for (const name of ['fan', 'other']) await makeUser(world, name)
  })
  afterEach(() => world.close())

  const pre = (token: string | undefined = 'tok_visa', user = 'fan', room_id = 'aoi') =>
    world.as(user)(rooms.startSubscription, { body: { room_id, token } })
  const join = (subscriptionId?: string, user = 'fan', room_id = 'aoi') =>
    world.as(user)(rooms.subscribe, { body: { room_id, subscriptionId } })
  const see = (id = 'aoi', user = 'fan') => world.as(user)(rooms.getRoom, { params: { id } })
  const ownRooms = async () => (await world.as('fan')(rooms.listSubscribed, { query: {} })).items
  const secret = (ref: string) => world.payments.subscriptions.get(ref)!.charge!.ref

  it('admits everyone to a free room once, and lets them leave', async () => {
    expect(await join(undefined, 'fan', 'free')).toEqual({ room_id: 'free', status: 'active' })
    expect(await join(undefined, 'fan', 'free')).toEqual({ room_id: 'free', status: 'active' })
    expect(await see('free')).toMatchObject({ subscribers: 1, subscribed: true })
    const params = { id: 'free' }
    // Twice, as after a lost answer (29).
    for (let times = 0; times < 2; times++)
      expect(await world.as('fan')(rooms.unsubscribe, { params })).toEqual({
        cancel_at_period_end: false,
        current_period_end: null,
      })
    expect(await see('free')).toMatchObject({ subscribers: 0, subscribed: false })
    await expect(world.as('other')(rooms.unsubscribe, { params })).rejects.toMatchObject({
      status: 404,
    })
    expect(await join(undefined, 'fan', 'free')).toMatchObject({ status: 'active' })
    expect(await see('free')).toMatchObject({ subscribers: 1 })
    expect(world.payments.subscriptions.size).toBe(0)
  })

  it('grants access to a paid room after payment, not before', async () => {
    await expect(join()).rejects.toMatchObject({ status: 409, message: NOT_FREE })
    const started = await pre()
    expect(started).toMatchObject({
      result: 'succeeded',
      ownerId: 'acct_aoi',
      paymentIntent: null,
    })
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    expect(await join(started.subscriptionId)).toEqual({ room_id: 'aoi', status: 'active' })
    expect(await join(started.subscriptionId)).toEqual({ room_id: 'aoi', status: 'active' })
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    expect(await ownRooms()).toMatchObject([
      { subscription: { amount: 980, status: 'active', cancel_at_period_end: false } },
    ])
  })

  it('waits for the bank’s authentication', async () => {
    const started = await pre('tok_threeDSecure2Required')
    expect(started).toMatchObject({
      result: 'requires_action',
      paymentIntent: { client_secret: expect.any(String) },
    })
    await expect(join(started.subscriptionId)).rejects.toMatchObject({
      status: 409,
      message: PAYMENT_UNFINISHED,
    })
    world.payments.confirm(secret(started.subscriptionId))
    expect(await join(started.subscriptionId)).toMatchObject({ status: 'active' })
  })

  it.each([
    { who: 'a visitor', user: null, room: 'aoi', status: 401, message: expect.any(String) },
    { who: 'the owner (37)', user: 'aoi', room: 'aoi', status: 409, message: OWN_ROOM },
    { who: 'a member', user: 'other', room: 'aoi', status: 409, message: ALREADY_MEMBER },
    {
      who: 'a room that is not there',
      user: 'fan',
      room: 'gone',
      status: 404,
      message: expect.any(String),
    },
  ])('refuses $who with $status', async ({ user, room, status, message }) => {
    await makeMember(world, 'room-aoi', 'other')
    const body = { room_id: room, token: 'tok_visa' }
    await expect(world.as(user)(rooms.startSubscription, { body })).rejects.toMatchObject({
      status,
      message,
    })
    expect(world.payments.subscriptions.size).toBe(0)
  })

  it('is refused for a closed room, also by a direct API call (36)', async () => {
    await world.db.updateTable('room').set({ state: 8 }).execute()
    await expect(pre()).rejects.toMatchObject({ status: 409, message: ROOM_CLOSED })
    await expect(join(undefined, 'fan', 'free')).rejects.toMatchObject({ status: 409 })
  })

  it('starts one subscription for two concurrent joins (27)', async () => {
    const [one, two] = await Promise.all([pre(), pre()])
    expect(two.subscriptionId).toBe(one.subscriptionId)
    await Promise.all([join(one.subscriptionId), join(two.subscriptionId)])
    expect(await see()).toMatchObject({ subscribers: 1 })
    expect(world.payments.subscriptions.size).toBe(1)
  })

  it('is refused for a declined card, and another card can be used (24)', async () => {
    await expect(pre('tok_chargeDeclined')).rejects.toMatchObject({
      status: 402,
      message: CARD_WRONG,
    })
    expect(await see()).toMatchObject({ subscribed: false })
    expect((await pre()).result).toBe('succeeded')
  })

  it('is completed for a buyer who paid and went away (4)', async () => {
    await pre()
    world.clock.move(20_000)
    await world.sweep()
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
  })

  it('is not blocked by an earlier unfinished join (26)', async () => {
    const left = await pre('tok_threeDSecure2Required')
    world.clock.move(15 * 60_000)
    await world.sweep()
    expect(world.payments.subscriptions.get(left.subscriptionId)!.status).toBe('incomplete_expired')
    const again = await pre()
    expect(await join(again.subscriptionId)).toMatchObject({ status: 'active' })
  })

  it('is refused with another user’s subscription (11)', async () => {
    const { subscriptionId } = await pre()
    await expect(join(subscriptionId, 'other')).rejects.toMatchObject({ status: 404 })
    expect(await see('aoi', 'other')).toMatchObject({ subscribed: false })
  })

  it('keeps the paid period after leaving', async () => {
    const { subscriptionId } = await pre()
    await join(subscriptionId)
    const left = await world.as('fan')(rooms.unsubscribe, { params: { id: 'aoi' } })
    expect(left).toMatchObject({ cancel_at_period_end: true })
    expect(await see()).toMatchObject({ subscribed: true })
    expect(await ownRooms()).toMatchObject([{ subscription: { cancel_at_period_end: true } }])
  })

  const notify = async (ref: string) => {
    await world.sendEvent({ kind: 'subscription', ref, type: 'customer.subscription.updated' })
    await world.deliver()
  }

  it('follows a subscription that is past due, recovers, and ends (28)', async () => {
    const { subscriptionId } = await pre()
    await join(subscriptionId)
    const { periodEnd: paidUntil } = world.payments.subscriptions.get(subscriptionId)!
    const { charge, period } = world.payments.renew(subscriptionId, 'refused')
    await notify(subscriptionId)
    expect(await ownRooms()).toMatchObject([
      { subscription: { status: 'past_due', current_period_end: paidUntil } },
    ])
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    world.payments.confirm(charge!)
    await notify(subscriptionId)
    expect(await ownRooms()).toMatchObject([
      { subscription: { status: 'active', current_period_end: period.end } },
    ])
    world.payments.end(subscriptionId)
    for (let times = 0; times < 2; times++) await notify(subscriptionId)
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
  })
})
