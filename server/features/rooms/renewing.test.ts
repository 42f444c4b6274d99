import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { PAYMENT_UNFINISHED } from '#contract/messages.ts'
import { orders } from '#contract/orders.ts'
import { rooms } from '#contract/rooms.ts'
import type { Schema } from '#server/db/schema.ts'
import { RETRY_AFTER_S } from '#server/http/provider-errors.ts'
import { makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { openWorld, type World } from '#server/testing/world.ts'

const DAY_MS = 86_400_000
const FAILED = '参加費のお支払いを確認できませんでした'

describe.each(databaseNames)('a membership over the months on %s', (database) => {
  let world: World
  let ref: string

  beforeEach(async () => {
    world = await openWorld(database)
    await makeRoom(world, 'aoi', { amount: 980, title: '夜ふかし喫茶室' })
    await makeSeller(world, 'aoi')
    for (const name of ['fan', 'other']) await makeUser(world, name)
    ref = await join()
  })
  afterEach(() => world.close())

  async function join(user = 'fan') {
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const { subscriptionId } = await world.as(user)(rooms.startSubscription, { body })
    await world.as(user)(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
    return subscriptionId
  }
  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const see = (user = 'fan') => world.as(user)(rooms.getRoom, { params: { id: 'aoi' } })
  const paid = async () => (await world.as('fan')(orders.listPayments, { query: {} })).items
  const mine = async () =>
    (await world.as('fan')(rooms.listSubscribed, { query: {} })).items.find(
      ({ id }) => id === 'aoi',
    )?.subscription
  const behind = async () => (await world.as('fan')(account.getMe, {})).behind
  const again = (body: { subscriptionId?: string } = {}) =>
    world.as('fan')(rooms.subscribe, { body: { room_id: 'aoi', ...body } })
  const leave = () => world.as('fan')(rooms.unsubscribe, { params: { id: 'aoi' } })
  const pay = (token?: string) =>
    world.as('fan')(rooms.payArrears, { params: { id: 'aoi' }, body: token ? { token } : {} })
  const subjects = () =>
    world.mail.sent.map(({ subject }) => subject.replace('【Room】', '')).sort()
  const charged = () =>
    [...world.payments.charges.values()].filter(({ status }) => status === 'succeeded').length

  let told = 0
  const say = (type: string, object: { kind: string; ref: string }) =>
    world.fetch('/api/stripe/webhook/connect', {
      method: 'POST',
      headers: { 'stripe-signature': 'good' },
      body: JSON.stringify({ id: `evt_${++told}`, type, account: 'acct_aoi', object }),
    })
  /** The provider tells of the subscription; what it is about is read anew. */
  async function tell(type = 'invoice.paid') {
    await say(type, { kind: 'subscription', ref })
    await deliver()
  }
  /** Also what the work left behind: mails, refunds. */
  async function deliver() {
    for (let times = 0; times < 2; times++) await world.deliver()
  }
  /** The month passes, here and there. */
  async function renew(how: 'paid' | 'refused' = 'paid', amount?: number) {
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime())
    return world.payments.renew(ref, how, amount)
  }
  const days = (count: number) => world.clock.move(count * DAY_MS)

  /** Money that was kept has a settled order or is on its way back; the books sum to nothing and fit the counters. */
  async function expectOrder() {
    const settled = (await table('order')).filter(({ state }) => state === 'settled')
    const back = (await table('refund')).filter(({ state }) => state !== 'replaced')
    const returned = (await table('order')).filter(({ state }) => state === 'refunded')
    expect(settled.length + returned.length).toBe(charged())
    expect(back.length).toBeGreaterThanOrEqual(returned.length)
    const sum = (await table('ledger_entry')).reduce((total, { amount }) => total + amount, 0)
    expect(sum).toBe(0)
    const members = (await table('membership')).filter(
      ({ status }) => status === 'active' || status === 'past_due',
    )
    const rights = (await table('entitlement')).filter(({ status }) => status === 'valid')
    expect(rights).toHaveLength(members.length)
    expect((await see()).subscribers).toBe(members.length)
  }

  it('makes a paid month a settled order with its books, its receipt and its mail, and goes on', async () => {
    const { period } = await renew()
    await tell()
    expect(await mine()).toMatchObject({ status: 'active', current_period_end: period.end })
    expect(await paid()).toMatchObject([
      { kind: 'room', amount: 980, status: 'succeeded', receipt_number: 'R00000002' },
      { kind: 'room', amount: 980, status: 'succeeded', receipt_number: 'R00000001' },
    ])
    const [order] = (await table('order')).filter(({ invoice_ref }) => invoice_ref !== null)
    expect(JSON.parse(order!.snapshot)).toMatchObject({ title: '夜ふかし喫茶室', period })
    const sides = (await table('ledger_entry')).filter(({ order_id }) => order_id === order!.id)
    expect(Object.fromEntries(sides.map(({ account, amount }) => [account, amount]))).toEqual({
      buyer: -980,
      platform_fee: 98,
      provider_fee: 35,
      seller: 847,
    })
    expect(subjects()).toEqual(['お申し込みが完了しました', '参加費のお支払いを確認しました'])
    await expectOrder()
  })

  it('72: learns of a month though its clock was ahead as it last looked, and the notice is lost', async () => {
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime() - 1)
    days(3)
    await world.sweep()
    days(-3)
    await renew('refused')
    await world.sweep()
    expect(await mine()).toMatchObject({ status: 'past_due' })
  })

  it('fault 5, 7: a month counts once, whoever tells of it, in any order and however often', async () => {
    await renew()
    for (const type of ['customer.subscription.updated', 'invoice.paid', 'invoice.paid'])
      await say(type, { kind: 'subscription', ref })
    await Promise.all([world.deliver(), world.sweep(), again({ subscriptionId: ref })])
    await world.deliver()
    await world.sweep()
    expect(await table('order')).toHaveLength(2)
    expect(await table('receipt')).toHaveLength(2)
    expect(await table('ledger_entry')).toHaveLength(8)
    await expectOrder()
  })

  it('fault 7: told of a paid invoice before its subscription is written down, asks again until it is', async () => {
    world.payments.loseNext('startSubscription')
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const start = () => world.as('other')(rooms.startSubscription, { body })
    await expect(start()).rejects.toMatchObject({ status: 503 })
    const early = [...world.payments.subscriptions.keys()].at(-1)!
    await say('invoice.paid', { kind: 'subscription', ref: early })
    await world.deliver()
    expect(await table('webhook_event')).toMatchObject([{ state: 'received' }])
    const { subscriptionId } = await start()
    expect(subscriptionId).toBe(early)
    days(1)
    await world.deliver()
    expect(await table('webhook_event')).toMatchObject([{ state: 'done' }])
    await world.sweep()
    expect(await see('other')).toMatchObject({ subscribed: true })
  })

  it('fault 7: a failure of the first try that is told after the second succeeded changes nothing', async () => {
    const { charge } = await renew('refused')
    await tell('invoice.payment_failed')
    world.payments.confirm(charge!)
    await tell('invoice.paid')
    await tell('invoice.payment_failed')
    await tell('customer.subscription.updated')
    expect(await mine()).toMatchObject({ status: 'active', locks_at: null })
    await expectOrder()
  })

  /** The provider answers that a renewal is owed; while that travels, it is paid, and another look writes it down. */
  async function answerLate(meanwhile: () => Promise<unknown> = async () => {}) {
    const { charge } = await renew('refused')
    const { findSubscription } = world.deps.payments
    let stale = true
    world.deps.payments.findSubscription = async (account, id) => {
      const answer = await findSubscription(account, id)
      if (!stale) return answer
      stale = false
      world.payments.confirm(charge!)
      await again({ subscriptionId: ref })
      await meanwhile()
      return answer
    }
    await tell('invoice.payment_failed')
  }

  it('fault 7: an answer that was on its way while a later one was written is thrown away', async () => {
    await answerLate()
    expect(await mine()).toMatchObject({ status: 'active', locks_at: null })
    expect(subjects()).not.toContain(FAILED)
    await expectOrder()
  })

  it('fault 7: without looks that know one another, it would put a member who has paid behind', async () => {
    await answerLate(() => world.db.updateTable('membership').set({ look: null }).execute())
    expect(await mine()).toMatchObject({ status: 'past_due' })
    expect(subjects()).toContain(FAILED)
  })

  it('fault 8: three months nobody told us of are found by our own look', async () => {
    for (let month = 0; month < 3; month++) await renew()
    await world.sweep()
    expect(await paid()).toHaveLength(4)
    expect((await mine())!.current_period_end).toBe(
      world.payments.subscriptions.get(ref)!.periodEnd,
    )
    await world.sweep()
    await expectOrder()
  })

  it('fault 8: a leaving whose end nobody told us of ends all the same', async () => {
    await leave()
    const subscription = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(subscription.periodEnd!) - world.clock.now().getTime())
    subscription.status = 'canceled'
    await world.sweep()
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    await expectOrder()
  })

  it('fault 15: a month that was dearer than what was agreed goes back, and is not asked for again', async () => {
    const { charge } = await renew('paid', 1_200)
    await tell()
    await tell()
    expect(world.payments.refunds).toEqual([{ charge, amount: 1_200 }])
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    expect((await paid())[0]).toMatchObject({ amount: 1_200, status: 'refunded' })
    expect(world.log.lines.map(({ message }) => message)).toContain('a renewal is refunded')
    await expectOrder()
  })

  it('a month that was paid after the member left goes back', async () => {
    const { charge } = await renew('refused')
    await tell('invoice.payment_failed')
    await leave()
    expect(await see()).toMatchObject({ subscribed: false })
    days(1)
    // Somebody pays what was asked for before, at the provider's own page.
    world.payments.charges.get(charge!)!.status = 'requires_confirmation'
    world.payments.confirm(charge!)
    await tell()
    expect(world.payments.refunds).toEqual([{ charge, amount: 980 }])
    await expectOrder()
  })

  it('28, 72: keeps the room for seven days though the clock was ahead as it was refused', async () => {
    await renew('refused')
    days(365)
    await tell('invoice.payment_failed')
    days(-365)
    await world.sweep()
    const locks_at = new Date(world.clock.now().getTime() + 7 * DAY_MS).toISOString()
    expect(await mine()).toMatchObject({ status: 'past_due', locks_at })
    days(7)
    await world.sweep()
    expect(await mine()).toMatchObject({ status: 'incomplete' })
    await expectOrder()
  })

  it('lets nothing in the books that does not fit', async () => {
    const { charge } = await renew()
    world.payments.charges.get(charge!)!.currency = 'usd'
    await tell()
    expect(await table('order')).toHaveLength(1)
    expect(world.log.lines.map(({ message }) => message)).toContain('a renewal does not fit')
  })

  it('fault 28: keeps the room for seven days with three mails, then locks it, and opens it for who pays', async () => {
    await renew('refused')
    await tell('invoice.payment_failed')
    const from = world.clock.now().getTime()
    const locks_at = new Date(from + 7 * DAY_MS).toISOString()
    expect(await mine()).toMatchObject({ status: 'past_due', locks_at })
    expect(await behind()).toEqual([{ room_id: 'aoi', title: '夜ふかし喫茶室', locks_at }])
    expect((await paid())[0]).toMatchObject({ status: 'failed', amount: 980 })
    expect(subjects()).toContain(FAILED)
    const mailsAt = async (ms: number) => {
      world.mail.sent.length = 0
      world.clock.move(from + ms - world.clock.now().getTime())
      await world.sweep()
      await deliver()
      return subjects()
    }
    for (const [ms, mails] of [
      [3 * DAY_MS - 1, []],
      [3 * DAY_MS, [FAILED]],
      [6 * DAY_MS - 1, []],
      [6 * DAY_MS, ['まもなくルームを見られなくなります']],
      [7 * DAY_MS - 1, []],
    ] as const) {
      expect(await mailsAt(ms)).toEqual(mails)
      expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    }
    expect(await mailsAt(7 * DAY_MS)).toEqual(['ルームのご利用を停止しました'])
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    expect(await mine()).toMatchObject({ status: 'incomplete', locks_at })
    await expectOrder()

    const begun = await pay('tok_mastercard')
    expect(begun).toMatchObject({ result: 'succeeded', subscriptionId: ref, ownerId: 'acct_aoi' })
    expect(await again({ subscriptionId: ref })).toEqual({ room_id: 'aoi', status: 'active' })
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    expect(await behind()).toEqual([])
    expect(await world.as('fan')(account.getMe, {})).toMatchObject({
      mainCard: { brand: 'mastercard' },
    })
    expect((await paid())[0]).toMatchObject({ status: 'succeeded' })
    await expectOrder()
  })

  it('fault 28: locks on the seventh day also where the provider cannot be asked', async () => {
    await renew('refused')
    await tell('invoice.payment_failed')
    days(7)
    world.payments.refuseNext('findSubscription', 'down')
    await world.sweep()
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
  })

  it('fault 28: the bank’s question is asked on screen, and its answer opens the room', async () => {
    const { charge } = await renew('refused')
    await tell('invoice.payment_failed')
    const asked = await pay('tok_threeDSecure2Required')
    expect(asked).toMatchObject({
      result: 'requires_action',
      paymentIntent: { client_secret: expect.any(String) },
    })
    await expect(again({ subscriptionId: ref })).rejects.toMatchObject({
      status: 409,
      message: PAYMENT_UNFINISHED,
    })
    expect(await pay('tok_threeDSecure2Required')).toEqual(asked)
    world.payments.confirm(charge!, 'failed')
    await expect(again({ subscriptionId: ref })).rejects.toMatchObject({ status: 402 })
    expect(await pay('tok_visa')).toMatchObject({ result: 'succeeded' })
    expect(charged()).toBe(2)
    await expectOrder()
  })

  it('fault 3, 24: neither two presses nor two tabs, nor a card that was refused, charge twice', async () => {
    await renew('refused')
    await tell('invoice.payment_failed')
    world.payments.refuseNext('paySubscription', 'card_declined')
    await expect(pay('tok_visa')).rejects.toMatchObject({ status: 402 })
    await Promise.all([pay('tok_mastercard'), pay('tok_mastercard')])
    expect(await pay('tok_visa')).toMatchObject({ result: 'succeeded', paymentIntent: null })
    expect(charged()).toBe(2)
    expect(await table('order')).toHaveLength(2)
    await expectOrder()
  })

  it('fault 21: a payment whose answer was lost is found, and not made again', async () => {
    await renew('refused')
    await tell('invoice.payment_failed')
    world.payments.loseNext('paySubscription')
    await expect(pay('tok_mastercard')).rejects.toMatchObject({ status: 503 })
    days(1)
    await world.sweep()
    expect(await see()).toMatchObject({ subscribed: true })
    expect(await mine()).toMatchObject({ status: 'active' })
    expect(await pay()).toMatchObject({ result: 'succeeded' })
    expect(charged()).toBe(2)
    await expectOrder()
  })

  it('fault 28: the provider’s last word ends it, and nothing is owed any more', async () => {
    await renew('refused')
    await tell('invoice.payment_failed')
    world.payments.subscriptions.get(ref)!.status = 'canceled'
    world.mail.sent.length = 0
    for (let times = 0; times < 2; times++) await tell('customer.subscription.deleted')
    expect(subjects()).toEqual(['ルームを退会になりました'])
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    expect(await behind()).toEqual([])
    await expect(pay('tok_visa')).rejects.toMatchObject({ status: 404 })
    expect(await table('order')).toMatchObject([{ state: 'settled' }, { state: 'failed' }])
    await expectOrder()
    await join()
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
  })

  it('takes no second subscription of somebody whose first is locked', async () => {
    await renew('refused')
    await tell('invoice.payment_failed')
    days(7)
    await world.sweep()
    const body = { room_id: 'aoi', token: 'tok_visa' }
    await expect(world.as('fan')(rooms.startSubscription, { body })).rejects.toMatchObject({
      status: 409,
    })
    await expect(
      world.as('other')(rooms.payArrears, { params: { id: 'aoi' }, body: {} }),
    ).rejects.toMatchObject({ status: 404 })
    expect(world.payments.subscriptions.size).toBe(1)
  })

  it('fault 29: leaving keeps what is paid, twice is once, and coming back before the end costs nothing', async () => {
    const { current_period_end } = (await mine())!
    const left = { cancel_at_period_end: true, current_period_end }
    expect([await leave(), await leave()]).toEqual([left, left])
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    await world.deliver()
    expect(subjects()).toEqual(['お申し込みが完了しました', '退会を受け付けました'])
    expect(await again()).toEqual({ room_id: 'aoi', status: 'active' })
    expect(await mine()).toMatchObject({ cancel_at_period_end: false, current_period_end })
    expect(world.payments.subscriptions.get(ref)!.cancelAtPeriodEnd).toBe(false)
    expect(charged()).toBe(1)
    await expect(
      world.as('other')(rooms.unsubscribe, { params: { id: 'aoi' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('29: a room that an operator has suspended can be left, and is not charged for again', async () => {
    await world.db.updateTable('room').set({ state: 9 }).execute()
    await expect(see()).rejects.toMatchObject({ status: 404 })
    expect(await leave()).toMatchObject({ cancel_at_period_end: true })
    expect(world.payments.subscriptions.get(ref)!.cancelAtPeriodEnd).toBe(true)
    await expect(
      world.as('other')(rooms.unsubscribe, { params: { id: 'aoi' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('asks to come back later where it is not known yet who takes the money', async () => {
    await world.db.updateTable('membership').set({ subscription_ref: 'sub_unheard' }).execute()
    await expect(leave()).rejects.toMatchObject({
      status: 503,
      retryAfterMs: RETRY_AFTER_S * 1_000,
    })
  })

  it('fault 18: asks to come back later while the provider is away, and nothing is half-done', async () => {
    for (const work of [leave, () => again({ subscriptionId: ref }), () => pay('tok_visa')]) {
      world.payments.refuseNext('findSubscription', 'down')
      await expect(work()).rejects.toMatchObject({ status: 503 })
    }
    world.payments.refuseNext('endSubscription', 'down')
    await expect(leave()).rejects.toMatchObject({ status: 503 })
    expect(await mine()).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(await leave()).toMatchObject({ cancel_at_period_end: true })
    await expectOrder()
  })

  it('fault 29: after the end it is a purchase of its own, and the old subscription’s money goes back', async () => {
    await leave()
    days(32)
    world.payments.subscriptions.get(ref)!.status = 'canceled'
    await tell('customer.subscription.deleted')
    expect(await see()).toMatchObject({ subscribed: false })
    days(1)
    const second = await join()
    expect(second).not.toBe(ref)
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    days(1)
    world.payments.subscriptions.get(ref)!.status = 'active'
    const { charge } = world.payments.renew(ref)
    await tell()
    expect(world.payments.refunds).toEqual([{ charge, amount: 980 }])
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    await expectOrder()
  })

  describe('32: a question of the buyer’s bank that the seller wins gives no month back', () => {
    async function ask() {
      const dispute = world.payments.dispute(world.payments.subscriptions.get(ref)!.charge!.ref)
      const follow = async () => {
        await say('dispute.updated', { kind: 'dispute', ref: dispute.ref })
        await deliver()
      }
      return {
        follow,
        async win() {
          world.payments.closeDispute(dispute.ref, 'won')
          await follow()
        },
      }
    }

    it('where it is an older one: the membership goes on', async () => {
      const dispute = await ask()
      await renew()
      await tell()
      await dispute.follow()
      await dispute.win()
      expect(world.payments.refunds).toEqual([])
      expect(world.payments.subscriptions.get(ref)!.status).toBe('active')
      expect(await see()).toMatchObject({ subscribed: true })
      await expectOrder()
    })

    it('where it is over by then', async () => {
      const dispute = await ask()
      await dispute.follow()
      expect(await see()).toMatchObject({ subscribed: false })
      days(40)
      await dispute.win()
      expect(world.payments.refunds).toEqual([])
      expect(await see()).toMatchObject({ subscribed: false })
      await expectOrder()
    })
  })

  it('fault 30: who was in for nothing stays for nothing when the room begins to cost; a price that rises is for newcomers', async () => {
    await makeRoom(world, 'free')
    const body = { room_id: 'free' }
    await world.as('fan')(rooms.subscribe, { body })
    await world.db.updateTable('room').set({ amount: 1_500 }).execute()
    days(40)
    await world.sweep()
    const free = (await world.as('fan')(rooms.listSubscribed, { query: {} })).items.find(
      ({ id }) => id === 'free',
    )
    expect(free).toMatchObject({ subscribed: true, subscription: { amount: 0, locks_at: null } })
    await renew()
    await tell()
    expect(await mine()).toMatchObject({ amount: 980 })
    expect((await paid())[0]).toMatchObject({ amount: 980, status: 'succeeded' })
    await world.as('fan')(rooms.unsubscribe, { params: { id: 'free' } })
    await expect(world.as('fan')(rooms.subscribe, { body })).rejects.toMatchObject({ status: 409 })
    await expectOrder()
  })
})
