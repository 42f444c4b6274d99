import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/lib/durations.ts'
import { live } from '#contract/live/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { resale } from '#contract/resale/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { ProviderDown } from '#server/ports/payments.ts'
import { formOf } from '#server/testing/form.ts'
import { inHours, makeDigitalTicket } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createStore, type Store } from './testing/store.ts'

const ISSUED = 'コンビニ払いの番号のお知らせ'
const ENDED = 'コンビニ払いの番号は使えなくなりました'
const CHANGED = 'お申し込みのチケットの内容が変わりました'
const ASKED = '返金の振込先をお知らせください'

describe.each(databaseNames)('open payment number on %s', (database) => {
  let store: Store

  beforeEach(async () => {
    store = await createStore(database)
  })
  afterEach(() => store.world.close())

  const statusOf = (ref: string) => store.world.payments.charges.get(ref)?.status
  async function pay(ref: string) {
    store.world.payments.payVoucher(ref)
    await store.report(ref)
  }
  const cancelEvent = async () => {
    await store.world.as('aoi')(events.cancelOwn, { params: { id: 'night' } })
    await store.world.deliver()
  }

  it('is cancelled with its event, and its buyer told not to pay (33)', async () => {
    store.world.payments.bookAtOnce()
    const { ref } = await store.ask('ann')
    await cancelEvent()
    expect(statusOf(ref)).toBe('canceled')
    expect(await store.mailsTo('ann')).toEqual([ISSUED, ENDED])
    expect(store.world.mail.sent[1]!.text).toContain('お支払いにならないでください')
    await pay(ref)
    expect(await store.refunds()).toMatchObject([{ reason: 'too_late', transfer: 'asked' }])
    await store.expectExact()
  })

  it('of a cancelled event that was paid a moment before is refunded', async () => {
    store.world.payments.bookAtOnce()
    const { ref } = await store.ask('ann')
    store.world.payments.payVoucher(ref)
    await cancelEvent()
    expect(await store.refunds()).toMatchObject([{ state: 'open', transfer: 'asked' }])
    expect(await store.see('ann')).toMatchObject({ joined: false })
    await store.expectExact()
  })

  it('stays as promised if the sale ends earlier, the price rises or the buyer leaves the room', async () => {
    const { ref } = await store.ask('ann')
    const sales_end = inHours(store.world, 1)
    const body = formOf({ sales_end, amount: '3000', konbini_days: '0' })
    await store.world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body })
    await store.world.db
      .updateTable('membership')
      .set({ status: 'left' } as never)
      .where('user_id', '=', 'ann')
      .execute()
    store.world.clock.move(2 * DAY_MS)
    await store.world.sweep()
    await pay(ref)
    expect(await store.orders()).toMatchObject([{ state: 'settled', amount: 1_980 }])
    expect(await store.refunds()).toEqual([])
  })

  it.each([
    ['the owner has banned', () => ban()],
    ['an operator has suspended', () => suspend('user', 'ann', { status: 'suspended' })],
    ['is in a suspended room', () => suspend('room', 'room-aoi', { state: 9 })],
  ])('of a buyer whom %s is cancelled, before it is paid in vain', async (_, act) => {
    const { ref } = await store.ask('ann')
    await act()
    await store.world.sweep()
    expect(statusOf(ref)).toBe('canceled')
    expect(await store.event()).toMatchObject({ taken: 0 })
    await store.expectExact()
  })
  const ban = () =>
    store.world.as('aoi')(live.banFromTalk, { params: { id: 'night' }, body: { name: 'ann' } })
  const suspend = (table: 'user' | 'room', id: string, change: object) =>
    store.world.db
      .updateTable(table)
      .set(change as never)
      .where('id', '=', id)
      .execute()

  it('of a buyer who was given the ticket is cancelled, and they are told', async () => {
    const [starts_at, valid_until] = [inHours(store.world, 30), inHours(store.world, 34)]
    const times = { opens_at: starts_at, starts_at, valid_until }
    const sale = { amount: 3_500, konbini_days: 3, capacity: 2 }
    await makeDigitalTicket(store.world, 'room-aoi', { id: 'door', ...sale, ...times })
    const { paymentIntent } = await store.world.as('ann')(tickets.startTicketJoin, {
      params: { id: 'door' },
      body: { method: 'konbini' },
    })
    const params = { roomid: 'aoi', id: 'door' }
    await store.world.as('aoi')(tickets.giveTicket, { params, body: { name: 'ann' } })
    await store.world.sweep()
    expect(statusOf(paymentIntent.id)).toBe('canceled')
    expect(await store.mailsTo('ann')).toContain(ENDED)
    const told = store.world.mail.sent.find(({ subject }) => subject.endsWith(ENDED))
    expect(told?.text).toContain('すでにお持ちのため')
    expect((await store.orders()).map(({ state }) => state)).toEqual(['failed'])
  })

  it('of an event that is moved stays, and its buyer is told, once', async () => {
    await store.ask('ann')
    await store.buyByCard('bob')
    const [start, end] = [inHours(store.world, 100), inHours(store.world, 102)]
    const body = formOf({ start, end, sales_end: start })
    await store.world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body })
    expect(await store.mailsTo('ann')).toEqual([ISSUED, CHANGED])
    const told = store.world.mail.sent.find(({ subject }) => subject.endsWith(CHANGED))
    expect(told?.text).toMatch(/開始：.+\n→ /)
    expect(told?.text).toContain('お支払いの前に、番号の画面から取り消せます')
    expect((await store.mailsTo('bob')).filter((subject) => subject === CHANGED)).toEqual([])
    await store.world.sweep()
    expect(await store.mailsTo('ann')).toEqual([ISSUED, CHANGED])
  })

  it('of an evening that goes to another hall stays, and its buyer is told', async () => {
    const [starts_at, valid_until] = [inHours(store.world, 30), inHours(store.world, 34)]
    const times = { opens_at: starts_at, starts_at, valid_until, venue: '地下のホール' }
    const sale = { amount: 3_500, konbini_days: 3, capacity: 2 }
    await makeDigitalTicket(store.world, 'room-aoi', { id: 'door', ...sale, ...times })
    await store.world.as('ann')(tickets.startTicketJoin, {
      params: { id: 'door' },
      body: { method: 'konbini' },
    })
    const params = { roomid: 'aoi', id: 'door' }
    const body = formOf({ venue: '丘の上のホール' })
    await store.world.as('aoi')(tickets.changeTicket, { params, body })
    expect(await store.mailsTo('ann')).toEqual([ISSUED, CHANGED])
    expect(store.world.mail.sent.at(-1)?.text).toContain('会場：地下のホール\n→ 丘の上のホール')
    expect((await store.list('ann'))[0]?.product.venue).toBe('丘の上のホール')
  })

  it('of an event that was moved, and is over, is cancelled before it is paid in vain', async () => {
    const { ref } = await store.ask('ann')
    const [start, end] = [inHours(store.world, 1), inHours(store.world, 2)]
    const body = formOf({ start, end, sales_end: start })
    await store.world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body })
    store.world.clock.move(2 * HOUR_MS - 1)
    await store.world.sweep()
    expect(statusOf(ref)).toBe('requires_action')
    store.world.clock.move(1)
    await store.world.sweep()
    expect(statusOf(ref)).toBe('canceled')
    expect(await store.mailsTo('ann')).toContain(ENDED)
    await store.expectExact()
  })

  it('whose seat a listed ticket takes back is told of, and cancelled', async () => {
    const { world } = store
    await world.db
      .updateTable('event')
      .set({ resale_until: inHours(world, 240) })
      .execute()
    await store.buyByCard('ann')
    await world.as('ann')(resale.listForResale, { params: { kind: 'event', id: 'night' } })
    const { ref } = await store.ask('bob')
    await store.buyByCard('cat')
    const [charge = ''] = world.payments.charges.keys()
    await world.sendEvent({ kind: 'dispute', ref: world.payments.dispute(charge).ref })
    await world.deliver()
    expect(await store.mailsTo('bob')).toContain(ENDED)
    world.clock.move(11 * MINUTE_MS)
    await world.sweep()
    expect(statusOf(ref)).toBe('canceled')
    await store.expectExact()
  })

  it('is cancelled before its buyer’s account is deleted; late money goes back (69)', async () => {
    const { ref } = await store.ask('ann')
    const password_hash = await hashPassword('long and secret')
    await store.world.db
      .updateTable('user')
      .set({ password_hash })
      .where('id', '=', 'ann')
      .execute()
    await store.world.as('ann')(account.leave, { body: { password: 'long and secret' } })
    expect(statusOf(ref)).toBe('canceled')
    expect(await store.event()).toMatchObject({ taken: 0 })
    await pay(ref)
    expect(await store.refunds()).toMatchObject([{ reason: 'too_late', state: 'open' }])
    const attempts = await store.world.db.selectFrom('attempt').select(['voucher']).execute()
    expect(attempts).toEqual([{ voucher: null }])
    await store.expectExact()
  })

  it('that lapses offers its seat to the next who waits', async () => {
    await store.world.db.updateTable('event').set({ capacity: 1 }).execute()
    const { hold_expires_at } = await store.ask('ann')
    const wait = { params: { kind: 'event', id: 'night' } } as const
    await store.world.as('bob')(waitlist.joinWait, wait)
    store.world.clock.move(Date.parse(hold_expires_at) - store.world.clock.now().getTime())
    await store.world.sweep()
    await store.world.serveWaiting()
    expect(await store.world.as('bob')(waitlist.getWait, wait)).toMatchObject({ state: 'offered' })
    // Its late money finds the seat taken.
    expect(await store.event()).toMatchObject({ taken: 1 })
    await store.expectExact()
  })

  it('takes the seat that a waiting list offers, and holds it past the offer', async () => {
    await store.world.db.updateTable('event').set({ capacity: 1, offer_hours: 12 }).execute()
    await store.buyByCard('ann')
    const wait = { params: { kind: 'event', id: 'night' } } as const
    await store.world.as('bob')(waitlist.joinWait, wait)
    const [sold] = await store.orders()
    await store.world.as('aoi')(orders.refund, { params: { id: sold!.id } })
    await store.world.serveWaiting()
    const { ref } = await store.ask('bob')
    store.world.clock.move(DAY_MS)
    await store.world.serveWaiting()
    await store.world.sweep()
    await pay(ref)
    expect(await store.see('bob')).toMatchObject({ joined: true })
    await store.expectExact()
  })

  it('whose answer was lost is the same number at the second press (16)', async () => {
    store.world.payments.loseNext('startVoucher')
    await expect(store.begin('ann')).rejects.toMatchObject({ status: 503 })
    expect(await store.list('ann')).toEqual([])
    await store.ask('ann')
    expect(store.world.payments.charges.size).toBe(1)
    await store.expectExact()
  })

  it('whose answer was lost for good frees the seat after the usual minutes (21)', async () => {
    store.world.payments.loseNext('startVoucher')
    await expect(store.begin('ann')).rejects.toMatchObject({ status: 503 })
    expect(await store.see('bob')).toMatchObject({ remaining: 1 })
    store.world.clock.move(HOLD_MS)
    await store.world.sweep()
    expect(await store.see('bob')).toMatchObject({ remaining: 2 })
    // Nobody was told that number.
    expect(await store.mailsTo('ann')).toEqual([])
    await store.expectExact()
  })

  it('whose answer was lost for good is cancelled by the first news of it', async () => {
    store.world.payments.loseNext('startVoucher')
    await expect(store.begin('ann')).rejects.toMatchObject({ status: 503 })
    const [ref = ''] = store.world.payments.charges.keys()
    const works = () => store.world.db.selectFrom('webhook_event').select('state').execute()
    await store.report(ref, 'payment_intent.payment_failed')
    expect(await works()).toEqual([{ state: 'received' }])
    store.world.clock.move(HOLD_MS)
    await store.world.sweep()
    await store.world.deliver()
    expect(statusOf(ref)).toBe('canceled')
    expect(await works()).toEqual([{ state: 'done' }])
  })

  it('is not freed while the provider does not answer whether it is paid (72)', async () => {
    const { ref, hold_expires_at } = await store.ask('ann')
    store.world.payments.payVoucher(ref)
    store.world.clock.move(Date.parse(hold_expires_at) - store.world.clock.now().getTime())
    store.world.payments.breakNext('cancelCharge', new ProviderDown('away'))
    store.world.payments.breakNext('findCharge', new ProviderDown('away'))
    await store.world.sweep()
    expect(await store.event()).toMatchObject({ taken: 1 })
    await store.world.sweep()
    expect(await store.see('ann')).toMatchObject({ joined: true })
    await store.expectExact()
  })

  it('keeps its deadline on a server whose clock goes back', async () => {
    await store.ask('ann')
    store.world.clock.move(-2 * DAY_MS)
    await store.world.sweep()
    store.world.clock.move(HOLD_MS + MINUTE_MS)
    await store.world.sweep()
    expect(await store.list('ann')).toHaveLength(1)
  })

  it('that was paid and is refunded is told of once the provider has written its line', async () => {
    const { ref, voucher } = await store.ask('ann')
    await pay(ref)
    await store.world.as('aoi')(orders.refund, { params: { id: voucher.id } })
    await store.world.deliver()
    expect(await store.refunds()).toMatchObject([{ state: 'open', transfer: null }])
  })

  describe('that was paid and is refunded', () => {
    let ref: string
    let id: string

    beforeEach(async () => {
      store.world.payments.bookAtOnce()
      const started = await store.ask('ann')
      ref = started.ref
      id = started.voucher.id
      await pay(ref)
      await store.world.as('aoi')(orders.refund, { params: { id } })
      await store.world.deliver()
    })
    const refundRef = async () => (await store.refunds())[0]!.refund_ref!
    const payments = async () =>
      (await store.world.as('ann')(orders.listPayments, { query: {} })).items
    async function reportRefund() {
      await store.world.sendEvent({ kind: 'refund', ref: await refundRef() })
      await store.world.deliver()
    }

    it('ends the ticket at once, and waits for the bank account that the provider asks for', async () => {
      expect(await store.see('ann')).toMatchObject({ joined: false, remaining: 2 })
      expect(await store.refunds()).toMatchObject([{ state: 'open', transfer: 'asked' }])
      expect(await payments()).toMatchObject([
        { status: 'succeeded', refund: 'pending', asks_account: true, method: 'konbini' },
      ])
      const sent = store.world.payments.lastSent('/v1/refunds')
      expect(sent?.get('instructions_email')).toBe('ann@room.test')
      expect((await store.mailsTo('ann')).filter((one) => one === ASKED)).toHaveLength(1)
      // The provider has taken the money from the seller: it blocks nothing a second time.
      await store.expectExact()
    })

    it('is done once the money has arrived, with its paper and its email', async () => {
      store.world.clock.move(3 * DAY_MS)
      await store.world.sweep()
      await reportRefund()
      expect(await store.refunds()).toMatchObject([{ state: 'open', transfer: 'asked' }])
      store.world.payments.takeRefund(await refundRef())
      await reportRefund()
      await reportRefund()
      expect(await store.refunds()).toMatchObject([{ state: 'done' }])
      expect(await payments()).toMatchObject([
        { status: 'refunded', refunded_amount: 1_980, refund: 'none', asks_account: false },
      ])
      const mails = await store.mailsTo('ann')
      expect(mails.filter((one) => one === '返金のお知らせ')).toHaveLength(1)
      expect(store.world.mail.sent.at(-1)!.text).toContain('銀行口座へ振り込みました')
      expect(await store.receipt('ann', id)).toMatch(/返金方法<\/th><td>銀行口座への振込/)
      await store.expectExact()
    })

    it('that comes back is an open task, and can be asked for again', async () => {
      store.world.payments.failRefund(await refundRef())
      await reportRefund()
      expect(await store.refunds()).toMatchObject([{ state: 'failed' }])
      expect(await payments()).toMatchObject([{ refund: 'failed', asks_account: false }])
      await store.world.as('aoi')(orders.refund, { params: { id } })
      await store.world.deliver()
      expect((await store.refunds()).map(({ state }) => state).sort()).toEqual(['open', 'replaced'])
      await store.expectExact()
    })
  })
})
