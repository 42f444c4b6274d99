import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { guardianLine } from '#contract/orders/confirmation.ts'
import { GUARDIAN_BEFORE_PAYING } from '#contract/payments/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { ADULT_AGE } from '#contract/shared/limits.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import {
  makeDigitalTicket,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('consent of a minor’s guardian on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    // The day before their birthday, in Japan.
    const day = new Date(world.clock.now().getTime() + 33 * 60 * 60_000)
    const birthday = {
      birth_y: day.getUTCFullYear() - ADULT_AGE,
      birth_m: day.getUTCMonth() + 1,
      birth_d: day.getUTCDate(),
    }
    await makeUser(world, 'minor', birthday)
    await makeUser(world, 'adult')
    await makeMember(world, 'room-aoi', 'adult')
    await makeEvent(world, 'room-aoi', { id: 'live', amount: 1_980 })
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', amount: 3_500 })
    await makeDigitalTicket(world, 'room-aoi', { id: 'free', amount: 0 })
  })
  afterEach(() => world.close())

  type Consent = { guardian_consent?: boolean }
  const token = 'tok_visa'
  const join = (consent: Consent, user = 'minor') =>
    world.as(user)(rooms.startSubscription, { body: { room_id: 'aoi', token, ...consent } })
  const buy: Record<string, (consent: Consent) => Promise<unknown>> = {
    'a membership': join,
    'a seat': (consent) =>
      world.as('minor')(events.startJoin, { body: { event_id: 'live', token, ...consent } }),
    'an entry ticket': (consent) =>
      world.as('minor')(tickets.startTicketJoin, {
        params: { id: 'night' },
        body: { token, ...consent },
      }),
  }
  const lines = async () =>
    (await readTable(world.db, 'order')).map((order) => snapshotOf(order).confirmation!.at(-1))

  it.each(Object.keys(buy))('is needed for %s, and kept with the order', async (product) => {
    if (product === 'a seat') await makeMember(world, 'room-aoi', 'minor')
    for (const consent of [{}, { guardian_consent: false }])
      await expect(buy[product]!(consent)).rejects.toMatchObject({
        status: 422,
        message: GUARDIAN_BEFORE_PAYING,
        errors: { guardian_consent: [GUARDIAN_BEFORE_PAYING] },
      })
    expect(await readTable(world.db, 'order')).toEqual([])
    await buy[product]!({ guardian_consent: true })
    const [order] = await readTable(world.db, 'order')
    expect(await lines()).toEqual([guardianLine])
    expect(order!.created_at).toBe(world.clock.now().toISOString())
    expect(order!.snapshot_hash).toBe(createHash('sha256').update(order!.snapshot).digest('hex'))
  })

  it('is not needed for what is free, by an adult, or from the birthday on', async () => {
    await world.as('minor')(tickets.joinTicket, { params: { id: 'free' }, body: {} })
    await world.as('adult')(tickets.startTicketJoin, { params: { id: 'night' }, body: { token } })
    world.clock.move(24 * 60 * 60_000)
    await join({})
    expect(await lines()).not.toContainEqual(guardianLine)
  })
})
