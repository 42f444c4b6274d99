import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { kindName, LIVE_ONLY, WITH_ARCHIVE } from '#contract/events/live-only.ts'
import {
  LIVE_ONLY_FREE,
  LIVE_ONLY_WITH_RESALE,
  LIVE_ONLY_WITHOUT_ARCHIVE,
  liveAmountWrong,
} from '#contract/events/messages.ts'
import { urlOf } from '#contract/http/caller.ts'
import { orders } from '#contract/orders/calls.ts'
import { PRICE_CHANGED } from '#contract/orders/messages.ts'
import { SALE_RULES } from '#contract/orders/sale-rules.ts'
import { FREE_OF_CHARGE, KONBINI_OPEN } from '#contract/payments/messages.ts'
import { vouchers } from '#contract/vouchers/calls.ts'
import { waitlist } from '#contract/waitlist/calls.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import { formOf } from '#server/testing/form.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeStaff,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const params = { id: 'night' }

describe.each(databaseNames)('event that is sold in two kinds, on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi', { konbini_payments: 1 })
    for (const name of ['ann', 'bob']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await makeEvent(world, 'room-aoi', {
      ...{ id: 'night', title: '星の夜', amount: 2_000, live_amount: 1_200, archive_days: 7 },
      ...{ capacity: 2, konbini_days: 1 },
    })
  })
  afterEach(() => world.close())

  type Choice = { live_only?: boolean; amount?: number; method?: 'konbini' }
  const start = (user: string, choice: Choice = {}) =>
    world.as(user)(events.startJoin, {
      body: { event_id: 'night', ...(!choice.method && { token: 'tok_visa' }), ...choice },
    })
  async function buy(user: string, choice: Choice = {}) {
    const paymentIntentId = (await start(user, choice)).paymentIntent.id
    world.payments.confirm(paymentIntentId)
    return world.as(user)(events.join, { body: { event_id: 'night', paymentIntentId } })
  }
  const change = (fields: Parameters<typeof formOf>[0]) =>
    world.as('aoi')(events.changeOwn, { params, body: formOf(fields) })
  const event = (user: string | null = null) => world.as(user)(events.getEvent, { params })
  const own = () => world.as('aoi')(events.getOwn, { params })
  const ordered = () => world.db.selectFrom('order').selectAll().orderBy('id').execute()
  const rights = () => world.db.selectFrom('entitlement').selectAll().orderBy('id').execute()
  const payments = async (user: string) =>
    (await world.as(user)(orders.listPayments, { query: {} })).items
  const textAs = async (user: string, url: string) =>
    (
      await world.fetch(url, { headers: { authorization: `Bearer ${await world.tokenOf(user)}` } })
    ).text()

  it.each([
    { kind: LIVE_ONLY, live_only: true, amount: 1_200 },
    { kind: WITH_ARCHIVE, live_only: false, amount: 2_000 },
  ])('sells $kind at its price, and names it in order, right and all papers', async (sold) => {
    const { kind, live_only, amount } = sold
    await expect(start('ann', { live_only, amount: 3_200 - amount })).rejects.toMatchObject({
      status: 409,
      message: PRICE_CHANGED,
    })
    await buy('ann', { live_only, amount })
    expect(await ordered()).toMatchObject([{ amount, live_only: Number(live_only) }])
    expect(await rights()).toMatchObject([{ live_only: Number(live_only) }])
    expect(await event('ann')).toMatchObject({ joined: true, live_only })
    const title = `星の夜（${kind}）`
    const [order] = await ordered()
    const terms = { archiveDays: 7, liveOnly: live_only }
    const { label } = SALE_RULES.event_kinds
    expect(snapshotOf(order!)).toMatchObject({ title })
    expect(snapshotOf(order!).confirmation).toEqual(
      expect.arrayContaining([
        { label: '内容', text: `視聴チケット（${kind}） 1枚` },
        { label, text: SALE_RULES.event_kinds.text(terms) },
      ]),
    )
    // A new title of the event does not change which kind the papers name.
    await change({ title: '月の夜' })
    const [payment] = await payments('ann')
    expect(payment).toMatchObject({ amount, subject: { title: `月の夜（${kind}）` } })
    const receipt = await textAs('ann', urlOf(orders.getReceipt, { params: { id: payment!.id } }))
    expect(receipt).toContain(title)
    const sales = await textAs('aoi', urlOf(orders.listSales, { query: { format: 'csv' } }))
    expect(sales).toContain(`月の夜（${kind}）`)
    await world.deliver()
    const mail = world.mail.sent.find(({ to }) => to === 'ann@room.test')!
    expect(mail.text).toContain(title)
    expect(mail.text).toContain(`${label}: ${SALE_RULES.event_kinds.text(terms)}`)
    expect((await own()).sales).toMatchObject({ tickets: 1, live_only: Number(live_only) })
  })

  it(
    'sells the one with the archive to an app that knows of no kinds',
    ruleOn(database),
    async () => {
      await buy('ann', { amount: 2_000 })
      expect(await rights()).toMatchObject([{ live_only: 0 }])
    },
  )

  it('counts both kinds among its seats, whatever a buyer chose first', async () => {
    await start('ann', { live_only: true })
    await start('ann', { live_only: false })
    expect(await ordered()).toMatchObject([
      { live_only: 1, amount: 1_200, state: 'failed' },
      { live_only: 0, amount: 2_000, state: 'open' },
    ])
    expect((await own()).taken).toBe(1)
    await buy('bob', { live_only: true })
    expect(await own()).toMatchObject({ taken: 2, remaining: 0 })
  })

  it('gives one of two buyers of the last seat their kind', async () => {
    await change({ capacity: 1 })
    const both = await Promise.allSettled([
      start('ann', { live_only: true }),
      start('bob', { live_only: false }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await own()).taken).toBe(1)
  })

  it('keeps a payment number to the kind for which it is', async () => {
    await start('ann', { live_only: true, method: 'konbini' })
    const { items } = await world.as('ann')(vouchers.listVouchers, { query: {} })
    expect(items).toMatchObject([{ amount: 1_200, product: { title: `星の夜（${LIVE_ONLY}）` } }])
    await expect(start('ann', { live_only: false, method: 'konbini' })).rejects.toMatchObject({
      status: 409,
      message: KONBINI_OPEN,
    })
    await world.db.updateTable('event').set({ amount: 1_200, live_amount: null }).execute()
    // The same price, and yet not what the number is for.
    await expect(start('ann', { method: 'konbini' })).rejects.toMatchObject({
      message: KONBINI_OPEN,
    })
  })

  it('forgets the kind of a refunded ticket', async () => {
    await buy('ann', { live_only: true })
    const [sale] = (await world.as('aoi')(orders.listSales, { query: {} })).items
    await world.as('aoi')(orders.refund, { params: { id: sale!.id } })
    expect(await event('ann')).toMatchObject({ joined: false, live_only: false })
    expect((await own()).sales).toMatchObject({ tickets: 0, live_only: 0 })
    await buy('ann')
    expect(await event('ann')).toMatchObject({ joined: true, live_only: false })
  })

  it('offers a freed seat, of which either kind may be bought', ruleOn(database), async () => {
    await change({ capacity: 1 })
    await buy('ann')
    const wait = { kind: 'event', id: 'night' } as const
    await world.as('bob')(waitlist.joinWait, { params: wait })
    const [sale] = (await world.as('aoi')(orders.listSales, { query: {} })).items
    await world.as('aoi')(orders.refund, { params: { id: sale!.id } })
    await world.serveWaiting()
    expect(await world.as('bob')(waitlist.getWait, { params: wait })).toMatchObject({
      state: 'offered',
    })
    await buy('bob', { live_only: true, amount: 1_200 })
    expect(await event('bob')).toMatchObject({ joined: true, live_only: true })
  })

  it('is sold in one kind once its owner says so; tickets stay what they are', async () => {
    await buy('ann', { live_only: true })
    await change({ live_amount: '' })
    expect(await event()).toMatchObject({ live_amount: null, amount: 2_000 })
    expect(await event('ann')).toMatchObject({ live_only: true })
    await expect(start('bob', { live_only: true, amount: 2_000 })).rejects.toMatchObject({
      status: 409,
      message: PRICE_CHANGED,
    })
    await buy('bob', { amount: 2_000 })
    expect(await ordered()).toMatchObject([{ live_only: 1 }, { live_only: null }])
    await change({ live_amount: 500 })
    expect(await event('bob')).toMatchObject({ live_only: false })
  })

  it.each([
    [{ live_amount: 2_000 }, liveAmountWrong(2_000)],
    [{ live_amount: 1_999 }, null],
    [{ live_amount: 0 }, liveAmountWrong(2_000)],
    [{ live_amount: 50 }, null],
    [{ amount: 1_200 }, liveAmountWrong(1_200)],
    [{ amount: 0 }, LIVE_ONLY_FREE],
    [{ archive_days: '' }, LIVE_ONLY_WITHOUT_ARCHIVE],
    [{ resale_until: 'soon' }, LIVE_ONLY_WITH_RESALE],
    [{ resale_until: 'soon', live_amount: '' }, null],
    [{ live_amount: '安く' }, expect.any(String)],
  ])('answers the change %o with %s', ruleOn(database), async (fields, message) => {
    const sent = 'resale_until' in fields ? { ...fields, resale_until: inHours(world, 1) } : fields
    const changed = change(sent)
    if (message === null) await changed
    else await expect(changed).rejects.toMatchObject({ errors: { live_amount: [message] } })
  })

  it('keeps its prices once the stream has begun', ruleOn(database), async () => {
    await world.db.updateTable('event').set({ publishment_flg: 1 }).execute()
    for (const live_amount of ['', 1_000])
      await expect(change({ live_amount })).rejects.toMatchObject({
        errors: { live_amount: ['配信の開始後は変更できません'] },
      })
    await change({ archive_days: 30 })
  })

  it('may be planned before its price is known', ruleOn(database), async () => {
    const body = formOf({ title: '下書き', live_amount: 800, archive_days: 7 })
    const { id } = await world.as('aoi')(events.createOwn, { body })
    const publish = { start: inHours(world, 24), end: inHours(world, 25), capacity: 9 }
    const changed = (amount: number) =>
      world.as('aoi')(events.changeOwn, {
        params: { id },
        body: formOf({ ...publish, amount, status: 'published' }),
      })
    await expect(changed(800)).rejects.toMatchObject({
      errors: { live_amount: [liveAmountWrong(800)] },
    })
    expect(await changed(1_500)).toMatchObject({ live_amount: 800, amount: 1_500 })
  })

  it('has no kinds to choose if it is free', ruleOn(database), async () => {
    await makeEvent(world, 'room-aoi', { id: 'free', archive_days: 7 })
    const body = { event_id: 'free', live_only: true }
    await expect(world.as('ann')(events.startJoin, { body })).rejects.toMatchObject({
      message: PRICE_CHANGED,
    })
    await expect(
      world.as('ann')(events.startJoin, { body: { event_id: 'free' } }),
    ).rejects.toMatchObject({ message: FREE_OF_CHARGE })
    await world.as('ann')(events.join, { body: { event_id: 'free' } })
    expect(await rights()).toMatchObject([{ live_only: 0 }])
  })

  it('hides the archive from whose ticket is without it', ruleOn(database), async () => {
    const until = inHours(world, 48)
    await change({ capacity: 3 })
    await makeTicket(world, 'night', 'ann', { live_only: 1 })
    await makeTicket(world, 'night', 'bob')
    // Hosts have everything, whatever ticket they hold.
    await makeUser(world, 'mod')
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeTicket(world, 'night', 'mod', { live_only: 1 })
    await world.db
      .updateTable('event')
      .set({ publishment_flg: 3, archive: 1, archive_until: until })
      .execute()
    expect(await event('ann')).toMatchObject({ live_only: true, archive: 0, archive_until: null })
    for (const user of ['bob', 'mod', 'aoi', null])
      expect(await event(user)).toMatchObject({
        live_only: false,
        archive: 1,
        archive_until: until,
      })
    const { items } = await world.as('ann')(events.listJoined, { query: {} })
    expect(items).toMatchObject([{ live_only: true, archive: 0 }])
  })
})

it('names no kind of an event that is sold in one', () => {
  expect([true, false, 1, 0, null].map((one) => kindName(one as 0 | 1 | null))).toEqual([
    ...[LIVE_ONLY, WITH_ARCHIVE, LIVE_ONLY, WITH_ARCHIVE],
    null,
  ])
})
