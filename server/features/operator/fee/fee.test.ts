import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { addDays, dayOf, startOf } from '#contract/lib/days.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { operatorAudit } from '#contract/operator/audit/calls.ts'
import { operatorFee } from '#contract/operator/fee/calls.ts'
import {
  FEE_DAY_WRONG,
  FEE_PLANNED,
  FEE_SAME,
  FEE_STANDS,
  FEE_TOO_EARLY,
  FEE_TOO_LATE,
  FEE_WRONG,
} from '#contract/operator/fee/messages.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { operatorSystem } from '#contract/operator/system/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { serviceFee } from '#contract/service-fee/calls.ts'
import { FEE_AHEAD_DAYS, FEE_NOTICE_DAYS } from '#contract/service-fee/limits.ts'
import { site } from '#contract/site/calls.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const REASON = '配信の設備を増やすため'

describe.each(apiDatabaseNames)('platform fee changed by an operator, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database, { RATE_LIMITS: 'off' })
    world.payments.bookAtOnce()
    await makeRoom(world, 'aoi', { amount: 980 })
    await makeSeller(world, 'aoi')
    for (const fan of ['fan', 'other', 'third']) await makeUser(world, fan)
    for (const operator of ['admin', 'second'])
      await makeUser(world, operator, { role: 'operator' })
    await makeRoom(world, 'show')
    await makeSeller(world, 'show')
    for (const fan of ['fan', 'other', 'third']) await makeMember(world, 'room-show', fan)
    await makeEvent(world, 'room-show', { id: 'night', amount: 1_980 })
  })
  afterEach(() => world.close())

  const admin = () => world.as('admin')
  const board = () => admin()(operatorFee.getFee, {})
  const today = () => dayOf(world.clock.now())
  const inDays = (days: number) => addDays(today(), days)
  const plan = (percent: number, from = inDays(31), by = 'admin') =>
    world.as(by)(operatorFee.planFee, { body: { percent, from, reason: REASON } })
  const withdraw = (id: string) =>
    admin()(operatorFee.withdrawFee, { params: { id }, body: { reason: '見直したため' } })
  const goTo = (instant: string) =>
    world.clock.move(Date.parse(instant) - world.clock.now().getTime())
  const actions = async () =>
    (await admin()(operatorAudit.listAudit, { query: {} })).items.filter(({ action }) =>
      action.startsWith('fee.'),
    )
  const shown = () => world.as('show')(serviceFee.getServiceFee, {})
  async function start(fan: string) {
    const later = new Date(world.clock.now().getTime() + DAY_MS).toISOString()
    const times = { start_at: later, sales_end_at: later, end_at: later }
    await world.db.updateTable('event').set(times).where('id', '=', 'night').execute()
    return world.as(fan)(events.startJoin, { body: { event_id: 'night', token: 'tok_visa' } })
  }
  const finish = (fan: string, paymentIntentId: string) =>
    world.as(fan)(events.join, { body: { event_id: 'night', paymentIntentId } })
  async function buy(fan: string) {
    const { paymentIntent } = await start(fan)
    world.payments.confirm(paymentIntent.id)
    await finish(fan, paymentIntent.id)
    return paymentIntent.id
  }
  const feeOf = (charge: string) => world.payments.charges.get(charge)!.booked!.platformFee
  const books = () => admin()(operatorMoney.getBooks, {})
  async function invoiceOf(owner: string, month: string) {
    const headers = { authorization: `Bearer ${await world.tokenOf(owner)}` }
    const answer = await world.fetch(`/api/application/me/fee/${month}`, { headers })
    return answer.text()
  }

  async function joinRoom(fan: string) {
    const { subscriptionId } = await world.as(fan)(rooms.startSubscription, {
      body: { room_id: 'aoi', token: 'tok_visa' },
    })
    await world.as(fan)(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    return subscriptionId
  }
  const percentOf = (ref: string) => world.payments.feePercent(ref)
  const periodEnd = (ref: string) => world.payments.subscriptions.get(ref)!.periodEnd!
  async function renew(ref: string) {
    goTo(periodEnd(ref))
    const { charge } = world.payments.renew(ref)
    await world.sendEvent({ kind: 'subscription', ref, type: 'invoice.paid' })
    await world.deliver()
    return charge!
  }
  async function getVisibility() {
    await world.notifyFees()
    await world.deliver()
  }

  it('refuses an invalid percentage, an unchanged one, and a day too early or too late', async () => {
    for (const percent of [1, 51, 10.5, -3])
      await expect(plan(percent)).rejects.toMatchObject({
        status: 422,
        errors: { percent: [FEE_WRONG] },
      })
    await expect(plan(10)).rejects.toMatchObject({ status: 422, errors: { percent: [FEE_SAME] } })
    for (const [from, message] of [
      ['2027-02-30', FEE_DAY_WRONG],
      ['あした', FEE_DAY_WRONG],
      [inDays(FEE_NOTICE_DAYS), FEE_TOO_EARLY],
      [inDays(-1), FEE_TOO_EARLY],
      [inDays(FEE_AHEAD_DAYS + 1), FEE_TOO_LATE],
    ] as const)
      await expect(plan(12, from)).rejects.toMatchObject({
        status: 422,
        errors: { from: [message] },
      })
    expect(await board()).toMatchObject({ percent: 10, planned: null, history: [] })
    expect(await actions()).toEqual([])
    expect((await board()).earliest).toBe(inDays(FEE_NOTICE_DAYS + 1))
    await plan(12, inDays(FEE_NOTICE_DAYS + 1))
  })

  it('applies the old fee to earlier orders and the new one to later orders', async () => {
    await plan(12)
    const at = startOf(inDays(31))
    const before = await buy('fan')
    expect(feeOf(before)).toBe(198)
    goTo(new Date(Date.parse(at) - 1).toISOString())
    expect(await shown()).toEqual({ percent: 10, next: { percent: 12, from: at } })
    // Ordered just before the change, retried and paid after it: same amount and idempotency key.
    const { paymentIntent } = await start('other')
    goTo(at)
    expect(await shown()).toEqual({ percent: 12, next: null })
    expect((await start('other')).paymentIntent.id).toBe(paymentIntent.id)
    world.payments.confirm(paymentIntent.id)
    await finish('other', paymentIntent.id)
    expect(feeOf(paymentIntent.id)).toBe(198)
    expect(feeOf(await buy('third'))).toBe(Math.floor(1_980 * 0.12))
    const { total, fee_percent, differences } = await books()
    expect([total.platform_fee, fee_percent, differences]).toEqual([198 + 198 + 237, 12, []])
  })

  it('repeats the same amount when the answer was lost before the change and the retry comes after', async () => {
    await plan(12)
    goTo(new Date(Date.parse(startOf(inDays(31))) - 1).toISOString())
    world.payments.loseNext('startCharge')
    await expect(start('fan')).rejects.toMatchObject({ status: 503 })
    world.clock.move(1)
    const { paymentIntent } = await start('fan')
    // A declined card causes a new attempt of the same order with the same fee.
    world.payments.amend('payment_intent', paymentIntent.id, { status: 'requires_payment_method' })
    const again = await world.as('fan')(events.startJoin, {
      body: { event_id: 'night', token: 'tok_mastercard' },
    })
    expect(again.paymentIntent.id).not.toBe(paymentIntent.id)
    world.payments.confirm(again.paymentIntent.id)
    await finish('fan', again.paymentIntent.id)
    expect(feeOf(again.paymentIntent.id)).toBe(198)
  })

  it('refunds the fee that was charged, whatever it is today', async () => {
    await plan(20)
    await buy('fan')
    goTo(startOf(inDays(31)))
    const { items } = await admin()(operatorMoney.listPayments, { query: { search: 'fan' } })
    await world.as('show')(orders.refund, { params: { id: items[0]!.id } })
    await world.deliver()
    expect((await books()).total.platform_fee).toBe(0)
    expect((await books()).differences).toEqual([])
  })

  it('changes memberships with the first month due after the change', async () => {
    const early = await joinRoom('fan')
    world.clock.move(10 * DAY_MS)
    await plan(20, inDays(35))
    const at = startOf(inDays(35))
    const late = await joinRoom('other')
    await world.deliver()
    // Both have one more month before the change.
    expect([percentOf(early), percentOf(late)]).toEqual([10, 10])
    expect(feeOf(await renew(early))).toBe(98)
    await getVisibility()
    expect([periodEnd(early) > at, percentOf(early)]).toEqual([true, 20])
    expect(feeOf(await renew(late))).toBe(98)
    await getVisibility()
    expect(percentOf(late)).toBe(20)
    expect(world.clock.now().toISOString() < at).toBe(true)
    expect(feeOf(await renew(early))).toBe(196)
    expect(world.clock.now().toISOString() > at).toBe(true)
    await getVisibility()
    const shares = await world.db
      .selectFrom('order')
      .select('fee_percent')
      .where('buyer_id', '=', 'fan')
      .orderBy('settled_at')
      .execute()
    expect(shares.map(({ fee_percent }) => fee_percent)).toEqual([10, 10, 20])
    expect((await books()).differences).toEqual([])
  })

  it('resumes after a killed process, an outage or a lost answer', async () => {
    const refs = []
    for (const fan of ['fan', 'other', 'third']) refs.push(await joinRoom(fan))
    await plan(20, inDays(31))
    world.clock.move(20 * DAY_MS)
    for (const ref of refs) await renew(ref)
    await world.notifyFees()
    // A process dies during the call to the provider: its lease expires.
    await world.db
      .updateTable('outbox')
      .set({
        leased_by: 'dead',
        leased_until: new Date(world.clock.now().getTime() + 60_000).toISOString(),
      })
      .where('topic', '=', 'membership-fee')
      .where('id', '=', (eb) =>
        eb
          .selectFrom('outbox')
          .select((one) => one.fn.min('id').as('id'))
          .where('topic', '=', 'membership-fee')
          .where('done_at', 'is', null),
      )
      .execute()
    world.payments.loseNext('setSubscriptionFee')
    await world.deliver()
    const left = async () =>
      (
        await world.db
          .selectFrom('membership')
          .selectAll()
          .where('room_id', '=', 'room-aoi')
          .execute()
      )
        .map(({ fee_percent }) => fee_percent)
        .toSorted()
    expect(await left()).toEqual([10, 20, null])
    expect((await board()).pending).toBe(2)
    const { items } = await admin()(operatorSystem.listFailedWork, { query: {} })
    expect(items).toMatchObject([{ topic: 'membership-fee', state: 'trying' }])
    world.payments.cutNext('setSubscriptionFee')
    for (let minute = 0; minute < 3; minute++) {
      world.clock.move(61_000)
      await getVisibility()
    }
    expect(await left()).toEqual([20, 20, 20])
    expect(refs.map(percentOf)).toEqual([20, 20, 20])
    expect((await board()).pending).toBe(0)
  })

  it('can be withdrawn before its day: preparations are reverted and sellers told', async () => {
    const ref = await joinRoom('fan')
    const planned = (await plan(20)).planned!
    await renew(ref)
    await getVisibility()
    expect(percentOf(ref)).toBe(20)
    const mails = () =>
      world.mail.sent.filter(({ subject }) => subject.includes('手数料')).map(({ to }) => to)
    expect(mails().toSorted()).toEqual(['aoi@room.test', 'show@room.test'])
    const after = await withdraw(planned.id)
    expect(after).toMatchObject({ percent: 10, planned: null })
    expect(after.history).toMatchObject([{ percent: 20, withdrawn_at: expect.any(String) }])
    await world.deliver()
    expect(percentOf(ref)).toBe(10)
    expect(mails()).toHaveLength(4)
    const { items } = await world.as('aoi')(inbox.listConversations, { query: {} })
    expect(items.map(({ kind, title }) => [kind, title])).toEqual([
      ['system', 'サービス手数料の変更を取りやめました'],
      ['system', 'サービス手数料の変更のお知らせ'],
    ])
    expect((await world.as('fan')(inbox.listConversations, { query: {} })).items).toEqual([])
    expect(await shown()).toEqual({ percent: 10, next: null })
    await expect(withdraw(planned.id)).rejects.toMatchObject({ status: 409, message: FEE_STANDS })
    await expect(withdraw('none')).rejects.toMatchObject({ status: 404 })
    // A second change on the same day is independent.
    await plan(
      20,
      dayOf(planned.effective_at) > inDays(30) ? dayOf(planned.effective_at) : inDays(31),
    )
    goTo(startOf(inDays(31)))
    await getVisibility()
    expect(await actions()).toMatchObject([
      { action: 'fee.plan' },
      {
        action: 'fee.withdraw',
        target: `fee:${planned.id}`,
        actor: 'admin',
        before: { fee_percent: 20, fee_from: dayOf(planned.effective_at) },
        after: { fee_percent: 10, reason: '見直したため' },
      },
      {
        action: 'fee.plan',
        target: `fee:${planned.id}`,
        label: '20%',
        before: { fee_percent: 10 },
        after: { fee_percent: 20, fee_from: dayOf(planned.effective_at), reason: REASON },
      },
    ])
  })

  it('cannot be withdrawn once in force; it takes another change', async () => {
    const planned = (await plan(12)).planned!
    goTo(planned.effective_at)
    await expect(withdraw(planned.id)).rejects.toMatchObject({ status: 409, message: FEE_STANDS })
    expect(await board()).toMatchObject({ percent: 12, planned: null, history: [{ percent: 12 }] })
    await plan(10)
    expect(await board()).toMatchObject({ percent: 12, planned: { percent: 10 } })
  })

  it('refuses one of two concurrent operators, and tells sellers of one change', async () => {
    const both = await Promise.allSettled([plan(12), plan(15, inDays(40), 'second')])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const rejected = both.find((one) => one.status === 'rejected')!
    expect(rejected.reason).toMatchObject({ status: 409, message: FEE_PLANNED })
    expect(await actions()).toHaveLength(1)
    await world.deliver()
    // A second run, as after a crash, sends nothing again.
    await world.db
      .updateTable('outbox')
      .set({ done_at: null, payload: JSON.stringify(await payloadOf()) })
      .where('topic', '=', 'fee-change')
      .execute()
    await world.deliver()
    expect((await world.as('aoi')(inbox.listConversations, { query: {} })).items).toHaveLength(1)
    expect(world.mail.sent.filter(({ subject }) => subject.includes('手数料'))).toHaveLength(2)
  })
  async function payloadOf() {
    const { planned } = await board()
    return { id: planned!.id, change: 'planned', before: 10, reason: REASON }
  }

  it('is shown per percentage on invoices, and as today’s in the texts', async () => {
    goTo(startOf('2027-01-05'))
    await plan(12, '2027-02-15')
    goTo(startOf('2027-02-10'))
    await buy('fan')
    goTo(startOf('2027-02-20'))
    await buy('other')
    goTo(startOf('2027-03-10'))
    await buy('third')
    goTo(startOf('2027-04-02'))
    await world.issueInvoices()
    const february = await invoiceOf('show', '2027-02')
    expect(february).toContain('¥198（売上1件の10%）')
    expect(february).toContain('¥237（売上1件の12%）')
    expect(february).toContain('<b>¥435</b>')
    expect(await invoiceOf('show', '2027-03')).toContain('¥237（売上1件の12%）')
    const faq = await world.as(null)(site.listFaq, { params: { topic: 'payment' } })
    expect(faq.map(({ answer_html }) => answer_html).join()).toContain('売上の12%')
  })
})
