import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { payments } from '#contract/payments/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import {
  makeDigitalTicket,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

/** The provider calls run between the first check of the account and the transaction that erases it. */
describe.each(databaseNames)('races during the deletion of an account, on %s', (database) => {
  let world: World
  const password = 'long and secret'

  beforeEach(async () => {
    world = await createWorld(database)
    const password_hash = await hashPassword(password)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    for (const name of ['fan', 'other']) await makeUser(world, name)
    await world.db.updateTable('user').set({ password_hash }).execute()
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, capacity: 2 })
    await makeDigitalTicket(world, 'room-aoi', { id: 'venue', amount: 0 })
  })
  afterEach(() => world.close())

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const person = async (id: string) => (await table('user')).find((user) => user.id === id)!
  const rightsOf = async (id: string) =>
    (await table('entitlement')).filter(
      ({ user_id, status }) => user_id === id && status === 'valid',
    )
  const start = async (user: string) => {
    const body = { event_id: 'night', token: 'tok_visa' }
    return (await world.as(user)(events.startJoin, { body })).paymentIntent.id
  }
  async function buy(user: string) {
    const paymentIntentId = await start(user)
    world.payments.confirm(paymentIntentId)
    await world.as(user)(events.join, { body: { event_id: 'night', paymentIntentId } })
  }
  async function join(user: string) {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await world.as(user)(rooms.startSubscription, { body })
    await world.as(user)(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
  }
  const enter = (user: string) =>
    world.as(user)(tickets.joinTicket, { params: { id: 'venue' }, body: {} })

  /** Deletes the account and runs `meanwhile` during the provider call that removes the card. */
  async function leave(user: string, meanwhile: () => Promise<unknown>) {
    await world.as(user)(payments.saveCard, { body: { token: 'tok_visa' } })
    const { dropCard } = world.payments
    world.payments.dropCard = async (method) => {
      await meanwhile()
      await dropCard(method)
    }
    await world.as(user)(account.leave, { body: { password } })
  }

  it.each([
    { what: 'a ticket to watch', meanwhile: () => buy('fan'), message: /チケット/ },
    { what: 'a ticket to enter', meanwhile: () => enter('fan'), message: /電子チケット/ },
    { what: 'a membership', meanwhile: () => join('other'), message: /参加者/ },
  ])('refuses to delete an owner who meanwhile sold $what (69)', async ({ meanwhile, message }) => {
    await expect(leave('aoi', meanwhile)).rejects.toMatchObject({ status: 409, message })
    expect(await person('aoi')).toMatchObject({ name: 'aoi', status: 'active' })
    expect((await table('event'))[0]).toMatchObject({ status: 'published' })
    expect((await table('digital_ticket'))[0]).toMatchObject({ status: 'published' })
  })

  it('cancels everything a deleted owner sold, whatever checkouts are open (69)', async () => {
    await leave('aoi', async () => {})
    expect((await table('event')).map(({ status }) => status)).toEqual(['cancelled'])
    expect((await table('digital_ticket')).map(({ status }) => status)).toEqual(['cancelled'])
  })

  /** A payment started during the deletion and confirmed after it. */
  async function payTooLate(before: () => Promise<unknown>) {
    let ref = ''
    await leave('fan', async () => {
      ref = await start('fan')
    })
    await before()
    world.payments.confirm(ref)
    world.clock.move(20_000)
    await world.sweep()
    await world.deliver()
    return world.payments.refunds.filter(({ charge }) => charge === ref)
  }

  it('grants nothing for a payment started during the deletion, and refunds it (69)', async () => {
    const back = await payTooLate(async () => {})
    expect(back).toEqual([expect.objectContaining({ amount: 1_980 })])
    expect(await rightsOf('fan')).toEqual([])
    expect((await table('event'))[0]).toMatchObject({ taken: 0, participants: 0 })
  })

  it('never both grants the seat and refunds the payment, also without the guard (69)', async () => {
    const back = await payTooLate(() =>
      world.db.updateTable('user').set({ status: 'active' }).where('id', '=', 'fan').execute(),
    )
    expect(back).toEqual([])
    expect(await rightsOf('fan')).toHaveLength(1)
    expect((await table('event'))[0]).toMatchObject({ taken: 1 })
  })

  // PostgreSQL only: SQLite has one connection, so a concurrent grant waits and then finds no such user.
  const racing = database === 'postgres' ? it : null
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    return Number(rows[0]!.waiting)
  }

  racing?.('69: a ticket is not given to one who is gone when its turn comes', async () => {
    const params = { roomid: 'aoi', id: 'venue' }
    const { giving } = await world.db.transaction().execute(async (tx) => {
      await tx.updateTable('user').set({ status: 'deleted' }).where('id', '=', 'other').execute()
      const giving = world.as('aoi')(tickets.giveTicket, { params, body: { name: 'other' } })
      giving.catch(() => undefined)
      await expect.poll(countWaiting, { interval: 20 }).toBe(1)
      return { giving }
    })
    await expect(giving).rejects.toMatchObject({ status: 409 })
    expect(await table('issued_ticket')).toEqual([])
    expect((await table('digital_ticket'))[0]).toMatchObject({ taken: 0 })
  })
})
