import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { MOVED_FAR_MS, MOVED_REFUND_DAYS } from '#contract/events/limits.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { orders } from '#contract/orders/calls.ts'
import { REFUND_NOT_OURS } from '#contract/orders/messages.ts'
import { formOf } from '#server/testing/form.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('ticket to a moved event on %s', (database) => {
  let world: World
  let start: string
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    for (const name of ['fan', 'later']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    start = inHours(world, 24 * 20)
    await makeEvent(world, 'room-aoi', {
      id: 'night',
      amount: 1_980,
      start_at: start,
      end_at: inHours(world, 24 * 20 + 2),
      sales_end_at: inHours(world, 24 * 20),
    })
    await buy('fan')
    world.clock.move(60_000)
  })
  afterEach(() => world.close())

  async function buy(user: string) {
    const as = world.as(user)
    const { paymentIntent } = await as(events.startJoin, {
      body: { event_id: 'night', token: 'tok_visa' },
    })
    world.payments.confirm(paymentIntent.id)
    await as(events.join, { body: { event_id: 'night', paymentIntentId: paymentIntent.id } })
  }
  /** Moves the start, relative to the first one. */
  const moveBy = (ms: number) => {
    const at = (hours: number) =>
      new Date(Date.parse(start) + ms + hours * 60 * 60_000).toISOString()
    const body = formOf({ start: at(0), end: at(2) })
    return world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body })
  }
  const paymentOf = async (user: string) =>
    (await world.as(user)(orders.listPayments, { query: {} })).items[0]!
  const giveBack = async (user: string) =>
    world.as(user)(orders.refund, { params: { id: (await paymentOf(user)).id } })
  const daysFromNow = (days: number) =>
    new Date(world.clock.now().getTime() + days * DAY_MS).toISOString()

  it.each([
    { by: 'an hour', ms: MOVED_FAR_MS, may: false },
    { by: 'more than an hour', ms: MOVED_FAR_MS + 1_000, may: true },
    { by: 'more than an hour, to before', ms: -MOVED_FAR_MS - 1_000, may: true },
  ])('is refundable after a move by $by: $may', async ({ ms, may }) => {
    world.payments.bookAtOnce()
    expect((await paymentOf('fan')).refundable).toBeNull()
    await moveBy(ms)
    expect(await paymentOf('fan')).toMatchObject({
      can: { refund: may },
      refundable: may ? { why: 'moved', until: daysFromNow(MOVED_REFUND_DAYS) } : null,
    })
    if (!may)
      return expect(giveBack('fan')).rejects.toMatchObject({
        status: 403,
        message: REFUND_NOT_OURS,
      })
    await giveBack('fan')
    for (let n = 0; n < 3; n++) await world.deliver()
    expect(world.payments.refunds).toHaveLength(1)
    expect(await paymentOf('fan')).toMatchObject({
      status: 'refunded',
      refunded_amount: 1_980,
      refundable: null,
    })
    const { joined, can } = await world.as('fan')(events.getEvent, { params: { id: 'night' } })
    expect([joined, can.watch]).toEqual([false, false])
  })

  it('refund window counts from the bought time: small moves add up, moving back undoes them', async () => {
    await moveBy(MOVED_FAR_MS)
    world.clock.move(DAY_MS)
    await moveBy(2 * MOVED_FAR_MS)
    expect((await paymentOf('fan')).refundable).toMatchObject({ why: 'moved' })
    world.clock.move(DAY_MS)
    await moveBy(0)
    expect((await paymentOf('fan')).refundable).toBeNull()
  })

  it('refund is refused to a buyer after the move', async () => {
    await moveBy(5 * MOVED_FAR_MS)
    world.clock.move(60_000)
    await buy('later')
    expect((await paymentOf('later')).refundable).toBeNull()
    await expect(giveBack('later')).rejects.toMatchObject({ status: 403 })
    expect((await paymentOf('fan')).refundable).toMatchObject({ why: 'moved' })
  })

  it('refund is open for exactly seven days, and not once the stream has started', async () => {
    await moveBy(5 * MOVED_FAR_MS)
    world.clock.move(MOVED_REFUND_DAYS * DAY_MS - 1)
    expect((await paymentOf('fan')).can.refund).toBe(true)
    await world.db.updateTable('event').set({ publishment_flg: 1 }).execute()
    await expect(giveBack('fan')).rejects.toMatchObject({ status: 403 })
    await world.db.updateTable('event').set({ publishment_flg: 0 }).execute()
    world.clock.move(1)
    expect((await paymentOf('fan')).can.refund).toBe(false)
    await expect(giveBack('fan')).rejects.toMatchObject({ status: 403 })
  })

  /** Whether the emails about moves to this person offer a refund, the first one first. */
  const offersTo = async (user: string) => {
    for (let n = 0; n < 3; n++) await world.deliver()
    return world.mail.sent
      .filter(({ to, subject }) => to === `${user}@room.test` && subject.includes('日時が変わり'))
      .map(({ text }) => text.includes('返金を申請できます'))
  }

  it('email about the move offers the refund to whom it is open', async () => {
    await moveBy(MOVED_FAR_MS)
    expect(await offersTo('fan')).toEqual([false])
    world.clock.move(DAY_MS)
    await buy('later')
    world.clock.move(DAY_MS)
    // Another hour: far from where `fan` bought it, and not from where `later` did.
    await moveBy(2 * MOVED_FAR_MS)
    expect(await offersTo('fan')).toEqual([false, true])
    expect(await offersTo('later')).toEqual([false])
    await moveBy(5 * MOVED_FAR_MS)
    expect(await offersTo('fan')).toEqual([false, true, true])
    expect(await offersTo('later')).toEqual([false, true])
    world.clock.move(DAY_MS)
    await moveBy(0)
    expect(await offersTo('fan')).toEqual([false, true, true, false])
    expect((await paymentOf('fan')).refundable).toBeNull()
  })

  it('email about the move offers no refund of a ticket that was free', async () => {
    await world.db.updateTable('event').set({ amount: 0 }).execute()
    await world.as('later')(events.join, { body: { event_id: 'night' } })
    await moveBy(5 * MOVED_FAR_MS)
    expect(await offersTo('later')).toEqual([false])
    expect(await offersTo('fan')).toEqual([true])
  })
})
