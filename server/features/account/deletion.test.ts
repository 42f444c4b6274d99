import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { LOGIN_ATTEMPTS } from '#contract/auth/limits.ts'
import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import {
  makeDigitalTicket,
  makeEvent,
  makeFollow,
  makeMember,
  makeRoom,
  makeSeller,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('deletion of an account, on %s', (database) => {
  let world: World
  const password = 'long and secret'

  beforeEach(async () => {
    world = await createWorld(database)
    const password_hash = await hashPassword(password)
    await makeRoom(world, 'aoi', { amount: 980 })
    await world.db.updateTable('user').set({ password_hash }).execute()
    await makeSeller(world, 'aoi')
    await makeUser(world, 'fan', { password_hash, display_name: '春' })
    await makeUser(world, 'other')
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, capacity: 2 })
  })
  afterEach(() => world.close())

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const leave = (user: string | null, word = password) =>
    world.as(user)(account.leave, { body: { password: word } })
  async function join(user: string) {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await world.as(user)(rooms.startSubscription, { body })
    await world.as(user)(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    return subscriptionId
  }
  const start = async (user: string, token = 'tok_visa') => {
    const body = { event_id: 'night', token }
    return (await world.as(user)(events.startJoin, { body })).paymentIntent.id
  }
  async function buy(user: string) {
    const paymentIntentId = await start(user)
    world.payments.confirm(paymentIntentId)
    await world.as(user)(events.join, { body: { event_id: 'night', paymentIntentId } })
  }

  it('requires the password and limits the attempts', async () => {
    await expect(leave(null)).rejects.toMatchObject({ status: 401 })
    // Attempts are counted per session.
    const fan = world.as('fan')
    const attempt = (word: string) => fan(account.leave, { body: { password: word } })
    await expect(attempt('wrong')).rejects.toMatchObject({
      status: 422,
      errors: { password: [expect.any(String)] },
    })
    for (let tried = 1; tried < LOGIN_ATTEMPTS.max; tried++)
      await expect(attempt('wrong')).rejects.toMatchObject({ status: 422 })
    await expect(attempt(password)).rejects.toMatchObject({ status: 429 })
    expect((await table('user')).map(({ status }) => status)).not.toContain('deleted')
  })

  it('ends subscriptions, frees the seat and keeps orders and receipts (69)', async () => {
    const ref = await join('fan')
    await buy('fan')
    await makeFollow(world, 'fan', 'aoi')
    const call = world.as('fan')
    await call(account.getMe, {})
    await call(account.leave, { body: { password } })
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    expect(await world.as(null)(rooms.getRoom, { params: { id: 'aoi' } })).toMatchObject({
      subscribers: 0,
    })
    expect(await world.as(null)(events.getEvent, { params: { id: 'night' } })).toMatchObject({
      remaining: 2,
      participants: 0,
    })
    await expect(call(account.getMe, {})).rejects.toMatchObject({ status: 401 })
    expect(await table('saved_card')).toEqual([])
    expect(await world.as('other')(account.getProfile, { params: { name: 'aoi' } })).toMatchObject({
      followers: 0,
    })
    await expect(
      world.as('other')(account.getProfile, { params: { name: 'fan' } }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await table('order')).toHaveLength(2)
    expect(await table('receipt')).toHaveLength(2)
    const person = (await table('user')).find(({ id }) => id === 'fan')!
    expect(JSON.stringify({ ...person, id: '' })).not.toMatch(/春|fan@room/)
    const month = world.payments.subscriptions.size
    world.clock.move(40 * 24 * 3_600_000)
    await world.sweep()
    expect(world.payments.subscriptions.size).toBe(month)
  })

  it('cancels an open payment first, and refuses when one was paid meanwhile (69)', async () => {
    await makeMember(world, 'room-aoi', 'fan')
    const open = await start('fan', 'tok_threeDSecure2Required')
    await leave('fan')
    expect(world.payments.charges.get(open)!.status).toBe('canceled')
    await makeMember(world, 'room-aoi', 'other')
    await world.db
      .updateTable('user')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', 'other')
      .execute()
    const paid = await start('other')
    world.payments.confirm(paid)
    await expect(leave('other')).rejects.toMatchObject({ status: 409 })
    expect((await table('entitlement')).filter(({ user_id }) => user_id === 'other')).toMatchObject(
      [{ status: 'valid' }],
    )
  })

  it('changes nothing while the payment provider is unavailable (69)', async () => {
    await join('fan')
    world.payments.cutNext('endSubscription')
    await expect(leave('fan')).rejects.toMatchObject({ status: 503 })
    expect(await world.as('fan')(account.getMe, {})).toMatchObject({ name: 'fan' })
    await leave('fan')
    expect((await table('membership')).map(({ status }) => status)).toEqual(['left'])
  })

  it('refuses an owner with paying members, sold tickets or unpaid proceeds (69)', async () => {
    const ref = await join('fan')
    await expect(leave('aoi')).rejects.toMatchObject({ status: 409, message: /参加者/ })
    await world.payments.endSubscription({ account: 'acct_aoi', ref, atPeriodEnd: false })
    await world.db.updateTable('membership').set({ status: 'left' }).execute()
    await makeTicket(world, 'night', 'fan')
    await expect(leave('aoi')).rejects.toMatchObject({ status: 409, message: /チケット/ })
    await world.db.updateTable('event').set({ publishment_flg: 3 }).execute()
    await expect(leave('aoi')).rejects.toMatchObject({ status: 409, message: /売上/ })
    await world.db
      .insertInto('payout')
      .values({
        id: 'p',
        owner_id: 'aoi',
        payout_ref: null,
        amount: 980 - 98 - 35,
        state: 'paid',
        created_at: world.clock.now().toISOString(),
        arrived_at: null,
      })
      .execute()
    // A payment without a balance transaction is not in the ledger yet.
    const unbooked = (unbooked_at: string | null) =>
      world.db.updateTable('attempt').set({ unbooked_at }).execute()
    await unbooked(world.clock.now().toISOString())
    await expect(leave('aoi')).rejects.toMatchObject({ status: 409, message: /売上/ })
    await unbooked(null)
    await leave('aoi')
    await expect(world.as(null)(rooms.getRoom, { params: { id: 'aoi' } })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('refuses an owner with holders of a valid venue ticket (69)', async () => {
    await makeDigitalTicket(world, 'room-aoi', { id: 'venue' })
    const params = { id: 'venue' }
    await world.as('fan')(tickets.joinTicket, { params, body: {} })
    const inTheWay = { status: 409, message: /電子チケット/ }
    await expect(leave('aoi')).rejects.toMatchObject(inTheWay)
    world.clock.move(23 * 60 * 60_000)
    await expect(leave('aoi')).rejects.toMatchObject(inTheWay)
    world.clock.move(5 * 60 * 60_000)
    await leave('aoi')
  })

  it('deletes an owner of a closed room once its venue tickets are cancelled (69)', async () => {
    await makeDigitalTicket(world, 'room-aoi', { id: 'venue' })
    await world.as('fan')(tickets.joinTicket, { params: { id: 'venue' }, body: {} })
    await expect(leave('aoi')).rejects.toMatchObject({ status: 409 })
    await world.as('aoi')(rooms.closeRoom, { params: { id: 'aoi' } })
    await world.deliver()
    await leave('aoi')
    const [ticket] = (await world.as('fan')(tickets.listIssued, {})).items
    expect(ticket).toMatchObject({ status: 'cancelled' })
  })
})
