import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/lib/durations.ts'
import { operatorPeople } from '#contract/operator/people/calls.ts'
import { operatorRooms } from '#contract/operator/rooms/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { unusedShare } from '#server/features/orders/refunds/unused-days.ts'
import { makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const PRICE = 980

it.each([
  ['nothing of less than a day', '2026-11-10T00:00:00.001Z', '2026-11-11T00:00:00.000Z', 0],
  ['one day, without a part of a yen', '2026-11-10T00:00:00.000Z', '2026-11-11T23:00:00.000Z', 32],
  ['only days within the month', '2026-10-01T00:00:00.000Z', '2026-11-04T00:00:00.000Z', 98],
  ['the whole month', '2026-10-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', PRICE],
  ['nothing of a later time', '2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 0],
])('the share of a month of thirty days is %s', (_, since, until, expected) => {
  const period = { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' }
  expect(unusedShare(PRICE, period, { since, until })).toBe(expected)
})

describe.each(databaseNames)('unused days of a suspended room, on %s', (database) => {
  let world: World
  let monthDays: number

  beforeEach(async () => {
    world = await createWorld(database)
    world.payments.bookAtOnce()
    await makeUser(world, 'admin', { role: 'operator' })
    await makeRoom(world, 'aoi', { amount: PRICE, title: '夜ふかし喫茶室' })
    await makeSeller(world, 'aoi')
    await makeUser(world, 'fan')
    const fan = world.as('fan')
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await fan(rooms.startSubscription, { body })
    await fan(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    const { periodEnd } = world.payments.subscriptions.get(subscriptionId)!
    monthDays = Math.round((Date.parse(periodEnd!) - world.clock.now().getTime()) / DAY_MS)
    await work()
  })
  afterEach(() => world.close())

  async function work() {
    for (let times = 0; times < 4; times++) await world.deliver()
  }
  const input = (name = 'aoi') => ({ params: { id: name }, body: { reason: '確認のため' } })
  const person = { params: { name: 'aoi' }, body: { reason: '確認のため' } }
  const suspend = () => world.as('admin')(operatorRooms.suspendRoom, input())
  const restore = () => world.as('admin')(operatorRooms.restoreRoom, input())
  const payment = async () => (await world.as('fan')(orders.listPayments, { query: {} })).items[0]!
  const share = (days: number) => Math.floor((PRICE * days) / monthDays)
  const pass = (days: number) => world.clock.move(days * DAY_MS)

  it('are paid back when it returns, with a paper and an email, and the books agree', async () => {
    pass(3)
    await suspend()
    await work()
    pass(10.5)
    await restore()
    await work()
    expect(await payment()).toMatchObject({ status: 'succeeded', refunded_amount: share(10) })
    const papers = await readTable(world.db, 'receipt')
    expect(papers.map(({ kind, body }) => [kind, JSON.parse(body).amount])).toEqual([
      ['sale', PRICE],
      ['return', share(10)],
    ])
    const entries = await readTable(world.db, 'ledger_entry')
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect(entries.filter(({ kind }) => kind === 'refund')).not.toEqual([])
    const back = world.mail.sent.find(({ subject }) => subject.includes('返金のお知らせ'))
    expect(back!.text).toContain('利用停止中だった日数')
    expect((await world.as('fan')(rooms.getRoom, { params: { id: 'aoi' } })).subscribed).toBe(true)
  })

  it(
    'are paid back once when the answer is lost, and the site returns after the provider forgot the key',
    ruleOn(database),
    async () => {
      await suspend()
      pass(10)
      await restore()
      world.payments.loseNext('refundCharge')
      await world.deliver()
      pass(2)
      await work()
      expect(world.payments.refunds.map(({ amount }) => amount)).toEqual([share(10)])
      expect(await payment()).toMatchObject({ refunded_amount: share(10) })
    },
  )

  it('are counted once for each suspension, and never exceed the month', async () => {
    await suspend()
    pass(4)
    await restore()
    await world.db
      .updateTable('outbox')
      .set({ done_at: null })
      .where('topic', '=', 'suspension')
      .execute()
    await work()
    expect(await payment()).toMatchObject({ refunded_amount: share(4) })
    await suspend()
    pass(60)
    await restore()
    await work()
    const rest = share(monthDays - 4)
    expect(await payment()).toMatchObject({ refunded_amount: share(4) + rest })
    const returned = (await readTable(world.db, 'refund')).map(({ amount }) => amount)
    expect(returned).toEqual([share(4), rest])
  })

  it(
    'of a month that the provider reports after the end of the suspension are paid back a day later',
    ruleOn(database),
    async () => {
      const setState = (state: 'open' | 'settled') =>
        world.db.updateTable('order').set({ state }).where('kind', '=', 'room').execute()
      await suspend()
      pass(3)
      await setState('open')
      await restore()
      await work()
      await setState('settled')
      await work()
      expect(await payment()).toMatchObject({ refunded_amount: 0 })
      pass(1)
      await work()
      expect(await payment()).toMatchObject({ refunded_amount: share(3) })
    },
  )

  it(
    'of a month that ends while it is suspended are paid back then',
    ruleOn(database),
    async () => {
      pass(20)
      await suspend()
      await work()
      pass(monthDays - 20 - 0.5)
      await world.sweep()
      await work()
      expect(await payment()).toMatchObject({ refunded_amount: 0 })
      pass(0.5)
      for (let times = 0; times < 2; times++) await world.sweep()
      await work()
      expect(await payment()).toMatchObject({ refunded_amount: share(monthDays - 20) })
      await restore()
      await work()
      expect(await payment()).toMatchObject({ refunded_amount: share(monthDays - 20) })
    },
  )

  it(
    'begin with the first of two suspensions, and end with the last',
    ruleOn(database),
    async () => {
      await suspend()
      pass(2)
      await world.as('admin')(operatorPeople.suspendPerson, person)
      pass(2)
      await restore()
      await work()
      expect(await payment()).toMatchObject({ refunded_amount: 0 })
      pass(3)
      await world.as('admin')(operatorPeople.restorePerson, person)
      await work()
      expect(await payment()).toMatchObject({ refunded_amount: share(7) })
    },
  )

  it('of less than a day are not paid back', ruleOn(database), async () => {
    await suspend()
    pass(0.9)
    await restore()
    await work()
    expect(await payment()).toMatchObject({ refunded_amount: 0, status: 'succeeded' })
  })
})
