import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/lib/durations.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { SALE_RULES } from '#contract/orders/sale-rules.ts'
import { KONBINI_LEAST_MS } from '#contract/payments/konbini.ts'
import {
  KONBINI_NOT_ACTIVE,
  KONBINI_NOT_OFFERED,
  KONBINI_OPEN,
  KONBINI_REFUSED,
} from '#contract/payments/messages.ts'
import { resale } from '#contract/resale/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { formOf } from '#server/testing/form.ts'
import { inHours, makeDigitalTicket } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createStore, type Store } from './testing/store.ts'

/** The test's clock stands at noon in Japan on November 20. */
const NIGHT = { kind: 'event', id: 'night' } as const
const DEADLINE = '2026-11-23T14:59:59.000Z'

describe.each(databaseNames)('payment in a convenience store on %s', (database) => {
  let store: Store

  beforeEach(async () => {
    store = await createStore(database)
  })
  afterEach(() => store.world.close())

  /** Moves past the deadline, and lets the sweep see it. */
  async function letLapse() {
    store.world.clock.move(Date.parse(DEADLINE) - store.world.clock.now().getTime())
    await store.world.sweep()
  }

  it('gives numbers and a deadline, and holds the seat until then', async () => {
    const { voucher, hold_expires_at } = await store.ask('ann')
    expect(hold_expires_at).toBe(DEADLINE)
    const numbers = { payment_code: expect.stringMatching(/^\d{6}$/) }
    expect(voucher).toMatchObject({
      expires_at: DEADLINE,
      url: expect.stringMatching(/^https:/),
      stores: ['familymart', 'lawson', 'ministop', 'seicomart'].map((name) => ({
        store: name,
        ...numbers,
        confirmation_number: expect.stringMatching(/^\d{11}$/),
      })),
    })
    expect(await store.list('ann')).toMatchObject([
      {
        ...voucher,
        state: 'open',
        amount: 1_980,
        product: { kind: 'event', id: 'night', room: 'aoi', title: '星の夜' },
      },
    ])
    store.world.clock.move(HOLD_MS + MINUTE_MS)
    await store.world.sweep()
    store.world.clock.move(2 * DAY_MS)
    await store.world.sweep()
    expect(await store.see('bob')).toMatchObject({ remaining: 1, participants: 0 })
    expect(await store.list('ann')).toHaveLength(1)
    await store.expectExact()
  })

  it('emails the numbers once, and shows them to nobody else', async () => {
    const { voucher } = await store.ask('ann')
    await store.ask('ann')
    expect(await store.mailsTo('ann')).toEqual(['コンビニ払いの番号のお知らせ'])
    const { text } = store.world.mail.sent[0]!
    const lawson = voucher.stores.find((one) => one.store === 'lawson')!
    expect(text).toContain(`ローソン、お支払い番号 ${lawson.payment_code}`)
    expect(text).toContain('11月23日')
    expect(text).toContain(`/account/voucher/${voucher.id}`)
    expect(await store.list('bob')).toEqual([])
    await expect(store.get('bob', voucher.id)).rejects.toMatchObject({ status: 404 })
    await expect(store.giveUp('bob', voucher.id)).rejects.toMatchObject({ status: 404 })
  })

  it('tells the provider the deadline, the buyer and our fee, and nobody else’s', async () => {
    await store.ask('ann')
    const sent = store.world.payments.lastSent('/v1/payment_intents', 'payment_method_data[type]')
    expect(Object.fromEntries(sent ?? [])).toMatchObject({
      confirm: 'true',
      application_fee_amount: '198',
      'allowed_payment_method_types[0]': 'konbini',
      'payment_method_data[billing_details][email]': 'ann@room.test',
      'payment_method_options[konbini][expires_at]': String(Date.parse(DEADLINE) / 1000),
    })
  })

  it('becomes a ticket when the provider says that it is paid, and only then', async () => {
    const { ref, voucher } = await store.ask('ann')
    const body = { event_id: 'night', paymentIntentId: ref }
    await expect(store.world.as('ann')(events.join, { body })).rejects.toMatchObject({
      status: 409,
    })
    await store.report(ref)
    expect(await store.see('ann')).toMatchObject({ joined: false })
    store.world.payments.payVoucher(ref)
    await store.report(ref)
    expect(await store.see('ann')).toMatchObject({ joined: true, remaining: 1 })
    expect(await store.get('ann', voucher.id)).toMatchObject({ state: 'paid' })
    expect(await store.list('ann')).toEqual([])
    await store.report(ref)
    expect(await store.mailsTo('ann')).toEqual([
      'コンビニ払いの番号のお知らせ',
      'お申し込みが完了しました',
    ])
    expect(store.world.mail.sent[1]!.text).toContain('お支払い：¥1,980（税込）、コンビニ払い')
    await store.expectExact()
  })

  it('is found by the sweep if its webhook is lost, ten minutes later', async () => {
    const { ref } = await store.ask('ann')
    store.world.payments.payVoucher(ref)
    store.world.clock.move(9 * MINUTE_MS)
    await store.world.sweep()
    expect(await store.see('ann')).toMatchObject({ joined: false })
    store.world.clock.move(MINUTE_MS + 1_000)
    await store.world.sweep()
    expect(await store.see('ann')).toMatchObject({ joined: true })
  })

  it('writes how it was paid on the receipt, in both records and in the confirmation', async () => {
    const { ref, voucher } = await store.ask('ann')
    const [order] = await store.orders()
    const { confirmation } = JSON.parse(order!.snapshot)
    expect(confirmation).toContainEqual({ label: '支払方法', text: 'コンビニ払い' })
    expect(confirmation).toContainEqual({
      label: '支払時期',
      text: SALE_RULES.ticket_paid.text({ payUntil: '11月23日(月) 23:59（日本時間）' }),
    })
    expect(JSON.stringify(confirmation)).not.toContain('カード')
    store.world.payments.payVoucher(ref)
    await store.report(ref)
    const paid = { method: 'konbini', amount: 1_980, status: 'succeeded', refund: 'none' }
    const { items } = await store.world.as('ann')(orders.listPayments, { query: {} })
    expect(items).toMatchObject([{ ...paid, asks_account: false }])
    const sales = await store.world.as('aoi')(orders.listSales, { query: {} })
    expect(sales.items).toMatchObject([paid])
    const page = await store.receipt('ann', voucher.id)
    expect(page).toMatch(/お支払い方法<\/th><td>コンビニ払い/)
    expect(page).not.toContain('クレジットカード')
  })

  it('lapses: the number is cancelled, the seat is free, and the buyer is told, once', async () => {
    const { ref, voucher } = await store.ask('ann')
    store.world.clock.move(Date.parse(DEADLINE) - store.world.clock.now().getTime() - 1)
    await store.world.sweep()
    expect(await store.see('bob')).toMatchObject({ remaining: 1 })
    store.world.clock.move(1)
    await store.world.sweep()
    await store.world.sweep()
    expect(await store.see('bob')).toMatchObject({ remaining: 2 })
    expect(store.world.payments.charges.get(ref)).toMatchObject({ status: 'canceled' })
    expect(await store.get('ann', voucher.id)).toMatchObject({ state: 'ended' })
    expect((await store.mailsTo('ann')).filter((one) => one.includes('使えなく'))).toEqual([
      'コンビニ払いの番号は使えなくなりました',
    ])
    const { items } = await store.world.as('ann')(notifications.listNotifications, {})
    expect(items).toMatchObject([
      { title: 'コンビニ払いの番号は使えなくなりました', text: '星の夜' },
    ])
    await store.expectExact()
  })

  it('lapses at the provider first, and holds its seat until our own deadline', async () => {
    const { ref } = await store.ask('ann')
    store.world.payments.expireVoucher(ref)
    await store.report(ref, 'payment_intent.payment_failed')
    expect(await store.see('bob')).toMatchObject({ remaining: 1 })
    await letLapse()
    expect(await store.see('bob')).toMatchObject({ remaining: 2 })
  })

  it('that the provider let lapse early is followed by another at the next press', async () => {
    store.world.payments.bookAtOnce()
    const { ref, voucher } = await store.ask('ann')
    store.world.payments.expireVoucher(ref)
    await store.report(ref, 'payment_intent.payment_failed')
    const next = await store.ask('ann')
    expect(next.voucher.id).toBe(voucher.id)
    expect(next.voucher.stores).not.toEqual(voucher.stores)
    expect(await store.list('ann')).toMatchObject([next.voucher])
    expect(await store.mailsTo('ann')).toHaveLength(2)
    store.world.payments.payVoucher(ref)
    store.world.payments.payVoucher(next.ref)
    for (const paid of [ref, next.ref]) await store.report(paid)
    expect(await store.see('ann')).toMatchObject({ joined: true, remaining: 1 })
    expect(await store.refunds()).toMatchObject([{ reason: 'paid_twice', transfer: 'asked' }])
    await store.expectExact()
  })

  it('reminds once, when a quarter of the time is left', async () => {
    const { voucher } = await store.ask('ann')
    const left = Date.parse(DEADLINE) - store.world.clock.now().getTime()
    store.world.clock.move(left * 0.75 - 1_000)
    await store.world.sweep()
    expect(await store.mailsTo('ann')).toEqual(['コンビニ払いの番号のお知らせ'])
    store.world.clock.move(1_000)
    await store.world.sweep()
    await store.world.sweep()
    expect(await store.mailsTo('ann')).toEqual([
      'コンビニ払いの番号のお知らせ',
      'まもなく、コンビニ払いの期限です',
    ])
    const { items } = await store.world.as('ann')(notifications.listNotifications, {})
    expect(items).toMatchObject([{ path: `/account/voucher/${voucher.id}` }])
  })

  it('is given up by its buyer before it is paid, silently, and frees the seat at once', async () => {
    const { ref, voucher } = await store.ask('ann')
    await store.giveUp('ann', voucher.id)
    await store.giveUp('ann', voucher.id)
    expect(await store.see('bob')).toMatchObject({ remaining: 2 })
    expect(store.world.payments.charges.get(ref)).toMatchObject({ status: 'canceled' })
    expect(await store.mailsTo('ann')).toEqual(['コンビニ払いの番号のお知らせ'])
    const again = await store.ask('ann')
    expect(again.voucher.id).not.toBe(voucher.id)
    await store.expectExact()
  })

  it('that is paid already cannot be given up: it is a ticket', async () => {
    const { ref, voucher } = await store.ask('ann')
    store.world.payments.payVoucher(ref)
    await expect(store.giveUp('ann', voucher.id)).rejects.toMatchObject({ status: 409 })
    expect(await store.see('ann')).toMatchObject({ joined: true })
  })

  it.each(['lapsed', 'given up'])(
    'that is paid after it was %s is a ticket if a seat is free (73)',
    async (how) => {
      const { ref, voucher } = await store.ask('ann')
      if (how === 'lapsed') await letLapse()
      else await store.giveUp('ann', voucher.id)
      store.world.payments.payVoucher(ref)
      await store.report(ref)
      expect(await store.see('ann')).toMatchObject({ joined: true, remaining: 1 })
      expect(await store.refunds()).toEqual([])
      await store.expectExact()
    },
  )

  it('that is paid late is refunded to a bank account if no seat is free (73)', async () => {
    store.world.payments.bookAtOnce()
    const { ref } = await store.ask('ann')
    await letLapse()
    for (const name of ['bob', 'cat']) await store.buyByCard(name)
    store.world.payments.payVoucher(ref)
    await store.report(ref)
    expect(await store.see('ann')).toMatchObject({ joined: false })
    expect(await store.refunds()).toMatchObject([
      { reason: 'too_late', state: 'open', transfer: 'asked' },
    ])
    expect(await store.mailsTo('ann')).toContain('返金の振込先をお知らせください')
    await store.expectExact()
  })

  it('is open once: a second press returns the same numbers, and a card is refused meanwhile', async () => {
    const [one, two] = await Promise.all([store.ask('ann'), store.ask('ann')])
    expect(two.voucher).toEqual(one.voucher)
    expect(await store.ask('ann')).toEqual(one)
    await expect(store.begin('ann', 'card')).rejects.toMatchObject({
      status: 409,
      message: KONBINI_OPEN,
    })
    expect(store.world.payments.charges.size).toBe(1)
    await store.giveUp('ann', one.voucher.id)
    await store.buyByCard('ann')
    await store.expectExact()
  })

  it('keeps its price: neither a card nor another number replaces it when that changes', async () => {
    const { ref, voucher } = await store.ask('ann')
    await setPrice('3000')
    for (const method of ['card', 'konbini'] as const)
      await expect(store.begin('ann', method)).rejects.toMatchObject({
        status: 409,
        message: KONBINI_OPEN,
      })
    expect(store.world.payments.charges.get(ref)).toMatchObject({ status: 'requires_action' })
    expect(await store.list('ann')).toMatchObject([{ id: voucher.id, amount: 1_980 }])
    await store.expectExact()
  })
  const setPrice = (amount: string) =>
    store.world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body: formOf({ amount }) })

  it('is given up before its buyer takes a ticket that has become free', async () => {
    const { voucher } = await store.ask('ann')
    await setPrice('0')
    const take = () => store.world.as('ann')(events.join, { body: { event_id: 'night' } })
    await expect(take()).rejects.toMatchObject({ status: 409, message: KONBINI_OPEN })
    await store.giveUp('ann', voucher.id)
    await take()
    await store.expectExact()
  })

  it('takes over the seat of a card that was not paid yet, with its own confirmation', async () => {
    await store.world.db.updateTable('event').set({ capacity: 1 }).execute()
    const card = await store.begin('ann', 'card')
    const { voucher } = await store.ask('ann')
    expect(store.world.payments.charges.get(card.paymentIntent.id)).toMatchObject({
      status: 'canceled',
    })
    const [order, ...others] = await store.orders()
    expect([order!.id, others]).toEqual([voucher.id, []])
    expect(order!.snapshot).toContain('コンビニ払い')
    await store.expectExact()
  })

  it('last seat goes to one of a card and a number (1)', async () => {
    await store.world.db.updateTable('event').set({ capacity: 1 }).execute()
    const results = await Promise.allSettled([store.ask('ann'), store.begin('bob', 'card')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rejected = results.find((one) => one.status === 'rejected')
    expect(rejected?.reason).toMatchObject({ status: 409, message: SOLD_OUT })
    expect(store.world.payments.charges.size).toBe(1)
    await store.expectExact()
  })

  it.each([
    ['the owner does not offer it', { konbini_days: 0 }],
    ['it is too cheap for a store', { amount: 119 }],
    ['it is too dear for a store', { amount: 300_001 }],
  ])('is refused where %s, without a charge', async (_, change) => {
    await store.world.db.updateTable('event').set(change).execute()
    await expect(store.begin('ann')).rejects.toMatchObject({
      status: 409,
      message: KONBINI_NOT_OFFERED,
    })
    expect(await store.orders()).toEqual([])
    expect(store.world.payments.charges.size).toBe(0)
  })

  it('is refused with less time left than a way to a store takes', async () => {
    const sales_end_at = new Date(store.world.clock.now().getTime() + KONBINI_LEAST_MS)
    await store.world.db
      .updateTable('event')
      .set({ sales_end_at: sales_end_at.toISOString() })
      .execute()
    expect((await store.ask('ann')).hold_expires_at).toBe(sales_end_at.toISOString())
    store.world.clock.move(1_000)
    await expect(store.begin('bob')).rejects.toMatchObject({ message: KONBINI_NOT_OFFERED })
    // Who has a number sees it again.
    expect((await store.ask('ann')).hold_expires_at).toBe(sales_end_at.toISOString())
  })

  describe('for a seat that a holder gave back', () => {
    const listed = (user: string) => store.world.as(user)(resale.listForResale, { params: NIGHT })
    beforeEach(async () => {
      const resale_until = inHours(store.world, 240)
      await store.world.db.updateTable('event').set({ capacity: 1, resale_until }).execute()
      await store.buyByCard('ann')
    })
    const isRefused = () =>
      expect(store.begin('bob')).rejects.toMatchObject({ message: KONBINI_NOT_OFFERED })

    it('is refused, also once a card has begun to pay it', async () => {
      await listed('ann')
      await isRefused()
      await store.begin('bob', 'card')
      await isRefused()
      await store.expectExact()
    })

    it('is refused to whom it is offered, who is told why', async () => {
      const bob = store.world.as('bob')
      await bob(waitlist.joinWait, { params: NIGHT })
      await listed('ann')
      await store.world.serveWaiting()
      await isRefused()
      expect(await bob(waitlist.getWait, { params: NIGHT })).toMatchObject({ resale: true })
      expect((await bob(waitlist.listWaits, {})).items).toMatchObject([{ resale: true }])
      await store.expectExact()
    })

    it('is not refused while the offered seat is another one', async () => {
      await store.world.db.updateTable('event').set({ capacity: 2 }).execute()
      await store.buyByCard('cat')
      const bob = store.world.as('bob')
      await bob(waitlist.joinWait, { params: NIGHT })
      await store.refund('cat')
      await store.world.serveWaiting()
      await listed('ann')
      expect(await bob(waitlist.getWait, { params: NIGHT })).toMatchObject({ resale: false })
      await store.ask('bob')
    })
  })

  it('is neither offered nor sold while the provider has not activated it', async () => {
    await store.world.db.updateTable('seller_account').set({ konbini_payments: 0 }).execute()
    expect(await store.see('ann')).toMatchObject({ konbini_days: 0 })
    await expect(store.begin('ann')).rejects.toMatchObject({ message: KONBINI_NOT_OFFERED })
    const own = await store.world.as('aoi')(events.getOwn, { params: { id: 'night' } })
    expect(own).toMatchObject({ konbini_days: 3 })
    const change = (konbini_days: string) =>
      store.world.as('aoi')(events.changeOwn, {
        params: { id: 'night' },
        body: formOf({ konbini_days }),
      })
    await change('1')
    await expect(change('2')).rejects.toMatchObject({
      status: 422,
      errors: { konbini_days: [KONBINI_NOT_ACTIVE] },
    })
    await expect(change('4')).rejects.toMatchObject({ status: 422 })
  })

  it('that the provider refuses holds the seat for a card only', async () => {
    store.world.payments.sellers.set('acct_aoi', { takesKonbini: false })
    await expect(store.begin('ann')).rejects.toMatchObject({
      status: 402,
      message: KONBINI_REFUSED,
    })
    expect(await store.list('ann')).toEqual([])
    await store.buyByCard('ann')
    const [order] = await store.orders()
    expect(order!.snapshot).not.toContain('コンビニ払い')
    await store.expectExact()
  })

  it('sells an entry ticket until the performance starts', async () => {
    const starts_at = inHours(store.world, 30)
    await makeDigitalTicket(store.world, 'room-aoi', {
      ...{ id: 'door', amount: 3_500, konbini_days: 3, capacity: 1, starts_at },
      ...{ opens_at: inHours(store.world, 29), valid_until: inHours(store.world, 34) },
    })
    const { voucher, paymentIntent } = await store.world.as('ann')(tickets.startTicketJoin, {
      params: { id: 'door' },
      body: { method: 'konbini' },
    })
    expect(voucher).toMatchObject({ expires_at: starts_at })
    store.world.payments.payVoucher(paymentIntent.id)
    await store.report(paymentIntent.id)
    const { items } = await store.world.as('ann')(tickets.listIssued, {})
    expect(items).toMatchObject([{ status: 'valid', ticket: { id: 'door' } }])
    store.world.clock.move(HOUR_MS)
    await store.world.sweep()
    await store.expectExact()
  })
})
