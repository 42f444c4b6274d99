import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import type { Caller } from '#contract/http/caller.ts'
import { PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { createOrder } from './create-order.ts'

/** The number of seats that may be sold, independent of the capacity column. */
const CHAIRS = 1
/** Concurrent requests; fewer than the database connections of a test. */
const CLICKS = 4

/** Each race runs twice: as it is, and without its guard, to prove that the guard decides it. */
describe.each(databaseNames)('a race for money or a seat on %s', (database) => {
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
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, capacity: CHAIRS })
  })
  afterEach(() => world.close())

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const start = async (user: string, call = world.as(user)) => {
    const body = { event_id: 'night', token: 'tok_visa' }
    return (await call(events.startJoin, { body })).paymentIntent.id
  }
  /** Concurrent requests of one login. */
  async function clicks<T>(user: string, click: (call: Caller) => Promise<T>): Promise<T[]> {
    const call = world.as(user)
    await call(rooms.getRoom, { params: { id: 'aoi' } })
    const all = () => Promise.all(Array.from({ length: CLICKS }, () => click(call)))
    return database === 'postgres' ? together(all) : all()
  }
  /** A barrier: no request inserts an order before all have read that there is none. */
  async function together<T>(race: () => Promise<T>): Promise<T> {
    const { all } = await world.db.transaction().execute(async (tx) => {
      await sql`lock table "order" in share mode`.execute(tx)
      const all = race()
      all.catch(() => undefined)
      await expect.poll(countWaiting, { interval: 20 }).toBe(CLICKS)
      return { all }
    })
    return all
  }
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    return Number(rows[0]!.waiting)
  }
  async function buy(user: string) {
    const paymentIntentId = await start(user)
    world.payments.confirm(paymentIntentId)
    await world.as(user)(events.join, { body: { event_id: 'night', paymentIntentId } })
  }
  const subscribe = async (call: Caller) => {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    return (await call(rooms.startSubscription, { body })).subscriptionId
  }
  const rejectedStatuses = (all: PromiseSettledResult<unknown>[]) =>
    all.flatMap((one) => (one.status === 'rejected' ? [one.reason.status as number] : []))
  const paid = () =>
    [...world.payments.charges.values()].filter(({ status }) => status === 'succeeded')

  /** The guard of the last seat: the conditional update. */
  const seatsWithoutEnd = () =>
    world.db.updateTable('event').set({ capacity: 1_000_000 }).where('id', '=', 'night').execute()
  /** The guard of double clicks: the unique index on open orders. Restored, as databases are reused. */
  async function withOrdersWithoutEnd(work: () => Promise<void>) {
    await sql`drop index order_one_open`.execute(world.db)
    try {
      await work()
    } finally {
      await sql`truncate "order" cascade`.execute(world.db)
      await sql`create unique index order_one_open on "order" (buyer_id, kind, subject_id)
        where state = 'open'`.execute(world.db)
    }
  }
  // SQLite has one connection: a request that holds it completes before the next body is read.
  const racing = database === 'postgres' ? it : null

  it('last seat goes to one of two concurrent buyers, and only that one is charged (1)', async () => {
    const all = await Promise.allSettled([buy('fan'), buy('other')])
    expect(rejectedStatuses(all)).toEqual([409])
    expect(await table('entitlement')).toHaveLength(CHAIRS)
    expect(paid()).toHaveLength(CHAIRS)
  })

  it('last seat without the guard goes to both, and both are charged (1)', async () => {
    await seatsWithoutEnd()
    const all = await Promise.allSettled([buy('fan'), buy('other')])
    expect(rejectedStatuses(all)).toEqual([])
    expect((await table('entitlement')).length).toBeGreaterThan(CHAIRS)
    expect(paid().length).toBeGreaterThan(CHAIRS)
  })

  it('double click makes one order, one payment and one seat (3)', async () => {
    const refs = await clicks('fan', (call) => start('fan', call))
    expect(new Set(refs).size).toBe(1)
    expect(await table('order')).toHaveLength(1)
    expect((await table('event'))[0]!.taken).toBe(1)
  })

  racing?.('3: without the guard each click is a payment of its own, and keeps a seat', () =>
    withOrdersWithoutEnd(async () => {
      await seatsWithoutEnd()
      const refs = await clicks('fan', (call) => start('fan', call))
      expect(new Set(refs).size).toBe(CLICKS)
      expect((await table('event'))[0]!.taken).toBe(CLICKS)
    }),
  )

  it('a tab that was shown another price than the first one is refused', async () => {
    await start('fan')
    const shown = { productId: 'night', sellerId: 'aoi', title: '夜', confirmation: [] }
    const plain = { payUntil: null, type: null, liveOnly: null, seats: 1, promotion: null }
    const quote = { ...shown, ...plain, amount: 3_000 }
    const { deps } = world
    const how = { by: { account: 'acct', source: 'tok_visa', payUntil: null }, fromLink: null }
    await expect(createOrder(deps, deps.products.event, 'fan', quote, how)).rejects.toMatchObject({
      status: 409,
      message: PAYMENT_UNFINISHED,
    })
    expect(await table('order')).toMatchObject([{ amount: 1_980 }])
  })

  it('concurrent tabs start one subscription (27)', async () => {
    const refs = await clicks('new', subscribe)
    expect(new Set(refs).size).toBe(1)
    expect(world.payments.subscriptions.size).toBe(1)
    expect(paid()).toHaveLength(1)
  })

  racing?.('27: without the guard each begins one, and all are charged', () =>
    withOrdersWithoutEnd(async () => {
      const refs = await clicks('new', subscribe)
      expect(new Set(refs).size).toBe(CLICKS)
      expect(paid()).toHaveLength(CLICKS)
    }),
  )
})
