import { afterEach, describe, expect, it } from 'vitest'
import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { type PromotionInput, promotions } from '#contract/promotions/calls.ts'
import { CODE_GUESSES } from '#contract/promotions/limits.ts'
import {
  CODE_NOT_HERE,
  CODE_OTHER_TYPE,
  CODE_TOO_LITTLE,
  CODE_UNKNOWN,
  CODE_USED_UP,
  CODES_NOT_WITH_LOTTERY,
  codePerPerson,
  codeSeatsLeft,
} from '#contract/promotions/messages.ts'
import { resale } from '#contract/resale/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { TYPE_NOT_YET } from '#contract/tickets/messages.ts'
import { makeLottery } from '#server/testing/lotteries.ts'
import { inHours } from '#server/testing/make.ts'
import { type Coded, createCoded } from './testing/stage.ts'

let stage: Coded
afterEach(async () => {
  await stage.isExactlyCounted()
  await stage.world.close()
})

const textOf = async (user: string, path: string) => {
  const authorization = `Bearer ${await stage.world.tokenOf(user)}`
  return (await stage.world.fetch(path, { headers: { authorization } })).text()
}

describe('a discount', () => {
  it('is paid, confirmed, and written on receipt, mail, records and tables as what it is', async () => {
    stage = await createCoded('sqlite')
    stage.world.payments.bookAtOnce()
    await stage.make({ code: 'haru-2026' })
    const { paymentIntent } = await stage.start('ann', {
      ...{ code: 'ｈａｒｕ 2026', seats: 2, amount: 8_000 },
    })
    await stage.finish('ann', paymentIntent.id)
    const [order] = await stage.orders()
    expect(order).toMatchObject({ amount: 8_000, seats: 2, state: 'settled' })
    expect(JSON.parse(order!.snapshot)).toMatchObject({ amount: 8_000, discount: 2_000 })
    expect(JSON.parse(order!.snapshot).confirmation.slice(0, 3)).toEqual([
      { label: 'お支払い', text: '¥8,000（税込）' },
      { label: '価格', text: '¥5,000（税込） × 2枚' },
      { label: '割引', text: '−¥2,000（20%割引のコード HARU2026）' },
    ])
    const receipt = await textOf('ann', urlOf(orders.getReceipt, { params: { id: order!.id } }))
    expect(receipt).toContain('<td>¥10,000</td>')
    expect(receipt).toContain('<td>−¥2,000</td>')
    const sold = { amount: 8_000, discount: 2_000 }
    const { items: paid } = await stage.world.as('ann')(orders.listPayments, {})
    expect(paid).toMatchObject([sold])
    expect((await stage.owner()(orders.listSales, {})).items).toMatchObject([sold])
    const csv = { query: { format: 'csv' } } as const
    expect(await textOf('ann', urlOf(orders.listPayments, csv))).toContain(
      ',8000,0,クレジットカード,支払い済み,2000',
    )
    expect(await textOf('aoi', urlOf(orders.listSales, csv))).toContain(
      ',8000,0,クレジットカード,支払い済み,2000',
    )
    const ledger = await stage.world.db.selectFrom('ledger_entry').selectAll().execute()
    expect(ledger.find(({ account }) => account === 'buyer')).toMatchObject({ amount: -8_000 })
    await stage.world.deliver()
    const mail = stage.world.mail.sent.find(({ to }) => to === 'ann@room.test')
    expect(mail?.text).toContain('−¥2,000（20%割引のコード HARU2026）')
    expect(await stage.taken()).toBe(2)
  })

  it('is refused at a price that changed, and at what cannot be paid', async () => {
    stage = await createCoded('sqlite')
    await stage.make({ percent: null, yen_off: 4_950 })
    await expect(stage.start('ann', { code: 'HARU', amount: 5_000 })).rejects.toMatchObject({
      status: 409,
    })
    await stage.world.db.updateTable('digital_ticket').set({ amount: 4_960 }).execute()
    await expect(stage.start('ann', { code: 'HARU' })).rejects.toMatchObject(
      stage.refusal(CODE_TOO_LITTLE),
    )
    expect(await stage.orders()).toEqual([])
  })

  it('is paid back as paid, and its code stays used', async () => {
    stage = await createCoded('sqlite')
    stage.world.payments.bookAtOnce()
    await stage.make({ seats: 1 })
    await stage.buy('ann', { code: 'HARU' })
    const [order] = await stage.orders()
    await stage.owner()(orders.refund, { params: { id: order!.id } })
    await stage.world.deliver()
    expect((await stage.orders())[0]).toMatchObject({ state: 'refunded', refunded_amount: 4_000 })
    expect(await stage.taken()).toBe(1)
    await expect(stage.start('bob', { code: 'HARU' })).rejects.toMatchObject(
      stage.refusal(CODE_USED_UP),
    )
  })

  it('is all or none of a purchase’s seats, and so many for a person', async () => {
    stage = await createCoded('sqlite')
    await stage.make({ seats: 3 })
    await stage.make({ code: 'HITORI', per_person: 1 })
    await stage.buy('ann', { code: 'HARU', seats: 2 })
    await expect(stage.start('bob', { code: 'HARU', seats: 2 })).rejects.toMatchObject(
      stage.refusal(codeSeatsLeft(1)),
    )
    await expect(stage.start('bob', { code: 'HITORI', seats: 2 })).rejects.toMatchObject(
      stage.refusal(codePerPerson(1)),
    )
    expect(await stage.read('bob', 'HARU')).toMatchObject({ left: 1 })
    await stage.buy('bob', { code: 'HARU' })
  })
})

