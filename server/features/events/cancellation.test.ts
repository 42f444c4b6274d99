import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { live } from '#contract/live/calls.ts'
import { notifications } from '#contract/notifications/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import {
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('cancellation of an event on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    world.payments.bookAtOnce()
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'mio')
    await makeUser(world, 'admin', { role: 'operator' })
    for (const name of ['fan', 'other', 'third']) await member(name)
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, capacity: 300 })
  })
  afterEach(() => world.close())

  async function member(name: string) {
    await makeUser(world, name)
    await makeMember(world, 'room-aoi', name)
  }
  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const seen = (user: string) => world.as(user)(events.getEvent, { params: { id: 'night' } })
  const cancel = (user: string | null) =>
    world.as(user)(events.cancelOwn, { params: { id: 'night' } })
  const start = async (user: string) => {
    const body = { event_id: 'night', token: 'tok_visa' }
    return (await world.as(user)(events.startJoin, { body })).paymentIntent.id
  }
  async function buy(user: string) {
    const paymentIntentId = await start(user)
    world.payments.confirm(paymentIntentId)
    await world.as(user)(events.join, { body: { event_id: 'night', paymentIntentId } })
    return paymentIntentId
  }

  async function expectAllBack(holders: number) {
    const charges = [...world.payments.charges.values()].filter(
      ({ status }) => status === 'succeeded',
    )
    const back = world.payments.refunds.map(({ charge }) => charge)
    expect([...back].sort()).toEqual(charges.map(({ ref }) => ref).sort())
    const entries = await table('ledger_entry')
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect((await table('order')).map(({ state }) => state)).toEqual(charges.map(() => 'refunded'))
    const rights = await table('entitlement')
    expect(rights).toHaveLength(holders)
    expect(rights.filter(({ status }) => status !== 'revoked')).toEqual([])
    const [event] = await table('event')
    expect(event).toMatchObject({ participants: 0, taken: 0 })
  }

  it('is possible for the owner only; operators use their own endpoint, which is audited', async () => {
    await expect(cancel(null)).rejects.toMatchObject({ status: 401 })
    for (const user of ['fan', 'mio', 'admin'])
      await expect(cancel(user)).rejects.toMatchObject({ status: 404 })
    await cancel('aoi')
    expect(await seen('fan')).toMatchObject({ cancelled: true, can: { buy: false } })
  })

  it('is refused while the event is live', async () => {
    for (const publishment_flg of [1, 2] as const) {
      await world.db.updateTable('event').set({ publishment_flg }).execute()
      await expect(cancel('aoi')).rejects.toMatchObject({ status: 409 })
    }
    expect((await seen('fan')).cancelled).toBe(false)
  })

  it('refunds and emails every holder; a free ticket just ends (33)', async () => {
    await buy('fan')
    await makeTicket(world, 'night', 'other')
    const notified: string[] = []
    world.deps.bus.subscribe(RIGHTS_CHANGED, (user) => void notified.push(user))
    await cancel('aoi')
    await expect(start('third')).rejects.toMatchObject({ status: 410 })
    await expect(
      world.as('fan')(live.getLiveUrl, { params: { id: 'night' } }),
    ).rejects.toMatchObject({
      status: 403,
    })
    await world.deliver()
    await expectAllBack(2)
    expect(notified).toEqual(expect.arrayContaining(['fan', 'other']))
    const mails = world.mail.sent.filter(({ subject }) => subject.includes('中止'))
    expect(mails.map(({ to }) => to).sort()).toEqual(['fan@room.test', 'other@room.test'])
    const { items } = await world.as('other')(notifications.listNotifications, { query: {} })
    const path = '/community/aoi/event/night'
    expect(items).toMatchObject([{ title: 'イベントが中止になりました', path }])
    expect(mails.find(({ to }) => to === 'fan@room.test')!.text).toContain('¥1,980')
    expect(mails.find(({ to }) => to === 'other@room.test')!.text).not.toContain('返金')
  })

  it('refunds a hundred tickets once each, although the job is killed ten times (33)', async () => {
    const buyers = Array.from({ length: 100 }, (_, n) => `buyer-${n}`)
    for (const name of buyers) {
      await member(name)
      await buy(name)
    }
    await cancel('aoi')
    // Kills the job ten times, each after 8 more tickets.
    let ended = 0
    let deaths = 0
    world.deps.bus.subscribe(RIGHTS_CHANGED, () => {
      if (++ended % 8 !== 0 || deaths === 10) return
      deaths++
      throw new Error('killed')
    })
    for (let attempt = 0; attempt < 10; attempt++) {
      world.payments.loseNext('refundCharge')
      await world.deliver()
      world.clock.move(3_600_000)
    }
    expect(deaths).toBe(10)
    await world.deliver()
    await expectAllBack(100)
    const mails = world.mail.sent.filter(({ subject }) => subject.includes('中止'))
    expect(new Set(mails.map(({ to }) => to)).size).toBe(100)
    expect(mails).toHaveLength(100)
  })

  it('cancels payments that are open, so that nobody is charged after it (33)', async () => {
    const refs = [await start('fan'), await start('other')]
    await cancel('aoi')
    world.payments.cutNext('cancelCharge')
    await world.deliver()
    // The call of one was lost: the job is repeated.
    world.clock.move(60_000)
    await world.deliver()
    for (const ref of refs) world.payments.confirm(ref)
    const charges = refs.map((ref) => world.payments.charges.get(ref)!.status)
    expect(charges).toEqual(['canceled', 'canceled'])
    expect((await table('order')).map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect(await table('event')).toMatchObject([{ participants: 0, taken: 0 }])
  })

  it('refunds a payment that was faster (33)', async () => {
    const ref = await start('fan')
    await cancel('aoi')
    world.payments.confirm(ref)
    await world.deliver()
    await expectAllBack(0)
  })

  it('refunds a payment that is still processing when it succeeds (33)', async () => {
    const ref = await start('fan')
    const before = world.payments.amend('payment_intent', ref, { status: 'processing' })
    await cancel('aoi')
    await world.deliver()
    world.payments.amend('payment_intent', ref, { status: before.status })
    world.payments.confirm(ref)
    world.clock.move(20_000)
    await world.sweep()
    await world.deliver()
    await expectAllBack(0)
  })
})
