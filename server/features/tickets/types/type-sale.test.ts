import { afterEach, describe, expect, it } from 'vitest'
import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { PRICE_CHANGED } from '#contract/orders/messages.ts'
import { KONBINI_OPEN } from '#contract/payments/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import {
  TICKET_HELD,
  TYPE_FOR_MEMBERS,
  TYPE_GONE,
  TYPE_NEEDED,
  TYPE_NOT_YET,
  TYPE_OVER,
  typeForMonths,
  typeLimit,
  typeSoldOut,
} from '#contract/tickets/messages.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { takeFree } from '#server/features/orders/checkout/create-order.ts'
import * as sales from '#server/features/orders/checkout/service.ts'
import { withoutSession } from '#server/process/deps.ts'
import { inHours, makeDigitalTicket } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { typeInput } from '#server/testing/ticket-types.ts'
import { createTyped, GUEST, type Typed } from './testing/stage.ts'

const S = { name: 'S席', amount: 6_500, capacity: 1, color: 'purple' } as const
const USUAL = { name: '一般', amount: 4_500 } as const
const STUDENT = { name: '学割', amount: 2_500, note: '学生証を確認します' } as const
const FREE = { name: '招待', amount: 0, capacity: 2 } as const
const HOUR = 3_600_000

describe.each(apiDatabaseNames)('sale of ticket types on %s', (database) => {
  let stage: Typed
  const open = async (types: Parameters<typeof createTyped>[1], capacity?: number) => {
    stage = await createTyped(database, types, capacity)
  }
  afterEach(async () => {
    await stage.isExact()
    await stage.world.close()
  })

  it('needs a type of this ticket', async () => {
    await open([S, USUAL])
    const { world } = stage
    const begin = (type?: string) =>
      world.as('ann')(tickets.startTicketJoin, {
        params: { id: 'night' },
        body: { token: 'tok_visa', ...(type && { type }) },
      })
    await expect(begin()).rejects.toMatchObject({ status: 409, message: TYPE_NEEDED })
    await expect(begin('nothing')).rejects.toMatchObject({ status: 409, message: TYPE_GONE })
    await makeDigitalTicket(world, 'room-aoi', { id: 'other', amount: 1_000 })
    const type = await stage.idOf('S席')
    const other = { params: { id: 'other' }, body: { token: 'tok_visa', type } }
    await expect(world.as('ann')(tickets.startTicketJoin, other)).rejects.toMatchObject({
      message: TYPE_GONE,
    })
    expect(await world.db.selectFrom('order').selectAll().execute()).toEqual([])
  })

  it('sells each at its price, and names it wherever the ticket or its payment is shown', async () => {
    await open([S, STUDENT])
    await stage.buy('ann', '学割')
    const type = { name: '学割', note: STUDENT.note, color: 'blue', amount: 2_500 }
    const [issued] = await stage.issued('ann')
    expect(issued).toMatchObject({ type, number: '001' })
    const { world } = stage
    const title = '星の夜（学割）'
    const [payment] = (await world.as('ann')(orders.listPayments, { query: {} })).items
    expect(payment).toMatchObject({ amount: 2_500, subject: { title } })
    const [sale] = (await stage.owner()(orders.listSales, { query: {} })).items
    expect(sale).toMatchObject({ amount: 2_500, subject: { title } })
    const authorization = `Bearer ${await world.tokenOf('ann')}`
    const receipt = urlOf(orders.getReceipt, { params: { id: payment!.id } })
    expect(await (await world.fetch(receipt, { headers: { authorization } })).text()).toContain(
      title,
    )
    await world.deliver()
    const email = world.mail.sent.find(({ to }) => to === 'ann@room.test')
    expect(email?.text).toContain(title)
    const { snapshot } = await world.db
      .selectFrom('order')
      .select('snapshot')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(snapshot).confirmation).toEqual(
      expect.arrayContaining([
        { label: 'お支払い', text: '¥2,500（税込）' },
        { label: '券種', text: '学割' },
        { label: '受付での確認', text: STUDENT.note },
      ]),
    )
  })

  it('counts the places of the type and of the ticket', async () => {
    await open([S, USUAL], 2)
    expect(await stage.typeOf('ann', 'S席')).toMatchObject({ remaining: 1 })
    await stage.buy('ann', 'S席')
    expect(await stage.typeOf('bob', 'S席')).toMatchObject({ remaining: 0 })
    expect(await stage.typeOf('bob', '一般')).toMatchObject({ remaining: 1 })
    await expect(stage.start('bob', 'S席')).rejects.toMatchObject({
      status: 409,
      message: typeSoldOut('S席'),
    })
    await stage.buy('bob', '一般')
    await expect(stage.start('cat', '一般')).rejects.toMatchObject({
      message: typeSoldOut('一般'),
    })
    expect((await stage.own()).types.map(({ taken }) => taken)).toEqual([1, 1])
  })

  it('gives free ones beside those that are paid', async () => {
    await open([S, FREE])
    await expect(stage.take('ann', 'S席')).rejects.toMatchObject({ status: 409 })
    await stage.take('ann', '招待')
    await expect(stage.start('bob', '招待')).rejects.toMatchObject({ status: 409 })
    expect(await stage.issued('ann')).toMatchObject([{ type: { name: '招待', amount: 0 } }])
    await expect(stage.buy('ann', 'S席')).rejects.toMatchObject({ message: TICKET_HELD })
  })

  it('is sold within its own time, by the clock of the server', async () => {
    stage = await createTyped(database, [])
    const { world } = stage
    const window = { sales_from: inHours(world, 1), sales_until: inHours(world, 2) }
    await stage.save([{ ...USUAL, name: '早割', ...window }, USUAL])
    await expect(stage.start('ann', '早割')).rejects.toMatchObject({ message: TYPE_NOT_YET })
    world.clock.move(HOUR - 1)
    await expect(stage.start('ann', '早割')).rejects.toMatchObject({ message: TYPE_NOT_YET })
    world.clock.move(1)
    world.clock.move(HOUR - 1)
    const { paymentIntent } = await stage.start('ann', '早割')
    world.clock.move(1)
    await expect(stage.start('bob', '早割')).rejects.toMatchObject({
      status: 410,
      message: TYPE_OVER,
    })
    // What was begun in time is completed after it.
    await stage.finish('ann', paymentIntent.id)
    expect(await stage.issued('ann')).toHaveLength(1)
    await stage.buy('bob', '一般')
  })

  it('is not sold once its time is over between the answer of a price and the taking of a seat', async () => {
    await open([USUAL, FREE])
    const { world } = stage
    const sales_until = inHours(world, 1)
    await world.db.updateTable('ticket_type').set({ sales_until }).execute()
    const { products } = world.deps
    /** The time passes, or the type is removed, right after the quote. */
    const after = (happens: () => unknown) => {
      const quote: typeof products.digital_ticket.quote = async (...of) => {
        const quoted = await products.digital_ticket.quote(...of)
        await happens()
        return quoted
      }
      const digital_ticket = { ...products.digital_ticket, quote }
      return { ...world.deps, products: { ...products, digital_ticket } }
    }
    const viewer = withoutSession('ann')
    const late = after(() => world.clock.move(HOUR))
    const type = await stage.idOf('一般')
    await expect(
      sales.start(late, viewer, 'digital_ticket', 'night', { type, token: 'tok_visa' }),
    ).rejects.toMatchObject({ status: 410, message: TYPE_OVER })
    world.clock.move(-HOUR)
    const free = await stage.idOf('招待')
    await expect(
      takeFree(late, viewer, 'digital_ticket', 'night', { type: free }),
    ).rejects.toMatchObject({ status: 410, message: TYPE_OVER })
    await stage.isExact()
  })

  it('is sold to members of the room, or to those who are for so many months', async () => {
    await open([
      { ...USUAL, name: '会員', member_months: 0 },
      { ...USUAL, name: '長く', member_months: 3 },
    ])
    const { world } = stage
    await expect(stage.start(GUEST, '会員')).rejects.toMatchObject({
      status: 403,
      message: TYPE_FOR_MEMBERS,
    })
    expect(await stage.typeOf(GUEST, '長く')).toMatchObject({ refused: 'members' })
    expect(await stage.typeOf('aoi', '長く')).toMatchObject({ refused: null })
    const joined = (joined_at: string) =>
      world.db.updateTable('membership').set({ joined_at }).where('user_id', '=', 'ann').execute()
    // The clock of a test stands at 2026-11-20 12:00 in Japan.
    await joined('2026-08-20T15:00:00.000Z')
    await expect(stage.start('ann', '長く')).rejects.toMatchObject({ message: typeForMonths(3) })
    expect(await stage.typeOf('ann', '長く')).toMatchObject({ refused: 'months' })
    await joined('2026-08-20T14:59:59.999Z')
    await stage.buy('ann', '長く')
    await stage.buy('bob', '会員')
    await world.db
      .updateTable('membership')
      .set({ status: 'left' })
      .where('user_id', '=', 'cat')
      .execute()
    await world.db.updateTable('room').set({ subscribers: 3 }).execute()
    await expect(stage.start('cat', '会員')).rejects.toMatchObject({ message: TYPE_FOR_MEMBERS })
  })

  it('is limited per person, with those that they gave to others', async () => {
    await open([{ ...FREE, capacity: 10, per_person: 2 }])
    const { world } = stage
    const hand = async (to: string) => {
      const mine = (await stage.issued('ann')).find(({ status }) => status === 'valid')
      const params = { id: mine!.id }
      await world.as('ann')(transfers.offer, { params, body: { name: to } })
      await world.as(to)(transfers.accept, { params })
    }
    await stage.take('ann', '招待')
    await hand('bob')
    expect((await stage.issued('bob'))[0]).toMatchObject({ type: { name: '招待' } })
    await stage.take('ann', '招待')
    await hand('cat')
    await expect(stage.take('ann', '招待')).rejects.toMatchObject({
      status: 409,
      message: typeLimit(2),
    })
    expect(await stage.typeOf('ann', '招待')).toMatchObject({ refused: 'limit' })
    await stage.take('dan', '招待')
  })

  it('asks again after its price changed, and keeps the price of earlier buyers', async () => {
    await open([USUAL])
    await stage.start('ann', '一般', { amount: 4_500 })
    await stage.buy('bob', '一般')
    await stage.save(await stage.changed({ 一般: { amount: 5_000 } }))
    await expect(stage.start('cat', '一般', { amount: 4_500 })).rejects.toMatchObject({
      status: 409,
      message: PRICE_CHANGED,
    })
    await stage.start('cat', '一般', { amount: 5_000 })
    expect((await stage.issued('bob'))[0]).toMatchObject({ type: { amount: 4_500 } })
    // An order that was begun pays what its buyer confirmed.
    const [begun] = await stage.world.db
      .selectFrom('attempt')
      .innerJoin('order', 'order.id', 'attempt.order_id')
      .select('intent_ref')
      .where('buyer_id', '=', 'ann')
      .execute()
    await stage.finish('ann', begun!.intent_ref!)
    expect((await stage.issued('ann'))[0]).toMatchObject({ type: { amount: 4_500 } })
  })

  it('is not sold any more once its owner closed it', async () => {
    await open([S, USUAL])
    await stage.save(await stage.changed({ S席: { closed: true } }))
    await expect(stage.start('ann', 'S席')).rejects.toMatchObject({ message: TYPE_OVER })
  })

  it('is exchanged for another before the payment, and its place is free again', async () => {
    await open([S, USUAL])
    const first = await stage.start('ann', 'S席')
    const second = await stage.start('ann', '一般')
    expect(second.paymentIntent.id).not.toBe(first.paymentIntent.id)
    await stage.buy('bob', 'S席')
    await stage.finish('ann', second.paymentIntent.id)
    expect((await stage.issued('ann'))[0]).toMatchObject({ type: { name: '一般' } })
  })

  it('frees its place by a refund, and by a lost dispute', async () => {
    await open([{ ...S, capacity: 2 }])
    const { world } = stage
    await stage.buy('ann', 'S席')
    const { paymentIntent } = await stage.start('bob', 'S席')
    await stage.finish('bob', paymentIntent.id)
    const [sale] = (await world.as('ann')(orders.listPayments, { query: {} })).items
    await stage.owner()(orders.refund, { params: { id: sale!.id } })
    expect(await stage.typeOf('cat', 'S席')).toMatchObject({ remaining: 1 })
    const { ref } = world.payments.dispute(paymentIntent.id)
    const notify = async () => {
      await world.sendEvent({ kind: 'dispute', ref })
      await world.deliver()
    }
    await notify()
    expect(await stage.typeOf('cat', 'S席')).toMatchObject({ remaining: 1 })
    await stage.isExact()
    world.payments.closeDispute(ref, 'lost')
    await notify()
    expect(await stage.typeOf('cat', 'S席')).toMatchObject({ remaining: 2 })
    await stage.isExact()
    world.payments.reverse(ref)
    await notify()
    await world.deliver()
    expect(await stage.typeOf('cat', 'S席')).toMatchObject({ remaining: 1 })
  })

  it('that was paid after its hold and has no place left is refunded', async () => {
    await open([S, USUAL])
    const late = await stage.start('ann', 'S席')
    stage.world.clock.move(16 * 60_000)
    stage.world.payments.confirm(late.paymentIntent.id)
    await stage.world.db
      .updateTable('hold')
      .set({ expires_at: inHours(stage.world, -1) })
      .execute()
    await stage.world.db.updateTable('order').set({ state: 'failed' }).execute()
    const released_at = stage.world.clock.now().toISOString()
    await stage.world.db.updateTable('hold').set({ released_at }).execute()
    await stage.world.db.updateTable('digital_ticket').set({ taken: 0 }).execute()
    await stage.world.db.updateTable('ticket_type').set({ taken: 0 }).execute()
    await stage.buy('bob', 'S席')
    await expect(stage.finish('ann', late.paymentIntent.id)).rejects.toMatchObject({ status: 410 })
    expect(await stage.issued('ann')).toEqual([])
    expect(await stage.world.db.selectFrom('refund').select('amount').execute()).toEqual([
      { amount: 6_500 },
    ])
  })

  it('is paid in a store until the end of its sale at most, one number at a time', async () => {
    stage = await createTyped(database, [])
    const { world } = stage
    const sales_until = inHours(world, 30)
    await stage.save([{ ...S, sales_until }, USUAL, FREE])
    const { voucher } = await stage.start('ann', 'S席', { method: 'konbini' })
    expect(voucher!.expires_at <= sales_until).toBe(true)
    const own = await world.as('ann')(vouchers.getVoucher, { params: { id: voucher!.id } })
    expect(own).toMatchObject({ amount: 6_500, product: { title: '星の夜（S席）' } })
    for (const method of ['card', 'konbini'] as const)
      await expect(stage.start('ann', '一般', { method })).rejects.toMatchObject({
        message: KONBINI_OPEN,
      })
    await expect(stage.take('ann', '招待')).rejects.toMatchObject({ message: KONBINI_OPEN })
    await expect(stage.start('bob', 'S席')).rejects.toMatchObject({ message: typeSoldOut('S席') })
    world.clock.move(31 * HOUR)
    await world.sweep()
    await world.deliver()
    expect((await stage.own()).types[0]).toMatchObject({ taken: 0 })
  })

  it('is given away by the owner, to those for whom it is', async () => {
    await open([{ ...S, member_months: 0, closed: true }, USUAL])
    const give = async (name: string, type?: string) =>
      stage.owner()(tickets.giveTicket, {
        params: stage.params,
        body: { name, ...(type && { type: await stage.idOf(type) }) },
      })
    await expect(give('ann')).rejects.toMatchObject({ message: TYPE_NEEDED })
    await expect(give(GUEST, 'S席')).rejects.toMatchObject({ message: TYPE_FOR_MEMBERS })
    await give('ann', 'S席')
    expect((await stage.issued('ann'))[0]).toMatchObject({ type: { name: 'S席', amount: 0 } })
    await expect(give('bob', 'S席')).rejects.toMatchObject({ message: typeSoldOut('S席') })
    await stage.world.deliver()
    expect(stage.world.mail.sent.at(-1)?.text).toContain('星の夜（S席）')
  })

  it('goes with a transferred ticket, to those for whom it is', async () => {
    await open([{ ...FREE, member_months: 0 }])
    const { world } = stage
    await stage.take('ann', '招待')
    const params = { id: (await stage.issued('ann'))[0]!.id }
    await world.as('ann')(transfers.offer, { params, body: { name: GUEST } })
    expect((await world.as(GUEST)(transfers.listOffers, {})).items[0]).toMatchObject({
      type: { name: '招待' },
    })
    await expect(world.as(GUEST)(transfers.accept, { params })).rejects.toMatchObject({
      status: 403,
      message: TYPE_FOR_MEMBERS,
    })
    await world.as('ann')(transfers.withdraw, { params })
    await world.as('ann')(transfers.offer, { params, body: { name: 'bob' } })
    await world.as('bob')(transfers.accept, { params })
    expect((await stage.issued('bob'))[0]).toMatchObject({ type: { name: '招待' } })
  })

  it('leaves a ticket without types as it was', async () => {
    stage = await createTyped(database, [])
    const { world } = stage
    expect((await stage.seen('ann')).types).toEqual([])
    await world.as('ann')(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    expect((await stage.issued('ann'))[0]).toMatchObject({ type: null })
    const late = stage.save([typeInput()])
    await expect(late).rejects.toMatchObject({ status: 422, errors: { types: expect.anything() } })
  })
})
