import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { dashboard } from '#contract/dashboard/calls.ts'
import { events } from '#contract/events/calls.ts'
import { MINUTE_MS } from '#contract/lib/durations.ts'
import { operatorMoney } from '#contract/operator/money/calls.ts'
import { operatorOverview } from '#contract/operator/overview/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { makeEvent, makeMember, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const AMOUNT = 1_980
const KEPT = -71 - 1_300

describe.each(apiDatabaseNames)('questioned payments on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    await makeUser(world, 'admin', { role: 'operator' })
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await makeEvent(world, 'room-aoi', { id: 'night', amount: AMOUNT, capacity: 1 })
  })
  afterEach(() => world.close())

  async function buy(user = 'fan', token = 'tok_visa') {
    const body = { event_id: 'night', token }
    const { paymentIntent } = await world.as(user)(events.startJoin, { body })
    world.payments.confirm(paymentIntent.id)
    const paid = { event_id: 'night', paymentIntentId: paymentIntent.id }
    await world.as(user)(events.join, { body: paid })
    return paymentIntent.id
  }
  const seen = (user: string) => world.as(user)(events.getEvent, { params: { id: 'night' } })
  const earned = async () =>
    (await world.as('aoi')(dashboard.getProceeds, { query: {} })).sum.profit
  const emailsTo = (name: string) =>
    world.mail.sent.filter(({ to }) => to === `${name}@room.test`).map(({ subject }) => subject)
  const countOf = (name: string, part: string) =>
    emailsTo(name).filter((subject) => subject.includes(part)).length
  const refundBySeller = async () => {
    const [sale] = (await world.as('aoi')(orders.listSales, { query: {} })).items
    await world.as('aoi')(orders.refund, { params: { id: sale!.id } })
    await world.deliver()
  }

  /** Delivers a webhook event twice. */
  async function notify(kind: string, ref: string) {
    const event = { id: randomUUID(), kind, ref, account: 'acct_aoi' }
    for (let times = 0; times < 2; times++) await world.sendEvent(event)
    await world.deliver()
  }
  async function loseDispute(charge: string) {
    const { ref } = world.payments.dispute(charge)
    await notify('dispute', ref)
    world.payments.closeDispute(ref, 'lost')
    await notify('dispute', ref)
    return ref
  }
  /** The bank disputes a payment in two parts. */
  async function disputeTwice(charge: string) {
    const parts = [1_000, AMOUNT - 1_000]
    const [first, second] = parts.map((amount) => world.payments.dispute(charge, { amount }).ref)
    for (const ref of [first!, second!]) await notify('dispute', ref)
    return [first!, second!] as const
  }
  async function reverse(ref: string) {
    world.payments.reverse(ref)
    await notify('dispute', ref)
    await world.deliver()
  }
  /** What operators see: open disputes and warnings, and the states of the payments. */
  async function asOperator() {
    const { todo } = await world.as('admin')(operatorOverview.getOverview, {})
    const { items } = await world.as('admin')(operatorMoney.listPayments, { query: {} })
    return [todo.disputes, todo.warnings, items.map(({ warned }) => warned)]
  }

  it('lost dispute that the bank reverses restores ticket and proceeds (32)', async () => {
    world.payments.bookAtOnce()
    const ref = await loseDispute(await buy())
    expect(await seen('fan')).toMatchObject({ joined: false, remaining: 1 })
    await reverse(ref)
    expect(await seen('fan')).toMatchObject({ joined: true, remaining: 0 })
    // The platform does not take its returned fee again.
    expect(await earned()).toBe(AMOUNT + KEPT)
    const [payment] = (await world.as('fan')(orders.listPayments, { query: {} })).items
    expect(payment).toMatchObject({ status: 'succeeded', refunded_amount: 0 })
    expect(world.payments.refunds).toEqual([])
    expect(await readTable(world.db, 'dispute')).toMatchObject([{ state: 'won' }])
    for (const part of ['申し立てがありました', '申し立てが認められ', 'あらためて退けられ'])
      expect(countOf('aoi', part), part).toBe(1)
    expect(countOf('admin', '確認が必要')).toBe(2)
  })

  it('lost dispute that is reversed after its seat was sold refunds the buyer', async () => {
    const charge = await buy()
    const ref = await loseDispute(charge)
    await buy('other')
    await reverse(ref)
    expect(await seen('fan')).toMatchObject({ joined: false, remaining: 0 })
    expect((await seen('other')).joined).toBe(true)
    expect(world.payments.refunds).toEqual([{ charge, amount: AMOUNT }])
  })

  it('lost dispute that is reversed after the buyer bought again refunds the first payment', async () => {
    const charge = await buy()
    const ref = await loseDispute(charge)
    await world.db.updateTable('event').set({ capacity: 2 }).execute()
    await buy('fan', 'tok_mastercard')
    await reverse(ref)
    expect(await seen('fan')).toMatchObject({ joined: true, remaining: 1 })
    expect(world.payments.refunds).toEqual([{ charge, amount: AMOUNT }])
  })

  it('lost dispute of a payment that its seller was refunding is refunded when reversed', async () => {
    const charge = await buy()
    const { ref } = world.payments.dispute(charge)
    await refundBySeller()
    await notify('dispute', ref)
    world.payments.closeDispute(ref, 'lost')
    await notify('dispute', ref)
    await reverse(ref)
    expect((await seen('fan')).joined).toBe(false)
    expect(world.payments.refunds).toEqual([{ charge, amount: AMOUNT }])
  })

  it('dispute that is reversed before its loss was known is simply won', async () => {
    const { ref } = world.payments.dispute(await buy())
    world.payments.closeDispute(ref, 'lost')
    await reverse(ref)
    expect(await seen('fan')).toMatchObject({ joined: true, remaining: 0 })
    expect(countOf('aoi', 'あらためて')).toBe(0)
  })

  it.each(['won', 'reversed'] as const)(
    'dispute of an account that was deleted before refunds nothing when it is %s',
    async (how) => {
      const charge = await buy()
      const password = 'long and secret'
      const password_hash = await hashPassword(password)
      await world.db.updateTable('user').set({ password_hash }).where('id', '=', 'fan').execute()
      await world.as('fan')(account.leave, { body: { password } })
      world.clock.move(MINUTE_MS)
      if (how === 'reversed') await reverse(await loseDispute(charge))
      else {
        const { ref } = world.payments.dispute(charge)
        await notify('dispute', ref)
        world.payments.closeDispute(ref, 'won')
        await notify('dispute', ref)
      }
      await world.deliver()
      expect(world.payments.refunds).toEqual([])
      expect(await readTable(world.db, 'dispute')).toMatchObject([{ state: 'won' }])
      expect(await seen('other')).toMatchObject({ remaining: 1, participants: 0 })
    },
  )

  it.each(['won', 'lost'] as const)(
    'right stays ended when one of two disputes is won, and the other decides: %s',
    async (state) => {
      const charge = await buy()
      const refs = await disputeTwice(charge)
      world.payments.closeDispute(refs[0], 'won')
      await notify('dispute', refs[0])
      expect(await seen('fan')).toMatchObject({ joined: false, remaining: 0 })
      world.payments.closeDispute(refs[1], state)
      await notify('dispute', refs[1])
      expect(await seen('fan')).toMatchObject(
        state === 'won' ? { joined: true, remaining: 0 } : { joined: false, remaining: 1 },
      )
    },
  )

  it('right stays ended when a second dispute is won after the first was lost', async () => {
    const refs = await disputeTwice(await buy())
    world.payments.closeDispute(refs[0], 'lost')
    await notify('dispute', refs[0])
    world.payments.closeDispute(refs[1], 'won')
    await notify('dispute', refs[1])
    expect(await seen('fan')).toMatchObject({ joined: false, remaining: 1 })
  })

  it('refund of the rest names its sum, while another part is on its way', async () => {
    const charge = await buy()
    await notify('refund', world.payments.refundAtProvider(charge, 500).ref)
    await refundBySeller()
    const letter = world.mail.sent.find(({ subject }) => subject.includes('取り消されました'))
    expect(letter?.text).toContain('¥1,480（税込）は、全額をお返しします')
  })

  it('inquiry reaches seller and operators once, and changes no right', async () => {
    world.payments.bookAtOnce()
    const { ref } = world.payments.dispute(await buy(), { inquiry: true })
    await notify('dispute', ref)
    expect((await seen('fan')).joined).toBe(true)
    expect(await readTable(world.db, 'dispute')).toEqual([])
    expect(countOf('aoi', 'カード会社から照会')).toBe(1)
    expect(world.mail.sent.find(({ to }) => to === 'aoi@room.test')?.text).toMatch(/\d日.*までに、/)
    expect(countOf('admin', '確認が必要')).toBe(1)
    expect(await asOperator()).toEqual([0, 1, [true]])
    world.payments.closeDispute(ref, 'won')
    await notify('dispute', ref)
    expect(await asOperator()).toEqual([0, 0, [false]])
    expect(await earned()).toBe(AMOUNT - 198 - 71)
  })

  it('inquiry that becomes a dispute revokes the right', async () => {
    const { ref } = world.payments.dispute(await buy(), { inquiry: true })
    await notify('dispute', ref)
    world.payments.escalate(ref)
    await notify('dispute', ref)
    expect((await seen('fan')).joined).toBe(false)
    expect(countOf('aoi', '申し立てがありました')).toBe(1)
    expect(await asOperator()).toEqual([1, 0, [false]])
  })

  it('fraud warning reaches seller and operators until its payment is refunded', async () => {
    world.payments.bookAtOnce()
    const { ref } = world.payments.warnOfFraud(await buy())
    await notify('radar.early_fraud_warning', ref)
    expect((await seen('fan')).joined).toBe(true)
    expect(countOf('aoi', '不正利用の疑い')).toBe(1)
    expect(countOf('admin', '確認が必要')).toBe(1)
    expect(await asOperator()).toEqual([0, 1, [true]])
    await refundBySeller()
    expect(await asOperator()).toEqual([0, 0, [false]])
    await notify('radar.early_fraud_warning', ref)
    expect(await readTable(world.db, 'payment_warning')).toMatchObject([
      { kind: 'fraud', closed_at: world.clock.now().toISOString() },
    ])
  })

  it('fraud warning of a payment that is not settled yet is retried', async () => {
    const body = { event_id: 'night', token: 'tok_visa' }
    const { paymentIntent } = await world.as('fan')(events.startJoin, { body })
    world.payments.confirm(paymentIntent.id)
    const { ref } = world.payments.warnOfFraud(paymentIntent.id)
    await notify('radar.early_fraud_warning', ref)
    expect(await readTable(world.db, 'payment_warning')).toEqual([])
    const paid = { event_id: 'night', paymentIntentId: paymentIntent.id }
    await world.as('fan')(events.join, { body: paid })
    world.clock.move(5_000)
    await world.deliver()
    expect(await readTable(world.db, 'payment_warning')).toMatchObject([{ kind: 'fraud' }])
  })
})
