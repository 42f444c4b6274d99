import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { SALE_RULES } from '#contract/orders/sale-rules.ts'
import { NOT_A_MEMBER, OWN_ROOM } from '#contract/rooms/messages.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { SOLD_OUT, TICKET_HELD } from '#contract/tickets/messages.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { SEATS_LEFT } from '#contract/waitlist/messages.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import { formOf } from '#server/testing/form.ts'
import { makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createLine, type Line } from './testing/line.ts'

describe.each(apiDatabaseNames)('the waiting list on %s', (database) => {
  let line: Line

  beforeEach(async () => {
    line = await createLine(database)
  })
  afterEach(() => line.world.close())

  async function sellOut() {
    await line.buy('ann')
    await line.buy('bob')
  }

  it('is closed while seats are left, and to all who could not buy', async () => {
    await expect(line.join('cat')).rejects.toMatchObject({ status: 409, message: SEATS_LEFT })
    await sellOut()
    await makeUser(line.world, 'stranger')
    await expect(line.join('stranger')).rejects.toMatchObject({ message: NOT_A_MEMBER })
    await expect(line.join('aoi')).rejects.toMatchObject({ message: OWN_ROOM })
    await expect(line.join('ann')).rejects.toMatchObject({ message: TICKET_HELD })
    expect(await line.waitOf('stranger')).toMatchObject({ state: 'none', can: { join: false } })
    const { sales_end_at } = await line.event()
    line.world.clock.move(Date.parse(sales_end_at) - line.world.clock.now().getTime())
    await expect(line.join('cat')).rejects.toMatchObject({ status: 410 })
  })

  it('has one place a person, shown in order, which they may leave', async () => {
    await sellOut()
    expect(await line.waitOf('cat')).toMatchObject({ state: 'none', can: { join: true } })
    expect(await line.join('cat')).toMatchObject({ state: 'waiting', place: 1 })
    expect(await line.join('cat')).toMatchObject({ state: 'waiting', place: 1 })
    expect(await line.join('dan')).toMatchObject({ state: 'waiting', place: 2 })
    expect((await line.event()).waiting).toBe(2)
    await line.leave('cat')
    await line.leave('cat')
    expect(await line.waitOf('dan')).toMatchObject({ place: 1 })
    expect((await line.event()).waiting).toBe(1)
    expect(await line.join('cat')).toMatchObject({ place: 2 })
    const own = await line.world.as('aoi')(events.getOwn, { params: { id: 'night' } })
    expect(own).toMatchObject({ waiting: 2 })
  })

  it('leaves the last seat to a person whose own unpaid purchase holds it, until its end', async () => {
    await line.buy('ann')
    const until = new Date(line.world.clock.now().getTime() + HOLD_MS).toISOString()
    const paymentIntentId = await line.start('bob')
    const mine = { state: 'offered', place: null, until, can: { join: false } }
    expect(await line.waitOf('bob')).toMatchObject(mine)
    expect(await line.waitOf('cat')).toMatchObject({ state: 'none', can: { join: true } })
    expect(await line.start('bob')).toBe(paymentIntentId)
    await line.leave('bob')
    expect(await line.waitOf('bob')).toMatchObject({ state: 'none' })
    expect(await line.event()).toMatchObject({ taken: 1 })
    await line.start('bob')
    line.world.clock.move(HOLD_MS)
    expect(await line.waitOf('bob')).toMatchObject({ state: 'none', can: { join: true } })
  })

  it('gets a freed seat before anybody who does not wait', async () => {
    await sellOut()
    await line.join('cat')
    await line.refund('ann')
    const seen = await line.world.as('dan')(events.getEvent, { params: { id: 'night' } })
    expect(seen).toMatchObject({ remaining: 0, can: { buy: false } })
    await expect(line.start('dan')).rejects.toMatchObject({ message: SOLD_OUT })
    await line.world.serveWaiting()
    await expect(line.start('dan')).rejects.toMatchObject({ message: SOLD_OUT })
    expect(await line.waitOf('cat')).toMatchObject({ state: 'offered' })
    await line.buy('cat')
    expect(await line.event()).toMatchObject({ taken: 2, participants: 2, waiting: 0 })
  })

  it('tells its next person of a seat, with its deadline and the way to the purchase', async () => {
    await sellOut()
    await line.join('cat')
    await line.refund('ann')
    await line.world.serveWaiting()
    await line.world.serveWaiting()
    const until = new Date(line.world.clock.now().getTime() + 24 * HOUR_MS)
    const { sales_end_at } = await line.event()
    expect(Date.parse(sales_end_at)).toBeGreaterThanOrEqual(until.getTime())
    expect(await line.waitOf('cat')).toMatchObject({ until: until.toISOString() })
    expect(await line.mailsTo('cat')).toEqual(['お席をご用意しました'])
    const { text } = line.world.mail.sent.find(({ subject }) => subject.includes('お席'))!
    expect(text).toContain('/community/aoi/event/night')
    expect(text).toContain('2026年11月21日 12:00（日本時間）までに購入してください')
    const keys = await line.world.db.selectFrom('outbox').select('key').execute()
    expect(keys.filter(({ key }) => /^tell:seatOffered:.*:cat$/.test(key))).toHaveLength(1)
    const [wait] = (await line.world.as('cat')(waitlist.listWaits, {})).items
    expect(wait).toMatchObject({ id: 'night', title: 'night', room: 'aoi', state: 'offered' })
  })

  it('keeps with the order until when the seat was held, and emails it', async () => {
    await sellOut()
    await line.join('cat')
    await line.refund('ann')
    await line.world.serveWaiting()
    await line.buy('cat')
    await line.world.deliver()
    const until = '11月21日(土) 12:00（日本時間）'
    const text = SALE_RULES.ticket_waited.text({ heldUntil: until })
    const held = { label: 'お席の期限', text }
    const rows = await line.world.db.selectFrom('order').selectAll().orderBy('id').execute()
    const confirmed = rows.map((row) => snapshotOf(row).confirmation ?? [])
    expect(confirmed.at(-1)).toContainEqual(held)
    expect(confirmed.at(-1)).toContainEqual({ label: '申込期間', text: `${until}までです。` })
    expect(confirmed[0]).not.toContainEqual(held)
    const emails = line.world.mail.sent.filter((email) => email.text.includes(`: ${text}`))
    expect(emails.map(({ to }) => to)).toEqual(['cat@room.test'])
  })

  it('serves an owner’s hours, but no offer outlives the sale', async () => {
    const body = formOf({ offer_hours: '12' })
    await line.world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body })
    await sellOut()
    await line.join('cat')
    line.world.clock.move(13 * HOUR_MS)
    await line.refund('ann')
    await line.world.serveWaiting()
    const { sales_end_at } = await line.event()
    expect(await line.waitOf('cat')).toMatchObject({ until: sales_end_at })
    const wrong = formOf({ offer_hours: '13' })
    await expect(
      line.world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body: wrong }),
    ).rejects.toMatchObject({ status: 422, errors: { offer_hours: expect.any(Array) } })
  })

  it('is left by an account that is deleted, with its offer', async () => {
    await sellOut()
    for (const name of ['cat', 'dan', 'eve']) await line.join(name)
    await line.refund('ann')
    await line.world.serveWaiting()
    for (const name of ['cat', 'dan']) await deleteAccount(name)
    expect(await line.event()).toMatchObject({ taken: 1, waiting: 1 })
    expect(await line.world.db.selectFrom('seat_offer').selectAll().execute()).toEqual([])
    await line.world.serveWaiting()
    expect(await line.waitOf('eve')).toMatchObject({ state: 'offered' })
  })
  async function deleteAccount(name: string) {
    const password_hash = await hashPassword('himitsu-no-kotoba')
    await line.world.db.updateTable('user').set({ password_hash }).where('id', '=', name).execute()
    await line.world.as(name)(account.leave, { body: { password: 'himitsu-no-kotoba' } })
  }
})
