import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { operatorSwitches } from '#contract/operator/switches/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { makeDigitalTicket, makeEvent, makeIssued, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createLine, type Line } from './testing/line.ts'

describe.each(apiDatabaseNames)('turns of a waiting list on %s', (database) => {
  let line: Line
  const MINUTE_MS = 60_000

  beforeEach(async () => {
    line = await createLine(database, { capacity: 1 })
    const at = line.world.clock.now().getTime() + 7 * DAY_MS
    const [start_at, end_at] = [at, at + HOUR_MS].map((ms) => new Date(ms).toISOString())
    const times = { start_at: start_at!, end_at: end_at!, sales_end_at: start_at! }
    await line.world.db.updateTable('event').set(times).execute()
  })
  afterEach(() => line.world.close())

  /** The ticket is sold to ann, and these people wait. */
  async function waitFor(...people: string[]) {
    await line.buy('ann')
    for (const name of people) await line.join(name)
  }
  async function freeSeat() {
    await line.refund('ann')
    await line.world.serveWaiting()
  }
  const states = async (...people: string[]) => {
    const all = await Promise.all(people.map((name) => line.waitOf(name)))
    return all.map(({ state, place }) => (place === null ? state : place))
  }
  const openOffers = () =>
    line.world.db.selectFrom('seat_offer').selectAll().where('closed_at', 'is', null).execute()

  it('an offer lapses at its deadline, and the seat is offered to the next', async () => {
    await waitFor('bob', 'cat')
    await freeSeat()
    expect(await states('bob', 'cat')).toEqual(['offered', 1])
    expect(await line.mailsTo('bob')).toEqual(['お席をご用意しました'])
    line.world.clock.move(24 * HOUR_MS - 1)
    await line.world.serveWaiting()
    expect(await states('bob', 'cat')).toEqual(['offered', 1])
    expect(await line.mailsTo('bob')).toEqual(['お席をご用意しました', 'まもなく、お席の期限です'])
    line.world.clock.move(1)
    // At the deadline itself, before any sweep.
    await expect(line.start('bob')).rejects.toMatchObject({ message: SOLD_OUT })
    await line.world.serveWaiting()
    expect(await states('bob', 'cat')).toEqual(['lapsed', 'offered'])
    expect((await line.mailsTo('bob')).at(-1)).toBe('お席の期限が過ぎました')
    expect(await line.event()).toMatchObject({ taken: 1, waiting: 0 })
    expect(await line.join('bob')).toMatchObject({ state: 'waiting', place: 1 })
  })

  it('a person is reminded once, when a quarter of the time is left', async () => {
    await waitFor('bob')
    await freeSeat()
    line.world.clock.move(18 * HOUR_MS - 1)
    await line.world.serveWaiting()
    expect(await line.mailsTo('bob')).toHaveLength(1)
    line.world.clock.move(1)
    await line.world.serveWaiting()
    await line.world.serveWaiting()
    expect(await line.mailsTo('bob')).toEqual(['お席をご用意しました', 'まもなく、お席の期限です'])
  })

  it('an unpaid order gives its seat back to the same person until the deadline', async () => {
    await waitFor('bob', 'cat')
    await freeSeat()
    await line.start('bob')
    expect(await openOffers()).toEqual([])
    line.world.clock.move(HOLD_MS + 1)
    await line.world.sweep()
    await line.world.serveWaiting()
    expect(await states('bob', 'cat')).toEqual(['offered', 1])
    expect((await line.event()).taken).toBe(1)
    line.world.clock.move(24 * HOUR_MS - HOLD_MS - 2 * MINUTE_MS)
    await line.start('bob')
    line.world.clock.move(HOLD_MS + 1)
    await line.world.sweep()
    await line.world.serveWaiting()
    expect((await states('bob', 'cat'))[1]).toBe('offered')
    expect((await line.event()).taken).toBe(1)
  })

  it('a purchase that began before the deadline is completed after it', async () => {
    await waitFor('bob', 'cat')
    await freeSeat()
    line.world.clock.move(24 * HOUR_MS - 1)
    const paid = await line.start('bob')
    line.world.clock.move(MINUTE_MS)
    await line.world.serveWaiting()
    expect(await states('cat')).toEqual([1])
    line.world.payments.confirm(paid)
    await line.finish('bob', paid)
    expect(await line.event()).toMatchObject({ taken: 1, participants: 1 })
    await expect(line.waitOf('bob')).resolves.toMatchObject({ can: { join: false } })
  })

  it('a payment that comes after the order has lapsed does not pass those who wait', async () => {
    const late = await line.start('ann')
    await line.join('bob')
    line.world.clock.move(HOLD_MS + 1)
    await line.world.sweep()
    await line.world.serveWaiting()
    expect(await states('bob')).toEqual(['offered'])
    expect(await line.world.db.selectFrom('attempt').select('state').execute()).toEqual([
      { state: 'cancelled' },
    ])
    await expect(line.finish('ann', late)).rejects.toMatchObject({ status: 410 })
    expect((await line.event()).taken).toBe(1)
  })

  it('who may not buy any more is passed, told, and keeps no seat', async () => {
    await waitFor('bob', 'cat', 'dan', 'eve')
    const { db } = line.world
    await db
      .updateTable('membership')
      .set({ status: 'left' })
      .where('user_id', '=', 'bob')
      .execute()
    const created_at = line.world.clock.now().toISOString()
    await line.world.add('talk_ban', {
      ...{ event_id: 'night', user_id: 'cat', banned_by: 'aoi', created_at },
    })
    await db.updateTable('user').set({ status: 'suspended' }).where('id', '=', 'dan').execute()
    await line.world.serveWaiting()
    expect((await line.event()).waiting).toBe(1)
    expect(await line.mailsTo('bob')).toEqual(['キャンセル待ちが終わりました'])
    expect(await line.mailsTo('cat')).toEqual(['キャンセル待ちが終わりました'])
    expect(await line.mailsTo('dan')).toEqual([])
    await freeSeat()
    expect(await states('eve')).toEqual(['offered'])
    await db
      .updateTable('membership')
      .set({ status: 'left' })
      .where('user_id', '=', 'eve')
      .execute()
    await line.world.serveWaiting()
    expect(await openOffers()).toEqual([])
    expect(await line.event()).toMatchObject({ taken: 0, waiting: 0 })
  })

  it('waits and offers end with the sale, and their persons are told', async () => {
    await waitFor('bob', 'cat')
    await freeSeat()
    const { sales_end_at } = await line.event()
    const body = formOf({
      sales_end: new Date(Date.parse(sales_end_at) - 6 * DAY_MS).toISOString(),
    })
    await line.world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body })
    line.world.clock.move(DAY_MS)
    await line.world.serveWaiting()
    await line.world.serveWaiting()
    expect(await states('bob', 'cat')).toEqual(['lapsed', 'none'])
    expect((await line.mailsTo('cat')).at(-1)).toBe('キャンセル待ちが終わりました')
    expect(await line.event()).toMatchObject({ taken: 0, waiting: 0 })
  })

  it('waits and offers end with a cancelled event', async () => {
    await waitFor('bob', 'cat')
    await freeSeat()
    await line.world.as('aoi')(events.cancelOwn, { params: { id: 'night' } })
    await line.world.serveWaiting()
    // The offer's email had not been sent yet, and is sent no more.
    for (const name of ['bob', 'cat'])
      expect(await line.mailsTo(name)).toEqual(['キャンセル待ちが終わりました'])
    const ended = line.world.mail.sent.filter(({ subject }) => subject.includes('キャンセル待ち'))
    for (const { text } of ended) expect(text).toContain('オーナーにより中止になりました')
    expect(await line.event()).toMatchObject({ taken: 0, waiting: 0 })
  })

  it('a raised capacity serves as many as it can, in order', async () => {
    await waitFor('bob', 'cat', 'dan')
    const body = formOf({ capacity: '3' })
    await line.world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body })
    await line.world.serveWaiting()
    expect(await states('bob', 'cat', 'dan')).toEqual(['offered', 'offered', 1])
  })

  it('a declined seat goes to the next', async () => {
    await waitFor('bob', 'cat')
    await freeSeat()
    await line.leave('bob')
    await line.world.serveWaiting()
    expect(await states('bob', 'cat')).toEqual(['none', 'offered'])
  })

  it('the line stands still while nobody could pay', async () => {
    await waitFor('bob')
    await line.refund('ann')
    const { db } = line.world
    await makeUser(line.world, 'admin', { role: 'operator' })
    const turn = (enabled: boolean) =>
      line.world.as('admin')(operatorSwitches.turnSwitch, {
        params: { name: 'purchase' },
        body: { enabled, reason: '点検' },
      })
    await turn(false)
    await line.world.serveWaiting()
    expect(await states('bob')).toEqual([1])
    await turn(true)
    await db.updateTable('seller_account').set({ charges_enabled: 0 }).execute()
    await line.world.serveWaiting()
    expect(await states('bob')).toEqual([1])
    await db.updateTable('room').set({ state: 9 }).execute()
    await db.updateTable('seller_account').set({ charges_enabled: 1 }).execute()
    await line.world.serveWaiting()
    expect((await line.event()).waiting).toBe(1)
    await db.updateTable('room').set({ state: 1 }).execute()
    await line.world.serveWaiting()
    expect(await states('bob')).toEqual(['offered'])
  })

  it('a seat of a free event is taken by its offer, once', async () => {
    const { start_at, end_at } = await line.event()
    const times = { start_at, end_at, sales_end_at: start_at }
    await makeEvent(line.world, 'room-aoi', { id: 'free', amount: 0, capacity: 1, ...times })
    const take = (user: string) => line.world.as(user)(events.join, { body: { event_id: 'free' } })
    await take('ann')
    for (const name of ['bob', 'cat']) await line.join(name, 'free')
    await line.world.db.updateTable('event').set({ capacity: 2 }).where('id', '=', 'free').execute()
    await expect(take('cat')).rejects.toMatchObject({ message: SOLD_OUT })
    await line.world.serveWaiting()
    await expect(take('cat')).rejects.toMatchObject({ message: SOLD_OUT })
    await take('bob')
    expect(await line.event('free')).toMatchObject({ taken: 2, participants: 2, waiting: 1 })
  })

  it('serve entry tickets, too; the owner gives no place away past them', async () => {
    const { start_at } = await line.event()
    const times = { opens_at: start_at, starts_at: start_at, valid_until: start_at }
    await makeDigitalTicket(line.world, 'room-aoi', {
      id: 'hall',
      amount: 0,
      capacity: 1,
      ...times,
    })
    await makeIssued(line.world, 'hall', 'ann')
    const params = { kind: 'digital_ticket', id: 'hall' } as const
    const wait = (user: string) => line.world.as(user)(waitlist.joinWait, { params })
    expect(await wait('bob')).toMatchObject({ state: 'waiting', place: 1 })
    expect(await wait('cat')).toMatchObject({ state: 'waiting', place: 2 })
    await line.world.db.updateTable('digital_ticket').set({ capacity: 2 }).execute()
    const give = line.world.as('aoi')(tickets.giveTicket, {
      params: { roomid: 'aoi', id: 'hall' },
      body: { name: 'dan' },
    })
    await expect(give).rejects.toMatchObject({ message: SOLD_OUT })
    await line.world.serveWaiting()
    await line.world.as('bob')(tickets.joinTicket, { params: { id: 'hall' }, body: {} })
    const hall = await line.world.db.selectFrom('digital_ticket').selectAll().executeTakeFirst()
    expect(hall).toMatchObject({ taken: 2, waiting: 1 })
    line.world.clock.move(7 * DAY_MS)
    await line.world.serveWaiting()
    expect(await line.mailsTo('cat')).toEqual(['キャンセル待ちが終わりました'])
  })

  it('an offer of a clock that was ahead ends within its longest time', async () => {
    await waitFor('bob', 'cat')
    await line.refund('ann')
    line.world.clock.move(5 * DAY_MS)
    await line.world.serveWaiting()
    line.world.clock.move(-5 * DAY_MS)
    await line.world.serveWaiting()
    line.world.clock.move(2 * DAY_MS)
    await line.world.serveWaiting()
    expect(await states('bob', 'cat')).toEqual(['lapsed', 'offered'])
  })
})
