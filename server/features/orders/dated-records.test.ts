import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { everyPage } from '#server/testing/every-page.ts'
import {
  makeEvent,
  makeMember,
  makeRoom,
  makeSale,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { PAID_TWICE } from './refunds/reasons.ts'

/** The first instant of a day in Japan, and the last. */
const morning = (day: string) => new Date(Date.parse(`${day}T00:00:00+09:00`)).toISOString()
const night = (day: string) => new Date(Date.parse(`${day}T23:59:59.999+09:00`)).toISOString()

/** Each list of refunds, payouts and fee invoices: who reads it, and the day by which its rows are found. */
const LISTS = {
  'refunds of a buyer': { call: orders.listRefunds, who: 'fan', day: 'refunded_at' },
  'refunds of a seller': { call: orders.listSaleRefunds, who: 'aoi', day: 'refunded_at' },
  'payouts of a seller': { call: payouts.listPayoutRecords, who: 'aoi', day: 'created_at' },
  'fee invoices of a seller': { call: payouts.listFeeInvoices, who: 'aoi', day: 'issued_at' },
  'refunds of everybody': {
    call: operatorMoney.listRefundRecords,
    who: 'admin',
    day: 'refunded_at',
  },
  'payouts of everybody': { call: operatorMoney.listPayouts, who: 'admin', day: 'created_at' },
  'fee invoices of everybody': {
    call: operatorMoney.listFeeInvoices,
    who: 'admin',
    day: 'issued_at',
  },
  'payments of everybody': { call: operatorMoney.listPayments, who: 'admin', day: 'paid_at' },
} as const
type ListName = keyof typeof LISTS
const NAMES = Object.keys(LISTS) as ListName[]

describe.each(databaseNames)('books on %s', (database) => {
  let world: World
  let last = 0

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '朗読の部屋' })
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'midori', { title: '台所' })
    await makeSeller(world, 'midori')
    await makeUser(world, 'fan', { display_name: '春野 花' })
    await makeUser(world, 'other', { display_name: '100%_Momo' })
    await makeUser(world, 'admin', { role: 'operator' })
    await makeEvent(world, 'room-aoi', { id: 'night', title: '秋の夜', amount: 1_980 })
  })
  afterEach(() => world.close())

  interface Booked {
    at: string
    amount: number
    buyer?: string
    seller?: string
    reason?: string
  }
  /** One row of each list: a payment that was refunded, a payout, and a fee invoice. */
  async function book({ at, amount, buyer = 'fan', seller = 'aoi', reason = 'seller' }: Booked) {
    const n = String(++last).padStart(8, '0')
    const order_id = await makeSale(world, {
      ...{ buyer_id: buyer, seller_id: seller, amount, net: amount, settled_at: at },
      subject_id: `room-${seller}`,
      snapshot: '{"title":"参加費"}',
      refunded_amount: amount,
      state: 'refunded',
    })
    await world.add('refund', {
      ...{ id: `refund-${n}`, order_id, attempt_id: null, amount, reason, ends_right: 1 },
      ...{ asked_by: null, state: 'done', refund_ref: `re_${n}`, transfer: null },
      ...{ created_at: '2020-01-01T00:00:00.000Z', done_at: at },
    })
    for (const [kind, letter] of [
      ['sale', 'R'],
      ['return', 'H'],
    ] as const)
      await world.add('receipt', {
        ...{ id: `${kind}-${n}`, order_id, kind, number: `${letter}${n}`, issued_at: at },
        body: JSON.stringify({ title: '参加費', amount, tax_rate: 10, tax: 9, method: 'カード' }),
      })
    await world.add('payout', {
      ...{ id: `payout-${n}`, owner_id: seller, payout_ref: `po_${n}`, amount, state: 'paid' },
      ...{ created_at: at, arrived_at: at, failure: null },
    })
    await world.add('fee_invoice', {
      ...{ id: `fee-${n}`, owner_id: seller, month: '2026-10', period_start: `day ${n}`, seq: 0 },
      ...{ number: `F${n}`, total: amount, body: '{}', issued_at: at },
    })
    return n
  }
  const list = async (name: ListName, query: object, who: string = LISTS[name].who) =>
    (await world.as(who)(LISTS[name].call as typeof operatorMoney.listPayments, { query })).items
  const sums = async (name: ListName, query: object, who?: string) =>
    (await list(name, query, who)).map((row) =>
      'total' in row ? (row.total as number) : row.amount,
    )
  async function table(call: Endpoint, who: string, query: object) {
    const url = urlOf(call, { query: { ...query, format: 'csv' } } as never)
    const headers = { authorization: `Bearer ${await world.tokenOf(who)}` }
    const answer = await world.fetch(url, { headers })
    return { bytes: new Uint8Array(await answer.clone().arrayBuffer()), text: await answer.text() }
  }

  it.each(NAMES)('%s are found by day in Japan and by sum, limits included', async (name) => {
    await book({ at: night('2026-09-30'), amount: 500 })
    await book({ at: morning('2026-10-01'), amount: 1_000 })
    await book({ at: night('2026-10-31'), amount: 2_000 })
    await book({ at: morning('2026-11-01'), amount: 3_000 })
    expect(await sums(name, {})).toEqual([3_000, 2_000, 1_000, 500])
    expect(await sums(name, { from: '2026-10-01', to: '2026-10-31' })).toEqual([2_000, 1_000])
    expect(await sums(name, { from: '2026-11-01' })).toEqual([3_000])
    expect(await sums(name, { to: '2026-09-30' })).toEqual([500])
    expect(await sums(name, { min: 1_000, max: 2_000 })).toEqual([2_000, 1_000])
    expect(await sums(name, { min: 1_001, max: 1_999 })).toEqual([])
    expect(await sums(name, { from: '2026-10-02', max: 2_000 })).toEqual([2_000])
    const [newest] = await list(name, {})
    expect(newest).toMatchObject({ [LISTS[name].day]: morning('2026-11-01') })
    for (const query of [{ from: '2026-02-30' }, { min: -1 }, { q: 'あ'.repeat(101) }])
      await expect(sums(name, query)).rejects.toMatchObject({ status: 422 })
  })

  it.each(NAMES)('%s are read page by page, each once, also when more come', async (name) => {
    for (const amount of [100, 200, 300, 400]) await book({ at: morning('2026-10-02'), amount })
    await book({ at: morning('2026-10-01'), amount: 500 })
    const { call, who } = LISTS[name]
    const rows = await everyPage(
      (query) => world.as(who)(call as typeof operatorMoney.listPayments, { query }),
      () => book({ at: morning('2026-12-01'), amount: 900 }),
    )
    const found = rows.map((row) => ('total' in row ? row.total : row.amount))
    expect(found).toEqual([400, 300, 200, 100, 500])
  })

  it.each(NAMES)('%s are never those of others', async (name) => {
    await book({ at: morning('2026-10-01'), amount: 1_000 })
    const isOperators = LISTS[name].who === 'admin'
    for (const who of ['other', 'midori'])
      for (const query of [{}, { q: '春野' }, { q: 'R00000001' }, { q: 'F00000001' }])
        if (isOperators) await expect(sums(name, query, who)).rejects.toMatchObject({ status: 403 })
        else expect(await sums(name, query, who)).toEqual([])
  })

  it('refunds are found by the other side, addressee and number of a receipt', async () => {
    const n = await book({ at: morning('2026-10-01'), amount: 1_000 })
    await book({ at: morning('2026-10-02'), amount: 2_000, buyer: 'other' })
    await book({ at: morning('2026-10-03'), amount: 3_000, seller: 'midori' })
    await world.db
      .updateTable('receipt')
      .set({ addressee: '株式会社はるの' })
      .where('id', '=', `sale-${n}`)
      .execute()
    for (const q of ['春野', '@fan', 'はるの', `r${n}`, `H${n}`])
      expect(await sums('refunds of a seller', { q }), q).toEqual([1_000])
    expect(await sums('refunds of a seller', { q: '100%_momo' })).toEqual([2_000])
    expect(await sums('refunds of a seller', { q: 'midori' })).toEqual([])
    expect(await sums('refunds of a buyer', { q: 'midori' })).toEqual([3_000])
    expect(await sums('refunds of a buyer', { q: `H${n}` })).toEqual([1_000])
    expect(await list('refunds of a seller', { q: 'はるの' })).toMatchObject([
      {
        title: '参加費',
        receipt_number: `H${n}`,
        addressee: '株式会社はるの',
        buyer: { name: 'fan' },
      },
    ])
  })

  it('operators find by both sides, the product, and numbers here and at the provider', async () => {
    const n = await book({ at: morning('2026-10-01'), amount: 1_000 })
    await book({ at: morning('2026-10-02'), amount: 2_000, buyer: 'other', seller: 'midori' })
    for (const name of ['payments of everybody', 'refunds of everybody'] as const)
      for (const q of ['春野', '@fan', 'aoi', '朗読', `R${n}`, `h${n}`])
        expect(await sums(name, { q }), `${name} ${q}`).toEqual([1_000])
    expect(await sums('refunds of everybody', { q: `re_${n}` })).toEqual([1_000])
    for (const name of ['payouts of everybody', 'fee invoices of everybody'] as const)
      expect(await sums(name, { q: 'aoi' }), name).toEqual([1_000])
    for (const q of [`po_${n}`, `payout-${n}`])
      expect(await sums('payouts of everybody', { q })).toEqual([1_000])
    expect(await sums('fee invoices of everybody', { q: `f${n}` })).toEqual([1_000])
    for (const name of NAMES.filter((one) => LISTS[one].who === 'admin'))
      for (const q of ['誰でもない', '@', '\\']) expect(await sums(name, { q }), name).toEqual([])
  })

  it('sellers find payouts and fee invoices by their number', async () => {
    const n = await book({ at: morning('2026-10-01'), amount: 1_000 })
    await book({ at: morning('2026-10-02'), amount: 2_000 })
    expect(await sums('payouts of a seller', { q: `payout-${n}` })).toEqual([1_000])
    expect(await sums('fee invoices of a seller', { q: `f${n}` })).toEqual([1_000])
    expect(await sums('fee invoices of a seller', { q: 'F0000000' })).toEqual([])
  })

  it('a fee that was given back is found by its sum', ruleOn(database), async () => {
    await book({ at: morning('2026-10-01'), amount: 1_000 })
    await world.add('fee_invoice', {
      ...{ id: 'back', owner_id: 'aoi', month: '2026-11', period_start: 'back', seq: 1 },
      ...{ number: 'F', total: -700, body: '{}', issued_at: morning('2026-11-02') },
    })
    expect(await sums('fee invoices of a seller', { min: 700, max: 700 })).toEqual([-700])
  })

  it('a refund has its own day, sum and receipt, and is listed once it is made', async () => {
    world.payments.bookAtOnce()
    await makeMember(world, 'room-aoi', 'fan')
    const fan = world.as('fan')
    const wish = { event_id: 'night', token: 'tok_visa' }
    const { paymentIntent } = await fan(events.startJoin, { body: wish })
    world.payments.confirm(paymentIntent.id)
    await fan(events.join, { body: { event_id: 'night', paymentIntentId: paymentIntent.id } })
    const [sale] = (await world.as('aoi')(orders.listSales, { query: {} })).items
    world.clock.move(3 * 86_400_000)
    await world.as('aoi')(orders.refund, { params: { id: sale!.id } })
    expect(await list('refunds of a seller', {})).toEqual([])
    await world.deliver()
    const [refund] = await list('refunds of a seller', { from: '2026-11-23', min: 1_980 })
    expect(refund).toMatchObject({
      payment: sale!.id,
      title: '秋の夜',
      amount: 1_980,
      refunded_at: world.clock.now().toISOString(),
      receipt_number: 'H00000002',
    })
    expect(await sums('refunds of a buyer', { to: '2026-11-22' })).toEqual([])
    for (const name of ['payments of everybody', 'refunds of everybody'] as const)
      expect(await sums(name, { q: paymentIntent.id })).toEqual([1_980])
  })

  it('the refund of a second payment has no receipt', ruleOn(database), async () => {
    await book({ at: morning('2026-10-01'), amount: 1_000, reason: PAID_TWICE })
    expect(await list('refunds of a buyer', {})).toMatchObject([{ receipt_number: null }])
  })

  it.each(NAMES)('%s are downloaded as found, as a table', ruleOn(database), async (name) => {
    await book({ at: morning('2026-10-01'), amount: 1_000 })
    await book({ at: morning('2026-11-01'), amount: 3_000 })
    const { call, who } = LISTS[name]
    const { bytes, text } = await table(call, who, { min: 2_000 })
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(text.trim().split('\r\n')).toHaveLength(2)
    expect(text).toContain('2026/11/01 00:00')
    expect(text).toContain('3000')
    expect((await table(call, who, {})).text.trim().split('\r\n')).toHaveLength(3)
  })

  it('table of operators names both sides', ruleOn(database), async () => {
    await book({ at: morning('2026-10-01'), amount: 1_000 })
    for (const call of [operatorMoney.listPayments, operatorMoney.listRefundRecords])
      expect((await table(call, 'admin', {})).text).toContain(',fan,春野 花,aoi,aoiさん,')
    for (const call of [operatorMoney.listPayouts, operatorMoney.listFeeInvoices])
      expect((await table(call, 'admin', {})).text).toContain(',aoi,aoiさん,1000')
  })

  it('table has more rows than are read at once', ruleOn(database), async () => {
    for (let n = 0; n < 501; n++) await book({ at: morning('2026-10-01'), amount: 1_000 + n })
    const { text } = await table(orders.listSaleRefunds, 'aoi', {})
    expect(new Set(text.trim().split('\r\n')).size).toBe(502)
  })
})
