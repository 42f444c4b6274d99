import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { payments } from '#contract/payments/calls.ts'
import {
  makeEvent,
  makeMember,
  makeRoom,
  makeSale,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('a receipt on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi', {
      seller: JSON.stringify({ name: '藍川 葵', disclosed: false }),
      invoice_number: 'T1234567890123',
    })
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await makeEvent(world, 'room-aoi', { id: 'night', title: '<秋>の夜', amount: 1_980 })
  })
  afterEach(() => world.close())

  async function buy() {
    const body = { event_id: 'night', token: 'tok_visa' }
    const { paymentIntent } = await world.as('fan')(events.startJoin, { body })
    world.payments.confirm(paymentIntent.id)
    await world.as('fan')(events.join, {
      body: { event_id: 'night', paymentIntentId: paymentIntent.id },
    })
    const [payment] = (await world.as('fan')(orders.listPayments, { query: {} })).items
    return { id: payment!.id, intent: paymentIntent.id }
  }
  async function read(id: string, user: string | null = 'fan') {
    const headers = user ? { authorization: `Bearer ${await world.tokenOf(user)}` } : {}
    const response = await world.fetch(urlOf(orders.getReceipt, { params: { id } }), { headers })
    return { response, html: await response.text() }
  }

  it('receipt has product, seller, buyer, amount and tax, and only its buyer can read it', async () => {
    const { id } = await buy()
    const { response, html } = await read(id)
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    for (const expected of [
      'R00000001',
      '適格簡易請求書',
      'fanさん',
      '&lt;秋&gt;の夜',
      '¥1,980',
      '10%対象',
      '¥180',
      'クレジットカード利用',
      '藍川 葵',
      'T1234567890123',
    ])
      expect(html).toContain(expected)
    expect(html).not.toMatch(/<script|<style|style=/)
    expect((await read(id, 'other')).response.status).toBe(404)
    expect((await read('nothing')).response.status).toBe(404)
    expect((await read(id, null)).response.status).toBe(401)
  })

  it('receipt is frozen when seller, price or title change', async () => {
    const { id } = await buy()
    const before = (await read(id)).html
    await world.db.updateTable('event').set({ title: '別の夜', amount: 5 }).execute()
    await world.db
      .updateTable('seller_account')
      .set({ seller: '{"name":"誰か"}', invoice_number: null })
      .execute()
    await world.db.updateTable('user').set({ display_name: '葵' }).where('id', '=', 'aoi').execute()
    expect((await read(id)).html).toBe(before)
  })

  it('receipt of a seller without an invoice number has the display name, and is no qualified invoice', async () => {
    await world.db.updateTable('seller_account').set({ invoice_number: null }).execute()
    const { id } = await buy()
    const { html } = await read(id)
    expect(html).toContain('aoiさん')
    expect(html).not.toContain('藍川')
    expect(html).toContain('適格簡易請求書ではありません')
    expect(html).not.toContain('class="legal"')
  })

  it('receipt of a refund follows, and refers to the sale', async () => {
    world.payments.bookAtOnce()
    const { id } = await buy()
    await world.db.updateTable('event').set({ status: 'cancelled' }).execute()
    const [attempt] = await world.db.selectFrom('attempt').selectAll().execute()
    const refund = world.payments.refundAtProvider(attempt!.intent_ref!, 500)
    await world.sendEvent({ kind: 'refund', ref: refund.ref, type: 'refund.created' })
    await world.deliver()
    const { html } = await read(id)
    const [sale, back] = html.split('</article>')
    expect(sale).toContain('¥1,980')
    for (const expected of ['適格返還請求書', 'H00000002', '¥500', '¥45', 'R00000001'])
      expect(back).toContain(expected)
    expect((await world.as('fan')(orders.listPayments, { query: {} })).items).toMatchObject([
      { status: 'succeeded', refunded_amount: 500 },
    ])
  })

  it('receipt has no invoice number before the day of its registration, nor has its refund', async () => {
    world.payments.bookAtOnce()
    const since = (invoice_since: string) =>
      world.db.updateTable('seller_account').set({ invoice_since }).execute()
    await since('2026-11-21')
    const { id } = await buy()
    expect((await read(id)).html).not.toMatch(/class="legal"|T1234567890123/)
    const params = { name: 'aoi' }
    expect((await world.as(null)(payments.getSeller, { params })).invoice_number).toBeNull()
    await since('2026-11-20')
    expect((await world.as(null)(payments.getSeller, { params })).invoice_number).not.toBeNull()
    await world.as('aoi')(orders.refund, { params: { id } })
    await world.deliver()
    const { html } = await read(id)
    expect(html).toContain('返金明細書')
    expect(html).not.toMatch(/class="legal"|T1234567890123/)
  })

  it('old receipt with fewer fields is shown', async () => {
    const id = await makeSale(world, { buyer_id: 'fan', seller_id: 'aoi' })
    await world.add('receipt', {
      id: 'old',
      order_id: id,
      kind: 'sale',
      number: 'R00000042',
      body: JSON.stringify({
        title: '参加費',
        amount: 1_000,
        tax_rate: 10,
        tax: 90,
        method: 'カード',
      }),
      issued_at: '2026-10-20T15:30:00.000Z',
    })
    const { html } = await read(id)
    for (const expected of ['R00000042', 'aoiさん', '2026年10月21日', '¥90'])
      expect(html).toContain(expected)
  })
})