describe('an invitation', () => {
  it('takes the free path without a card, with its companions', async () => {
    stage = await createCoded('sqlite')
    await stage.make({ percent: 100, seats: 2 })
    await expect(stage.start('ann', { code: 'HARU' })).rejects.toMatchObject({ status: 409 })
    await stage.take('ann', { code: 'HARU', seats: 2 })
    expect(await stage.orders()).toEqual([])
    expect(await stage.issued('ann')).toMatchObject([{ status: 'valid', companions: [{}] }])
    await expect(stage.take('bob', { code: 'HARU' })).rejects.toMatchObject(
      stage.refusal(CODE_USED_UP),
    )
    // Without it the ticket costs what it did.
    await expect(stage.take('bob', {})).rejects.toMatchObject({ status: 409 })
  })
})

describe('a code of types', () => {
  const types = () => [
    { name: 'S席', amount: 6_500, sales_from: inHours(stage.world, 24) },
    { name: '一般', amount: 4_500 },
  ]
  it('opens their sale from its minute on, and no other', async () => {
    stage = await createCoded('sqlite', [{ name: '一般', amount: 4_500 }])
    await stage.save(types())
    const [s, a] = [await stage.idOf('S席'), await stage.idOf('一般')]
    const from = inHours(stage.world, 1)
    await stage.make({ presale: true, percent: null, valid_from: from, types: [s] })
    await expect(stage.start('ann', { type: s })).rejects.toMatchObject({ message: TYPE_NOT_YET })
    await expect(stage.start('ann', { type: s, code: 'HARU' })).rejects.toMatchObject({
      status: 422,
    })
    stage.world.clock.move(3_600_000)
    await expect(stage.start('ann', { type: a, code: 'HARU' })).rejects.toMatchObject(
      stage.refusal(CODE_OTHER_TYPE),
    )
    await expect(stage.start('ann', { type: s })).rejects.toMatchObject({ message: TYPE_NOT_YET })
    await stage.buy('ann', { type: s, code: 'HARU' })
    expect((await stage.orders())[0]).toMatchObject({ amount: 6_500, ticket_type_id: s })
  })
})

describe('guessing', () => {
  it('is slowed down, and does not tell a stopped code from one that never was', async () => {
    stage = await createCoded('sqlite')
    const { id } = await stage.make()
    await stage.stop(id, true)
    for (const code of ['HARU', 'NATSU', '！'])
      await expect(stage.read('ann', code)).rejects.toMatchObject(stage.refusal(CODE_UNKNOWN))
    await stage.stop(id, false)
    expect(await stage.read('ann', 'haru')).toMatchObject({ code: 'HARU', percent: 20 })
    for (let n = 3; n < CODE_GUESSES.max; n++)
      await expect(stage.start('ann', { code: 'NATSU' })).rejects.toMatchObject({ status: 422 })
    await expect(stage.read('ann', 'HARU')).rejects.toMatchObject({ status: 429 })
    await stage.read('bob', 'HARU')
  })
})

