import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dashboard, type InsightDays } from '#contract/dashboard/calls.ts'
import { events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { inbox } from '#contract/inbox/calls.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeSale,
  makeSeller,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const DAY = 24

describe.each(databaseNames)('insights on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeRoom(world, 'mio')
    for (const name of ['ann', 'ben', 'cat', 'dan']) await makeUser(world, name)
  })
  afterEach(() => world.close())

  const look = (days: InsightDays = 7, user: string | null = 'aoi') =>
    world.as(user)(dashboard.getInsights, { query: { days } })
  const lookAtEvents = (user = 'aoi') => world.as(user)(dashboard.getEventInsights, {})
  const member = (name: string, joined: number, left: number | null, amount = 500) =>
    makeMember(world, 'room-aoi', name, {
      amount,
      joined_at: inHours(world, -joined * DAY),
      left_at: left === null ? null : inHours(world, -left * DAY),
      status: left === null ? 'active' : 'left',
    })

  it('refuse a visitor, and a period that is not offered', ruleOn(database), async () => {
    await expect(look(7, null)).rejects.toMatchObject({ status: 401 })
    await expect(look(8 as InsightDays)).rejects.toMatchObject({ status: 422 })
  })

  it('show an owner nothing of another room', ruleOn(database), async () => {
    await member('ann', 3, null)
    await makeSale(world, { buyer_id: 'ann', seller_id: 'aoi', from_link: 'x' })
    await makeEvent(world, 'room-aoi')
    const { now, sources } = await look(7, 'mio')
    expect(now).toMatchObject({ sales: 0, joined: 0, members: 0, recurring: 0 })
    expect(sources).toEqual([])
    expect(await lookAtEvents('mio')).toEqual({ next: null, last: null, evenings: [] })
    expect((await look(7, 'ann')).now).toMatchObject({ sales: 0, members: 0 })
    expect(await lookAtEvents('ann')).toEqual({ next: null, last: null, evenings: [] })
  })

  it('compare members, joins, leaves and fees with the period before', async () => {
    await member('ann', 20, null, 500)
    await member('ben', 10, 2, 800)
    await member('cat', 9, 8, 300)
    await member('dan', 3, null, 1_000)
    const { now, before } = await look()
    expect(now).toMatchObject({ start: '2026-11-14', end: '2026-11-20' })
    expect(now).toMatchObject({ joined: 1, left: 1, members: 2, recurring: 1_500 })
    expect(now.kept).toEqual({ of: 2, members: 1 })
    expect(now.days.map(({ members }) => members)).toEqual([2, 2, 2, 3, 2, 2, 2])
    expect(before).toMatchObject({ start: '2026-11-07', end: '2026-11-13' })
    expect(before).toMatchObject({ joined: 2, left: 1, members: 2, recurring: 1_300 })
    expect(before.kept).toEqual({ of: 1, members: 1 })
    expect(before.days.map(({ recurring }) => recurring)).toEqual([
      ...[500, 500, 500, 1_300, 1_600, 1_300, 1_300],
    ])
  })

  it('begin and end the days at midnight in Japan', async () => {
    const sale = (settled_at: string, net: number) =>
      makeSale(world, { buyer_id: 'ann', seller_id: 'aoi', net, settled_at })
    await sale('2026-11-13T14:59:59.999Z', 1)
    await sale('2026-11-13T15:00:00.000Z', 20)
    await makeMember(world, 'room-aoi', 'ann', { joined_at: '2026-11-13T15:00:00.000Z' })
    await makeMember(world, 'room-aoi', 'ben', { joined_at: '2026-11-13T14:59:59.999Z' })
    const { now, before } = await look()
    expect([now.sales, before.sales]).toEqual([20, 1])
    expect([now.joined, before.joined]).toEqual([1, 1])
    expect(now.days[0]).toMatchObject({ date: '2026-11-14', sales: 20, joined: 1, members: 2 })
  })

  it('cover a year and the year before', ruleOn(database), async () => {
    const { now, before } = await look(365)
    expect([now.days.length, before.days.length]).toEqual([365, 365])
    expect(before.end < now.start).toBe(true)
  })

  it('name the links that led to purchases, without renewals and refunds', async () => {
    const sale = (row: object) =>
      makeSale(world, { buyer_id: 'ann', seller_id: 'aoi', amount: 1_000, ...row })
    await sale({ from_link: 'x' })
    await sale({ from_link: 'x' })
    await sale({ from_link: 'line' })
    await sale({ from_link: 'line', state: 'refunded' })
    await sale({ from_link: 'x', settled_at: inHours(world, -8 * DAY) })
    await sale({})
    await sale({ invoice_ref: 'in_1' })
    expect((await look()).sources).toEqual([
      { link: 'x', orders: 2, amount: 2_000 },
      { link: null, orders: 1, amount: 1_000 },
      { link: 'line', orders: 1, amount: 1_000 },
    ])
  })

  it(
    'remember the link of a purchase, and refuse a name that is none',
    ruleOn(database),
    async () => {
      await makeSeller(world, 'aoi')
      await member('ann', 1, null)
      await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_000 })
      const start = (from: string) =>
        world.as('ann')(events.startJoin, { body: { event_id: 'night', token: 'tok_visa', from } })
      for (const from of ['', 'a b', '<b>', 'x'.repeat(33)])
        await expect(start(from)).rejects.toMatchObject({ status: 422 })
      const { paymentIntent } = await start('x'.repeat(32))
      world.payments.confirm(paymentIntent.id)
      const body = { event_id: 'night', paymentIntentId: paymentIntent.id }
      await world.as('ann')(events.join, { body })
      expect((await look()).sources).toEqual([{ link: 'x'.repeat(32), orders: 1, amount: 1_000 }])
    },
  )

  it('are a table for spreadsheets', ruleOn(database), async () => {
    await member('ann', 3, null)
    const url = urlOf(dashboard.exportInsights, { query: { days: 7 } })
    const answer = await world.fetch(url, {
      headers: { authorization: `Bearer ${await world.tokenOf('aoi')}` },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines).toHaveLength(15)
    expect(lines.at(-4)).toBe('2026/11/17 00:00,0,1,0,1,500')
  })

  it('show how the next event sells beside the last one', async () => {
    const past = { publishment_flg: 3, start_at: inHours(world, -48), capacity: 5 } as const
    await makeEvent(world, 'room-aoi', { ...past, id: 'older', start_at: inHours(world, -200) })
    await makeEvent(world, 'room-aoi', { ...past, id: 'past' })
    await makeEvent(world, 'room-aoi', { id: 'draft', status: 'draft' })
    await makeEvent(world, 'room-aoi', { id: 'later', start_at: inHours(world, 90) })
    await makeEvent(world, 'room-aoi', { id: 'next', start_at: inHours(world, 48), capacity: 20 })
    const ticket = (event: string, user: string, hours: number, row = {}) =>
      makeTicket(world, event, user, { granted_at: inHours(world, hours), ...row })
    await ticket('past', 'ann', -48 - 40 * DAY)
    await ticket('past', 'ben', -48 - DAY)
    await ticket('next', 'ann', -30)
    await ticket('next', 'ben', -1)
    await ticket('next', 'cat', -1, { status: 'revoked' })
    const { next, last } = await lookAtEvents()
    expect(next).toMatchObject({ id: 'next', capacity: 20, tickets: 2 })
    expect(next!.days[0]).toEqual({ before: 30, tickets: 0 })
    expect(next!.days.slice(-3)).toEqual([
      { before: 4, tickets: 0 },
      { before: 3, tickets: 1 },
      { before: 2, tickets: 2 },
    ])
    expect(last).toMatchObject({ id: 'past', tickets: 2 })
    expect(last!.days.slice(-2)).toEqual([
      { before: 1, tickets: 2 },
      { before: 0, tickets: 2 },
    ])
    expect(last!.days[0]).toEqual({ before: 30, tickets: 1 })
  })

  it('show the last two evenings minute by minute, with gaps as zero', async () => {
    const minute = (n: number) => inHours(world, -3 + n / 60)
    for (const [id, hours] of [
      ['old', -300],
      ['before', -100],
      ['evening', -3],
    ] as const) {
      await makeEvent(world, 'room-aoi', {
        id,
        publishment_flg: 3,
        start_at: inHours(world, hours),
      })
      await world.add('watch_minute', {
        ...{ event_id: id, minute: minute(0), people: 1, messages: 0 },
      })
    }
    const counted = { event_id: 'evening', people: 3, messages: 4 }
    await world.add('watch_minute', { ...counted, minute: minute(2) })
    const second = new Date(Date.parse(minute(2)) + 5_000).toISOString()
    await world.add('talk_reaction', { event_id: 'evening', second, reactions: 6 })
    const { evenings } = await lookAtEvents()
    expect(evenings.map(({ id }) => id)).toEqual(['evening', 'before'])
    expect(evenings[0]!.minutes).toEqual([
      { at: minute(0), people: 1, messages: 0, reactions: 0 },
      { at: minute(1), people: 0, messages: 0, reactions: 0 },
      { at: minute(2), people: 3, messages: 4, reactions: 6 },
    ])
  })

  it('count who got an announcement and who opened it, not who it was', async () => {
    await makeMember(world, 'room-aoi', 'ann')
    await makeMember(world, 'room-aoi', 'ben')
    await world.as('aoi')(inbox.announce, {
      params: { id: 'aoi' },
      body: { title: '今夜です', text: 'お待ちしています' },
    })
    await world.deliver()
    const announced = async (user: string) =>
      (await world.as(user)(dashboard.listAnnounced, { query: {} })).items
    expect(await announced('aoi')).toMatchObject([{ title: '今夜です', delivered: 2, read: 0 }])
    const id = (await announced('aoi'))[0]!.id
    await world.as('ann')(inbox.getConversation, { params: { id }, query: {} })
    expect(await announced('aoi')).toEqual([
      { id, title: '今夜です', created_at: expect.any(String), delivered: 2, read: 1 },
    ])
    expect(await announced('mio')).toEqual([])
    expect(await announced('ann')).toEqual([])
  })
})
