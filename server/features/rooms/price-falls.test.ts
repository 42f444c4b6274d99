import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '#contract/lib/durations.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const LOWERED = '参加費が下がりました'
const FREE = '参加費が無料になりました'

describe.each(apiDatabaseNames)('price of a room that falls on %s', (database) => {
  let world: World
  let ref: string
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    await makeUser(world, 'fan')
    ref = await join('fan')
  })
  afterEach(() => world.close())

  async function join(user: string) {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await world.as(user)(rooms.startSubscription, { body })
    await world.as(user)(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    return subscriptionId
  }
  async function setPrice(amount: number) {
    await world.as('aoi')(rooms.changeRoom, {
      params: { id: 'aoi' },
      body: formOf({ amount: String(amount) }),
    })
    await deliver()
  }
  async function deliver() {
    for (let times = 0; times < 2; times++) await world.deliver()
  }
  async function renew(how: 'paid' | 'refused' = 'paid') {
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime())
    const invoice = world.payments.renew(ref, how)
    await world.sendEvent({ kind: 'subscription', ref })
    await deliver()
    return invoice
  }
  const own = async () => {
    const { items } = await world.as('fan')(rooms.listSubscribed, { query: {} })
    return items[0]?.subscription
  }
  const mails = (subject: string) =>
    world.mail.sent.filter((mail) => mail.subject.includes(subject)).length

  it('is charged from the next month on, and members are told once', async () => {
    await setPrice(500)
    await world.as('aoi')(rooms.changeRoom, {
      params: { id: 'aoi' },
      body: formOf({ about: 'やあ' }),
    })
    await deliver()
    expect(await own()).toMatchObject({ amount: 500, status: 'active' })
    expect(mails(LOWERED)).toBe(1)
    expect(world.mail.sent.find(({ subject }) => subject.includes(LOWERED))!.text).toMatch(
      /¥980（税込）から ¥500（税込）に下がりました。[\s\S]*2026年12月\d+日の更新から/,
    )
    expect((await renew()).amount).toBe(500)
    expect(world.payments.refunds).toEqual([])
    expect(
      (await readTable(world.db, 'order')).map(({ amount, state }) => [amount, state]),
    ).toEqual([
      [980, 'settled'],
      [500, 'settled'],
    ])
  })

  it('stays for members when it rises again', async () => {
    await setPrice(500)
    await setPrice(1_500)
    expect(await own()).toMatchObject({ amount: 500 })
    expect((await renew()).amount).toBe(500)
    expect(mails('参加費が')).toBe(1)
  })

  it('is set at the provider before members are told, although the answer is lost', async () => {
    world.payments.loseNext('setSubscriptionPrice')
    await setPrice(500)
    expect(await own()).toMatchObject({ amount: 980 })
    expect(mails(LOWERED)).toBe(0)
    expect((await renew()).amount).toBe(500)
    world.clock.move(60_000)
    await deliver()
    expect(await own()).toMatchObject({ amount: 500 })
    expect(mails(LOWERED)).toBe(1)
    expect(world.payments.refunds).toEqual([])
  })

  it('reaches a past-due member when the month that was agreed is paid', async () => {
    const { charge } = await renew('refused')
    await setPrice(500)
    expect(await own()).toMatchObject({ amount: 980, status: 'past_due' })
    world.payments.confirm(charge!)
    await world.sendEvent({ kind: 'subscription', ref })
    await deliver()
    expect(await own()).toMatchObject({ amount: 500, status: 'active' })
    expect((await renew()).amount).toBe(500)
  })

  it('does not reach a member who is leaving', async () => {
    await world.as('fan')(rooms.unsubscribe, { params: { id: 'aoi' } })
    await setPrice(0)
    expect(await own()).toMatchObject({ amount: 980, cancel_at_period_end: true })
    expect(mails(FREE)).toBe(0)
  })

  it('to nothing makes members free, and ends their subscription', async () => {
    world.payments.cutNext('endSubscription')
    await setPrice(0)
    expect(await own()).toMatchObject({ amount: 0, status: 'active', current_period_end: null })
    expect(mails(FREE)).toBe(1)
    world.clock.move(60_000)
    await deliver()
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    await world.sendEvent({ kind: 'subscription', ref, type: 'customer.subscription.deleted' })
    await deliver()
    world.clock.move(40 * DAY_MS)
    await world.sweep()
    await setPrice(980)
    const seen = await world.as('fan')(rooms.getRoom, { params: { id: 'aoi' } })
    expect(seen).toMatchObject({ subscribed: true, subscribers: 1 })
    expect(await own()).toMatchObject({ amount: 0 })
    expect(await readTable(world.db, 'order')).toHaveLength(1)
  })

  it('to nothing refunds a month that was charged at that moment', async () => {
    world.payments.cutNext('endSubscription')
    await setPrice(0)
    const { charge } = await renew()
    world.clock.move(60_000)
    await deliver()
    expect(world.payments.refunds).toEqual([{ charge, amount: 980 }])
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    expect(await own()).toMatchObject({ amount: 0, status: 'active' })
  })
})