describe('where seats are not sold to everybody', () => {
  it('refuses a code for a ticket that a holder gave back, and for an offered seat', async () => {
    stage = await createCoded('sqlite', [], 1)
    await stage.make()
    await stage.buy('bob', {})
    const resale_until = inHours(stage.world, 100)
    await stage.world.db.updateTable('digital_ticket').set({ resale_until }).execute()
    const listed = { params: { kind: 'digital_ticket', id: 'night' } } as const
    await stage.world.as('bob')(resale.listForResale, listed)
    await expect(stage.start('ann', { code: 'HARU' })).rejects.toMatchObject(
      stage.refusal(CODE_NOT_HERE),
    )
    await stage.world.as('bob')(resale.withdrawResale, listed)
    await stage.world.db.updateTable('digital_ticket').set({ capacity: 2 }).execute()
    await stage.world.add('seat_offer', {
      ...{ id: 'offer', user_id: 'ann', kind: 'digital_ticket', subject_id: 'night' },
      ...{ order_id: null, ticket_type_id: null, drawn: 0, seats: 1 },
      created_at: inHours(stage.world, 0),
      ...{ remind_at: inHours(stage.world, 1), reminded_at: null, closed_at: null, outcome: null },
      expires_at: inHours(stage.world, 2),
    })
    await stage.world.db.updateTable('digital_ticket').set({ taken: 2 }).execute()
    await expect(stage.start('ann', { code: 'HARU' })).rejects.toMatchObject(
      stage.refusal(CODE_NOT_HERE),
    )
  })

  it('makes no code for a ticket of a lottery, and takes none where there is none', async () => {
    stage = await createCoded('sqlite')
    await makeLottery(stage.world, 'night')
    await expect(stage.make()).rejects.toMatchObject({ message: CODES_NOT_WITH_LOTTERY })
    await stage.world.db.deleteFrom('lottery').execute()
    expect((await stage.seen('ann')).takes_code).toBe(false)
    const { id } = await stage.make()
    expect((await stage.seen('ann')).takes_code).toBe(true)
    await stage.stop(id, true)
    expect((await stage.seen('ann')).takes_code).toBe(false)
  })
})

describe('the owner', () => {
  it('makes a batch of codes for one seat each, and hands them out by a table', async () => {
    stage = await createCoded('sqlite')
    const batch = await stage.make({ code: '', count: 200, percent: 100, seats: 7 })
    expect(batch).toMatchObject({ codes: 200, code: null, seats: 1, taken: 0 })
    const params = { ...stage.params, promotion: batch.id }
    const csv = await textOf('aoi', urlOf(promotions.exportCodes, { params }))
    const rows = csv.trim().split('\r\n').slice(1)
    expect(new Set(rows).size).toBe(200)
    const [code, link, used, seats] = rows[0]!.split(',')
    expect(link).toMatch(new RegExp(`/community/aoi/e_ticket/night#code=${code}$`))
    expect([used, seats]).toEqual(['0', '1'])
    await stage.take('ann', { code: code! })
    await expect(stage.take('bob', { code: code! })).rejects.toMatchObject({ status: 422 })
    await stage.take('bob', { code: rows[1]!.split(',')[0]! })
    expect(await stage.taken()).toBe(2)
  })

  it('removes what nobody used, and only stops the rest', async () => {
    stage = await createCoded('sqlite')
    const used = await stage.make()
    const unused = await stage.make({ code: 'NATSU' })
    await stage.payLate('ann', { code: 'HARU' })
    const remove = (promotion: string) =>
      stage.owner()(promotions.removePromotion, { params: { ...stage.params, promotion } })
    await expect(remove(used.id)).rejects.toMatchObject({ status: 409 })
    await remove(unused.id)
    expect(await stage.list()).toMatchObject([{ id: used.id, taken: 0, can: { remove: false } }])
    await stage.make({ code: 'NATSU' })
  })

  it('is told what is wrong with a code, by its field', async () => {
    stage = await createCoded('sqlite')
    await stage.make()
    const wrong: [Partial<PromotionInput>, keyof PromotionInput][] = [
      [{ code: 'ＨＡＲＵ' }, 'code'],
      [{ code: 'ab' }, 'code'],
      [{ code: 'は'.repeat(101) }, 'code'],
      [{ code: 'ABCD', count: 2 }, 'code'],
      [{ code: '', count: 201 }, 'count'],
      [{ code: '', percent: 101 }, 'percent'],
      [{ code: '', percent: null, yen_off: 0 }, 'yen_off'],
      [{ code: '', seats: 0 }, 'seats'],
      [{ code: '', per_person: 0 }, 'per_person'],
      [{ code: '', types: ['none'] }, 'types'],
    ]
    for (const [input, field] of wrong)
      await expect(stage.make(input)).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [expect.any(String)] },
      })
  })

  it('deletes a ticket with codes that nobody used', async () => {
    stage = await createCoded('sqlite')
    await stage.make({ code: '', count: 3 })
    await stage.owner()(tickets.deleteTicket, { params: stage.params })
    expect(await stage.world.db.selectFrom('promotion_code').selectAll().execute()).toEqual([])
  })
})
