import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { ADDRESSEE_MAX, RECORD_EXPORTS } from '#contract/orders/limits.ts'
import { ADDRESSEE_CHOSEN } from '#contract/orders/messages.ts'
import { payouts } from '#contract/payouts/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
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
import { unzip } from '#server/testing/unzip.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(databaseNames)('records of sales and payments on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'midori')
    await makeSeller(world, 'midori')
    await makeUser(world, 'fan', { display_name: '春野 花' })
    await makeUser(world, 'other', { display_name: '100%_Momo' })
    await makeUser(world, 'admin', { role: 'operator' })
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'night', title: '秋の夜', amount: 1_980 })
  })
  afterEach(() => world.close())

  let last = 0
  /** A sale with its receipt; `day` in Japan. */
  async function sell(buyer: string, amount: number, day: string, seller = 'aoi') {
    const settled_at = new Date(Date.parse(`${day}T00:00:00+09:00`)).toISOString()
    const row = { buyer_id: buyer, seller_id: seller, amount, net: amount - 10, settled_at }
    const id = await makeSale(world, row)
    const body = { title: '参加費', amount, tax_rate: 10, tax: 90, method: 'カード' }
    await world.add('receipt', {
      id: `receipt-${++last}`,
      order_id: id,
      kind: 'sale',
      number: `R${String(last).padStart(8, '0')}`,
      body: JSON.stringify(body),
      issued_at: settled_at,
    })
    return id
  }
  async function buy() {
    const body = { event_id: 'night', token: 'tok_visa' }
    const { paymentIntent } = await world.as('fan')(events.startJoin, { body })
    world.payments.confirm(paymentIntent.id)
    await world.as('fan')(events.join, {
      body: { event_id: 'night', paymentIntentId: paymentIntent.id },
    })
    return (await world.as('fan')(orders.listPayments, { query: {} })).items[0]!.id
  }
  const fetchAs = async (user: string, url: string) =>
    world.fetch(url, { headers: { authorization: `Bearer ${await world.tokenOf(user)}` } })
  const textAs = async (user: string, url: string) => (await fetchAs(user, url)).text()
  const exported = async (user: string, url: string) =>
    unzip(new Uint8Array(await (await fetchAs(user, url)).arrayBuffer()))
  const sold = async (query: object) =>
    (await world.as('aoi')(orders.listSales, { query })).items.map(({ amount }) => amount)
  const paid = async (query: object, user = 'fan') =>
    (await world.as(user)(orders.listPayments, { query })).items.map(({ amount }) => amount)

  it('are found by day in Japan, sum, and both together', async () => {
    await sell('fan', 1_000, '2026-10-01')
    await sell('fan', 2_000, '2026-10-31')
    await sell('other', 3_000, '2026-11-01')
    expect(await sold({ from: '2026-10-01', to: '2026-10-31' })).toEqual([2_000, 1_000])
    expect(await sold({ from: '2026-10-02' })).toEqual([3_000, 2_000])
    expect(await sold({ to: '2026-09-30' })).toEqual([])
    expect(await sold({ min: 1_000, max: 2_000 })).toEqual([2_000, 1_000])
    expect(await sold({ min: 1_001, max: 2_999 })).toEqual([2_000])
    expect(await sold({ from: '2026-10-02', max: 2_000 })).toEqual([2_000])
    expect(await paid({ from: '2026-10-31', min: 2_000 })).toEqual([2_000])
    for (const query of [{ from: '2026-02-30' }, { min: -1 }, { q: 'あ'.repeat(101) }])
      await expect(sold(query)).rejects.toMatchObject({ status: 422 })
  })

  it.each([
    ...(['paid', '-paid', 'buyer', '-buyer'] as const),
    ...(['product', '-product', 'amount', '-amount'] as const),
  ])(
    'are sorted by %s for the seller, each of them once, also when more is sold between two pages',
    async (sort) => {
      await sell('fan', 1_000, '2026-10-01')
      for (const amount of [2_000, 2_000, 3_000]) await sell('other', amount, '2026-10-02')
      const idsIn = (sales: { id: string }[]) => sales.map(({ id }) => id)
      const sorted = (query: object) =>
        world.as('aoi')(orders.listSales, { query: { sort, ...query } })
      const before = idsIn((await sorted({})).items)
      expect(before).toHaveLength(4)
      const seen = idsIn(
        await everyPage(sorted, async () => {
          await sell('fan', 50, '2026-09-01')
          await sell('other', 9_000, '2026-11-01')
        }),
      )
      expect(seen.filter((id) => before.includes(id))).toEqual(before)
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  it('are sorted by sum in the list and in its table', async () => {
    await sell('fan', 2_000, '2026-10-01')
    await sell('other', 1_000, '2026-10-02')
    await sell('fan', 3_000, '2026-10-03')
    expect(await sold({ sort: 'amount' })).toEqual([1_000, 2_000, 3_000])
    expect(await sold({ sort: '-amount', min: 1_001 })).toEqual([3_000, 2_000])
    const query = { sort: 'amount', format: 'csv' } as const
    const table = await textAs('aoi', urlOf(orders.listSales, { query }))
    expect(table.match(/(?<=,)\d{4}(?=,0,)/g)).toEqual(['1000', '2000', '3000'])
  })

  it('are found by person, addressee and receipt number, and never those of others', async () => {
    const id = await sell('fan', 1_000, '2026-10-01')
    await sell('other', 3_000, '2026-11-01')
    await sell('fan', 9_000, '2026-11-02', 'midori')
    for (const q of ['春野', '@fan', 'fan', `r${String(last - 2).padStart(8, '0')}`])
      expect(await sold({ q }), q).toEqual([1_000])
    expect(await sold({ q: '100%_momo' })).toEqual([3_000])
    for (const q of ['%', '_an', '\\', 'midori'])
      expect(await sold({ q })).toEqual(q === '%' ? [3_000] : [])
    expect(await paid({ q: 'midori' })).toEqual([9_000])
    expect(await paid({ q: 'aoi' }, 'other')).toEqual([3_000])
    await world.as('fan')(orders.nameReceipt, {
      params: { id },
      body: { addressee: '株式会社はるの' },
    })
    expect(await sold({ q: 'はるの' })).toEqual([1_000])
  })

  it('can be downloaded as found, as a table', ruleOn(database), async () => {
    await sell('fan', 1_000, '2026-10-01')
    await sell('other', 3_000, '2026-11-01')
    const query = { min: 2_000, format: 'csv' } as const
    const sales = await textAs('aoi', urlOf(orders.listSales, { query }))
    expect(sales.split('\r\n')).toHaveLength(3)
    expect(sales).toContain(
      '2026/11/01 00:00,ルーム参加費,,other,100%_Momo,3000,0,クレジットカード,支払い済み',
    )
    const answer = await fetchAs('fan', urlOf(orders.listPayments, { query: { format: 'csv' } }))
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(new TextDecoder().decode(bytes)).toContain('2026/10/01 00:00,ルーム参加費')
  })

  it('receipt is named once by its buyer, for all who read it', ruleOn(database), async () => {
    world.payments.bookAtOnce()
    const id = await buy()
    const name = (addressee: string, user = 'fan') =>
      world.as(user)(orders.nameReceipt, { params: { id }, body: { addressee } })
    await expect(name(' ')).rejects.toMatchObject({ status: 422 })
    await expect(name('あ'.repeat(ADDRESSEE_MAX + 1))).rejects.toMatchObject({ status: 422 })
    await expect(name('株式会社ほか', 'aoi')).rejects.toMatchObject({ status: 404 })
    await name('株式会社<はる>')
    await expect(name('別の会社')).rejects.toMatchObject({ status: 409, message: ADDRESSEE_CHOSEN })
    const [payment] = (await world.as('fan')(orders.listPayments, { query: {} })).items
    expect(payment!.addressee).toBe('株式会社<はる>')
    const ofBuyer = await textAs('fan', urlOf(orders.getReceipt, { params: { id } }))
    expect(ofBuyer).toContain('<span>株式会社&lt;はる&gt;</span> 様')
    expect(await textAs('aoi', urlOf(orders.getSaleReceipt, { params: { id } }))).toBe(ofBuyer)
    const ofOperator = urlOf(operatorMoney.getReceipt, { params: { id } })
    expect(await textAs('admin', ofOperator)).toBe(ofBuyer)
    for (const user of ['fan', 'midori', 'admin'])
      expect((await fetchAs(user, urlOf(orders.getSaleReceipt, { params: { id } }))).status).toBe(
        404,
      )
    await world.as('aoi')(orders.refund, { params: { id } })
    await world.deliver()
    const [, back] = (await textAs('fan', urlOf(orders.getReceipt, { params: { id } }))).split(
      '</article>',
    )
    expect(back).toContain('株式会社&lt;はる&gt;')
    expect(await textAs('admin', ofOperator)).toContain('返金明細書')
  })

  it(
    'receipt has the day of the transaction beside that of its issue, and what it is not',
    ruleOn(database),
    async () => {
      const body = { room_id: 'aoi', token: 'tok_visa' }
      const { subscriptionId } = await world.as('other')(rooms.startSubscription, { body })
      world.clock.move(86_400_000)
      await world.as('other')(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
      const [payment] = (await world.as('other')(orders.listPayments, { query: {} })).items
      const html = await textAs('other', urlOf(orders.getReceipt, { params: { id: payment!.id } }))
      expect(html).toContain('発行日 2026年11月21日')
      expect(html).toContain('取引年月日</th><td>2026年11月20日</td>')
      expect(html).toMatch(/対象期間<\/th><td>2026年11月20日 〜 2026年12月\d+日/)
      expect(html).toContain('この領収書は適格請求書・適格簡易請求書ではありません')
    },
  )

  it('export of a seller’s year has each receipt in their name, fees and payouts', async () => {
    world.payments.bookAtOnce()
    await sell('fan', 1_000, '2025-12-31')
    await sell('fan', 2_000, '2026-01-01')
    await sell('other', 3_000, '2026-12-31')
    await sell('other', 4_000, '2026-06-01', 'midori')
    const id = await buy()
    await world.as('aoi')(orders.refund, { params: { id } })
    await world.deliver()
    await makeSale(world, {
      buyer_id: 'fan',
      seller_id: 'aoi',
      net: 900,
      settled_at: '2026-10-05T03:00:00.000Z',
    })
    await world.issueInvoices()
    await world.add('payout', {
      ...{ id: 'p1', owner_id: 'aoi', payout_ref: null, amount: 777, state: 'paid' },
      ...{ created_at: '2026-10-09T03:00:00.000Z', arrived_at: null },
    })
    const files = await exported('aoi', urlOf(payouts.exportSales, { params: { year: '2026' } }))
    const names = Object.keys(files)
    const table = files['領収書と返金.csv']!
    expect(names.filter((name) => name.startsWith('領収書/'))).toHaveLength(3)
    expect(names.filter((name) => name.startsWith('返金明細書/'))).toHaveLength(1)
    expect(names.filter((name) => name.startsWith('手数料の請求書/'))).toHaveLength(2)
    for (const name of names.filter((one) => one.endsWith('.html'))) {
      expect(files[name]).toContain('href="http://room.test/receipt.css"')
      if (!name.startsWith('手数料')) expect(table).toContain(name)
    }
    expect(table.startsWith('\uFEFF番号,種類,取引日時')).toBe(true)
    expect(table).toContain(',-1980,10,-180,fan,春野 花,')
    expect(files['手数料.csv']).toContain('2026-10,aoi')
    expect(files['振込.csv']).toContain('aoi,777,振込済み')
    expect(JSON.stringify(files)).not.toContain('4000')
  })

  it(
    'export of a buyer has their payments only, that of an operator a month of everybody’s',
    ruleOn(database),
    async () => {
      await sell('fan', 2_000, '2026-10-01')
      await sell('other', 3_000, '2026-10-31')
      await sell('other', 5_000, '2026-11-01')
      const own = await exported('fan', urlOf(orders.exportPayments, { params: { year: '2026' } }))
      expect(own['領収書と返金.csv']!.split('\r\n')).toHaveLength(3)
      const month = { params: { month: '2026-10' } }
      const all = await exported('admin', urlOf(operatorMoney.exportRecords, month))
      expect(all['領収書と返金.csv']!.split('\r\n')).toHaveLength(4)
      expect((await fetchAs('aoi', urlOf(operatorMoney.exportRecords, month))).status).toBe(403)
    },
  )

  it('export reads on where a page of rows ended', async () => {
    for (let n = 0; n < 205; n++) await sell('fan', 1_000 + n, '2026-10-01')
    const files = await exported('aoi', urlOf(payouts.exportSales, { params: { year: '2026' } }))
    expect(Object.keys(files).filter((name) => name.startsWith('領収書/'))).toHaveLength(205)
  })

  it('export are limited per person', ruleOn(database), async () => {
    const url = urlOf(orders.exportPayments, { params: { year: '2026' } })
    for (let n = 0; n < RECORD_EXPORTS.max; n++)
      expect((await fetchAs('fan', url)).status).toBe(200)
    expect((await fetchAs('fan', url)).status).toBe(429)
    expect((await fetchAs('other', url)).status).toBe(200)
  })
})
