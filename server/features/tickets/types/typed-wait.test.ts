import { afterEach, describe, expect, it } from 'vitest'
import { RESALE_OVER } from '#contract/resale/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import {
  TYPE_FOR_MEMBERS,
  TYPE_NEEDED,
  TYPE_NOT_YET,
  typeLimit,
  typeSoldOut,
} from '#contract/tickets/messages.ts'
import { SEATS_LEFT } from '#contract/waitlist/messages.ts'
import {
  createHall,
  type Hall,
  type HallTypes,
} from '#server/features/orders/waitlist/testing/hall.ts'
import { recount } from '#server/jobs/recount.ts'
import { inHours } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'

describe.each(apiDatabaseNames)('waiting for a ticket type on %s', (database) => {
  let hall: Hall
  const open = async (capacity: number, types: HallTypes) => {
    hall = await createHall(database, capacity, types)
  }
  afterEach(async () => {
    // Tests take people out of the room without counting.
    const wrong = await recount(hall.world.deps)
    expect(wrong.filter(({ table }) => table !== 'room')).toEqual([])
    await hall.world.close()
  })
  const change = (name: string, row: Record<string, unknown>) =>
    hall.world.db.updateTable('ticket_type').set(row).where('name', '=', name).execute()
  const typeSeen = async (user: string, name: string) => {
    const params = { roomid: 'aoi', id: 'night' }
    const { types } = await hall.world.as(user)(tickets.getDigitalTicket, { params })
    return types.find((type) => type.name === name)
  }
  const give = (name: string, type: string) =>
    hall.world.as('aoi')(tickets.giveTicket, {
      params: { roomid: 'aoi', id: 'night' },
      body: { name, type: `night-${type}` },
    })

  it('leaves the other types on sale', async () => {
    await open(4, { S席: 1, 学割: 1 })
    await hall.buy('ann', 1, 'night', '学割')
    await hall.join('bob', 1, 'night', '学割')
    expect(await typeSeen('cat', 'S席')).toMatchObject({ remaining: 1 })
    await hall.buy('cat', 1, 'night', 'S席')
    expect(await hall.waitOf('bob', 'night', '学割')).toMatchObject({
      ...{ state: 'waiting', place: 1, title: expect.stringContaining('（学割）') },
      type: { id: 'night-学割', name: '学割' },
    })
  })

  it('gets a freed seat of that type, and nobody else does', async () => {
    await open(4, { S席: 1, 学割: 1 })
    await hall.buy('ann', 1, 'night', '学割')
    await hall.buy('cat', 1, 'night', 'S席')
    await hall.join('bob', 1, 'night', '学割')
    await hall.join('dan', 1, 'night', 'S席')
    await hall.refund('cat')
    await expect(hall.buy('eve', 1, 'night', 'S席')).rejects.toMatchObject({
      message: typeSoldOut('S席'),
    })
    await expect(give('eve', 'S席')).rejects.toMatchObject({ message: typeSoldOut('S席') })
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'dan', seats: 1 }])
    expect(await hall.waitOf('dan')).toMatchObject({ type: { name: 'S席' } })
    expect((await hall.world.db.selectFrom('seat_offer').selectAll().execute())[0]).toMatchObject({
      ticket_type_id: 'night-S席',
    })
    expect(await hall.mailsTo('dan')).toEqual(['お席をご用意しました'])
    const told = hall.world.mail.sent.find(
      ({ to, subject }) => to === 'dan@room.test' && /お席/.test(subject),
    )
    expect(told?.text).toContain('night（S席）')
    await expect(hall.buy('dan', 1, 'night', '学割')).rejects.toMatchObject({
      message: typeSoldOut('学割'),
    })
    await hall.buy('dan', 1, 'night', 'S席')
    expect(await hall.places()).toMatchObject([{ who: 'bob' }])
  })

  it('is in one line with the types that share its places', async () => {
    await open(1, { A: null, B: null })
    await hall.buy('ann', 1, 'night', 'A')
    await hall.join('bob', 1, 'night', 'B')
    await hall.join('cat', 1, 'night', 'A')
    expect(await hall.waitOf('cat')).toMatchObject({ place: 2, type: { name: 'A' } })
    await hall.refund('ann')
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'bob', seats: 1 }])
  })

  it('counts its place among its own type, if that has places of its own', async () => {
    await open(9, { S席: 1, 学割: 1 })
    await hall.buy('ann', 1, 'night', 'S席')
    await hall.buy('bob', 1, 'night', '学割')
    await hall.join('cat', 1, 'night', 'S席')
    await hall.join('dan', 1, 'night', '学割')
    expect(await hall.waitOf('dan')).toMatchObject({ place: 1 })
  })

  it('keeps no seat of the ticket from others that a full type could not use', async () => {
    await open(3, { S席: 1, 一般: null })
    await hall.buy('ann', 1, 'night', 'S席')
    await hall.join('bob', 1, 'night', 'S席')
    await hall.buy('cat', 2, 'night', '一般')
    await hall.refund('ann')
    // One seat is left of the ticket, and it is that of who waits.
    await expect(hall.buy('dan', 1, 'night', '一般')).rejects.toMatchObject({
      message: typeSoldOut('一般'),
    })
    expect(await typeSeen('dan', '一般')).toMatchObject({ remaining: 0 })
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'bob', seats: 1 }])
  })

  it('passes a group only by seats that it could have had', async () => {
    await open(4, { S席: 2, 一般: 2 })
    await hall.buy('ann', 2, 'night', 'S席')
    await hall.buy('bob', 2, 'night', '一般')
    await hall.join('cat', 2, 'night', 'S席')
    await hall.join('dan', 2, 'night', '一般')
    await hall.refund('bob')
    await hall.world.serveWaiting()
    expect(await hall.offers()).toEqual([{ who: 'dan', seats: 2 }])
    expect(await hall.places()).toEqual([{ who: 'cat', seats: 2, passed: 0, gathered: 0 }])
  })

  it('frees what a group leaves of its offer, in its type, also while other seats are free', async () => {
    await open(4, { S席: 2, 一般: null })
    await hall.buy('ann', 2, 'night', 'S席')
    await hall.join('bob', 2, 'night', 'S席')
    await hall.refund('ann')
    await hall.world.serveWaiting()
    await hall.buy('bob', 1, 'night', 'S席')
    expect(await typeSeen('cat', 'S席')).toMatchObject({ remaining: 1 })
  })

  it('asks for a type, for its sale, for whom it is, and how many one may have', async () => {
    await open(1, { S席: null })
    await hall.buy('ann', 1, 'night', 'S席')
    const join = (seats = 1) => hall.join('bob', seats, 'night', 'S席')
    await expect(hall.join('bob', 1)).rejects.toMatchObject({ message: TYPE_NEEDED })
    await change('S席', { per_person: 1 })
    await expect(join(2)).rejects.toMatchObject({ message: typeLimit(1) })
    await change('S席', { sales_from: inHours(hall.world, 1) })
    await expect(join()).rejects.toMatchObject({ message: TYPE_NOT_YET })
    await change('S席', { sales_from: null, member_months: 0 })
    await hall.world.db.deleteFrom('membership').where('user_id', '=', 'bob').execute()
    await expect(join()).rejects.toMatchObject({ message: TYPE_FOR_MEMBERS })
  })

  it('is refused while it is on sale', async () => {
    await open(2, { S席: 1, 一般: null })
    await hall.buy('ann', 1, 'night', 'S席')
    await expect(hall.join('bob', 1, 'night', '一般')).rejects.toMatchObject({
      message: SEATS_LEFT,
    })
    await hall.join('bob', 1, 'night', 'S席')
  })

  it('ends when its person is not one for whom it is any more', async () => {
    await open(1, { S席: null })
    await change('S席', { member_months: 0 })
    await hall.buy('ann', 1, 'night', 'S席')
    await hall.join('bob', 1, 'night', 'S席')
    await hall.world.db
      .updateTable('membership')
      .set({ status: 'left' })
      .where('user_id', '=', 'bob')
      .execute()
    await hall.world.serveWaiting()
    expect(await hall.places()).toEqual([])
  })

  it('ends with the sale of the type, and so do its offers', async () => {
    await open(4, { 早割: 2, 一般: 1 })
    for (const who of ['ann', 'bob'] as const) await hall.buy(who, 1, 'night', '早割')
    await hall.join('cat', 1, 'night', '早割')
    await hall.join('dan', 1, 'night', '早割')
    await hall.refund('ann')
    await hall.world.serveWaiting()
    await change('早割', { sales_until: inHours(hall.world, 1) })
    hall.world.clock.move(2 * 3_600_000)
    await hall.world.serveWaiting()
    expect([await hall.places(), await hall.offers()]).toEqual([[], []])
    expect(await hall.mailsTo('dan')).toEqual([expect.stringContaining('キャンセル待ち')])
  })

  it('has an offer that ends with the sale of the type', async () => {
    await open(1, { 早割: null })
    await hall.buy('ann', 1, 'night', '早割')
    await hall.join('bob', 1, 'night', '早割')
    const until = inHours(hall.world, 3)
    await change('早割', { sales_until: until })
    await hall.refund('ann')
    await hall.world.serveWaiting()
    expect(await hall.waitOf('bob')).toMatchObject({ state: 'offered', until })
  })

  describe('with 公式リセール', () => {
    it('sells a listed seat in its own type alone, at the price paid', async () => {
      await open(2, { A: null, B: null })
      await hall.buy('ann', 1, 'night', 'A')
      await hall.buy('bob', 1, 'night', 'B')
      await hall.list('ann')
      expect(await typeSeen('cat', 'A')).toMatchObject({ remaining: 1, resale: true })
      expect(await typeSeen('cat', 'B')).toMatchObject({ remaining: 0, resale: false })
      await expect(hall.buy('cat', 1, 'night', 'B')).rejects.toMatchObject({
        message: typeSoldOut('B'),
      })
      await hall.buy('cat', 1, 'night', 'A')
      await hall.world.deliver()
      expect(hall.world.payments.refunds.map(({ amount }) => amount)).toEqual([1_000])
      expect(await hall.hall()).toMatchObject({ taken: 2, listed: 0 })
    })

    it('offers it to those who wait for its type, and to nobody before them', async () => {
      await open(2, { A: null, B: null })
      await hall.buy('ann', 1, 'night', 'A')
      await hall.buy('bob', 1, 'night', 'B')
      await hall.join('cat', 1, 'night', 'B')
      await hall.join('dan', 1, 'night', 'A')
      await hall.list('ann')
      await hall.world.serveWaiting()
      expect(await hall.offers()).toEqual([{ who: 'dan', seats: 1 }])
      expect(await hall.waitOf('dan')).toMatchObject({ resale: true })
      await hall.withdraw('ann')
      expect((await hall.places()).map(({ who }) => who)).toEqual(['cat', 'dan'])
      expect(await hall.mailsTo('dan')).toEqual(['お席のご案内を取り消しました'])
    })

    it('leaves a listed ticket in place while its type has seats of its own', async () => {
      await open(3, { S席: 2, 一般: null })
      await hall.buy('ann', 1, 'night', 'S席')
      await hall.list('ann')
      await hall.buy('bob', 1, 'night', 'S席')
      expect(await hall.hall()).toMatchObject({ taken: 1, listed: 1 })
      // The ticket has a third seat, but the type is full.
      await hall.buy('cat', 1, 'night', 'S席')
      expect(await hall.hall()).toMatchObject({ taken: 2, listed: 0 })
    })

    it('ends with the sale of the type: nobody could buy it', async () => {
      await open(2, { 早割: 1, 一般: 1 })
      await hall.buy('ann', 1, 'night', '早割')
      await hall.buy('bob', 1, 'night', '一般')
      await hall.list('ann')
      await hall.list('bob')
      await change('早割', { closed: 1 })
      await hall.world.serveWaiting()
      expect(await hall.hall()).toMatchObject({ taken: 1, listed: 1 })
      await expect(hall.list('ann')).rejects.toMatchObject({ message: RESALE_OVER })
    })
  })
})
