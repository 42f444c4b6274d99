import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { ROOM_CLOSED } from '#contract/rooms/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import {
  makeDigitalTicket,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('closing a room on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'mio')
    for (const name of ['fan', 'free', 'late']) await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'free')
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980 })
  })
  afterEach(() => world.close())

  const close = (user: string | null) => world.as(user)(rooms.closeRoom, { params: { id: 'aoi' } })
  async function join(user: string) {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await world.as(user)(rooms.startSubscription, { body })
    await world.as(user)(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    return subscriptionId
  }
  const membership = async (user: string) =>
    (await world.as(user)(rooms.listSubscribed, { query: {} })).items[0]?.subscription

  const subscribers = async () =>
    (await world.as(null)(rooms.getRoom, { params: { id: 'aoi' } })).subscribers

  it('is possible for the owner only', async () => {
    await expect(close(null)).rejects.toMatchObject({ status: 401 })
    for (const user of ['fan', 'mio'])
      await expect(close(user)).rejects.toMatchObject({ status: 404 })
  })

  it('cancels a first payment that is open, so that nobody is charged after it', async () => {
    const body = { room_id: 'aoi', token: 'tok_threeDSecure2Required' }
    const { subscriptionId } = await world.as('fan')(rooms.startSubscription, { body })
    await close('aoi')
    await world.deliver()
    expect(world.payments.subscriptions.get(subscriptionId)!.status).toBe('incomplete_expired')
    const finish = world.as('fan')(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    await expect(finish).rejects.toMatchObject({ status: 410 })
    expect(await subscribers()).toBe(1)
  })

  it('ends renewals, keeps paid periods, and refuses new members', async () => {
    const ref = await join('fan')
    await close('aoi')
    await close('aoi')
    await expect(join('late')).rejects.toMatchObject({ status: 409 })
    await world.deliver()
    expect(world.payments.subscriptions.get(ref)).toMatchObject({
      status: 'active',
      cancelAtPeriodEnd: true,
    })
    expect(await membership('fan')).toMatchObject({ status: 'active', cancel_at_period_end: true })
    expect(await membership('free')).toMatchObject({ status: 'active' })
    const mails = world.mail.sent.filter(({ subject }) => subject.includes('ルーム終了'))
    expect(mails.map(({ to }) => to).sort()).toEqual(['fan@room.test', 'free@room.test'])
  })

  it('prevents members from resuming a cancelled renewal, even concurrently', async () => {
    const ref = await join('fan')
    const rejoin = () => world.as('fan')(rooms.subscribe, { body: { room_id: 'aoi' } })
    const isEnding = () => world.payments.subscriptions.get(ref)!.cancelAtPeriodEnd
    await world.as('fan')(rooms.unsubscribe, { params: { id: 'aoi' } })
    const { endSubscription } = world.payments
    world.payments.endSubscription = async (request) => {
      if (request.atPeriodEnd === null) {
        await close('aoi')
        await world.deliver()
      }
      return endSubscription(request)
    }
    const expectedError = { status: 409, message: ROOM_CLOSED }
    await expect(rejoin()).rejects.toMatchObject(expectedError)
    expect(isEnding()).toBe(true)
    await expect(rejoin()).rejects.toMatchObject(expectedError)
    expect(isEnding()).toBe(true)
    expect(await membership('fan')).toMatchObject({ status: 'active', cancel_at_period_end: true })
  })

  it('cancels coming events with refunds', async () => {
    await join('fan')
    const body = { event_id: 'night', token: 'tok_visa' }
    const { paymentIntent } = await world.as('fan')(events.startJoin, { body })
    world.payments.confirm(paymentIntent.id)
    await world.as('fan')(events.join, {
      body: { event_id: 'night', paymentIntentId: paymentIntent.id },
    })
    await close('aoi')
    await world.deliver()
    await world.deliver()
    expect(await world.as('fan')(events.getEvent, { params: { id: 'night' } })).toMatchObject({
      cancelled: true,
      joined: false,
    })
    expect(world.payments.refunds).toEqual([{ charge: paymentIntent.id, amount: 1_980 }])
  })

  describe('with venue tickets', () => {
    const ticket = (user: string | null, id: string) =>
      world.as(user)(tickets.getDigitalTicket, { params: { roomid: 'aoi', id } })
    const ticketsOf = async (user: string) => (await world.as(user)(tickets.listIssued, {})).items
    const start = async (user: string, id: string) => {
      const body = { token: 'tok_visa' }
      const started = await world.as(user)(tickets.startTicketJoin, { params: { id }, body })
      return started.paymentIntent.id
    }
    async function buy(user: string, id: string) {
      const paymentIntentId = await start(user, id)
      world.payments.confirm(paymentIntentId)
      await world.as(user)(tickets.joinTicket, { params: { id }, body: { paymentIntentId } })
      return paymentIntentId
    }

    it('cancels tickets whose doors are not open yet, with refunds and emails', async () => {
      await makeDigitalTicket(world, 'room-aoi', { id: 'venue', amount: 3_500 })
      await makeDigitalTicket(world, 'room-aoi', { id: 'plan', status: 'draft' })
      await makeDigitalTicket(world, 'room-mio', { id: 'other' })
      const charge = await buy('fan', 'venue')
      const late = await start('late', 'venue')
      await close('aoi')
      await expect(start('free', 'venue')).rejects.toMatchObject({ status: 410 })
      // Paid while the room was closing.
      world.payments.confirm(late)
      await world.deliver()
      await world.deliver()
      const amount = 3_500
      const back = [charge, late].map((ref) => ({ charge: ref, amount }))
      // Both are due at once: in either order.
      expect(new Set(world.payments.refunds)).toEqual(new Set(back))
      expect(world.payments.refunds).toHaveLength(back.length)
      expect(await ticketsOf('late')).toEqual([])
      expect(await ticketsOf('fan')).toMatchObject([{ status: 'cancelled' }])
      expect(await ticket('fan', 'venue')).toMatchObject({ status: 'cancelled', held: false })
      expect(await ticket('aoi', 'plan')).toMatchObject({ status: 'cancelled' })
      const mails = world.mail.sent.filter(({ subject }) => subject.includes('公演中止'))
      expect(mails.map(({ to }) => to)).toEqual(['fan@room.test'])
      expect(mails[0]!.text).toContain('¥3,500')
      expect(
        await world.as(null)(tickets.getDigitalTicket, { params: { roomid: 'mio', id: 'other' } }),
      ).toMatchObject({ status: 'published' })
    })

    it('keeps tickets whose entry has begun, but ends their sale', async () => {
      await makeDigitalTicket(world, 'room-aoi', { id: 'venue', amount: 3_500 })
      await buy('fan', 'venue')
      world.clock.move(23 * 60 * 60_000)
      await close('aoi')
      await world.deliver()
      expect(await ticketsOf('fan')).toMatchObject([{ status: 'valid' }])
      expect(world.payments.refunds).toEqual([])
      await expect(start('late', 'venue')).rejects.toMatchObject({ status: 410 })
    })
  })

  describe('during a payment', () => {
    const begin = async (token: string) => {
      const body = { room_id: 'aoi', token }
      const { subscriptionId } = await world.as('fan')(rooms.startSubscription, { body })
      return {
        ref: subscriptionId,
        charge: world.payments.subscriptions.get(subscriptionId)!.charge!,
      }
    }
    const finish = (subscriptionId: string) =>
      world.as('fan')(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    async function settleLate() {
      world.clock.move(20_000)
      await world.sweep()
      await world.deliver()
    }

    it('grants no membership, and refunds the payment (36)', async () => {
      const { ref, charge } = await begin('tok_threeDSecure2Required')
      await close('aoi')
      world.payments.confirm(charge.ref)
      await expect(finish(ref)).rejects.toMatchObject({ status: 410 })
      await world.deliver()
      expect(await membership('fan')).toBeUndefined()
      expect(await subscribers()).toBe(1)
      expect(world.payments.refunds).toEqual([{ charge: charge.ref, amount: 980 }])
      expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
      // Repeated requests and sweeps refund nothing twice.
      await expect(finish(ref)).rejects.toMatchObject({ status: 410 })
      await settleLate()
      expect(world.payments.refunds).toHaveLength(1)
    })

    it('refunds a buyer whose browser died after paying (36)', async () => {
      const { ref, charge } = await begin('tok_visa')
      await close('aoi')
      await settleLate()
      expect(await membership('fan')).toBeUndefined()
      expect(world.payments.refunds).toEqual([{ charge: charge.ref, amount: 980 }])
      expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    })

    it('either grants a membership without renewal or refunds, whichever comes first', async () => {
      const { ref, charge } = await begin('tok_visa')
      const [paid] = await Promise.allSettled([finish(ref), close('aoi')])
      await settleLate()
      const isIn = paid!.status === 'fulfilled'
      expect(await membership('fan')).toEqual(
        isIn ? expect.objectContaining({ cancel_at_period_end: true }) : undefined,
      )
      expect(world.payments.refunds).toEqual(isIn ? [] : [{ charge: charge.ref, amount: 980 }])
    })
  })

  it('is refused while an event is live', async () => {
    await world.db.updateTable('event').set({ publishment_flg: 1 }).execute()
    await expect(close('aoi')).rejects.toMatchObject({ status: 409 })
    expect((await world.as(null)(rooms.getRoom, { params: { id: 'aoi' } })).state).toBe(1)
  })

  it('ends every renewal despite an outage of the provider', async () => {
    const refs = [await join('fan'), await join('late')]
    await close('aoi')
    world.payments.cutNext('endSubscription')
    await world.deliver()
    world.clock.move(60_000)
    await world.deliver()
    for (const ref of refs)
      expect(world.payments.subscriptions.get(ref)!.cancelAtPeriodEnd).toBe(true)
    const mails = world.mail.sent.filter(({ subject }) => subject.includes('ルーム終了'))
    expect(mails.filter(({ to }) => to === 'fan@room.test')).toHaveLength(1)
  })
})
