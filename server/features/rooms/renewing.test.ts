import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { orders } from '#contract/orders/calls.ts'
import { PAYMENT_UNFINISHED } from '#contract/payments/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { RETRY_AFTER_S } from '#server/http/provider-errors.ts'
import { makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const FAILED = '参加費のお支払いを確認できませんでした'

describe.each(apiDatabaseNames)('membership over several months on %s', (database) => {
  let world: World
  let ref: string

  beforeEach(async () => {
    world = await createWorld(database)
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
  const ownSubscription = async () =>
    (await world.as('fan')(rooms.listSubscribed, { query: {} })).items.find(
      ({ id }) => id === 'aoi',
    )?.subscription
  const pastDueRooms = async () => (await world.as('fan')(account.getMe, {})).behind
  const again = (body: { subscriptionId?: string } = {}) =>
    world.as('fan')(rooms.subscribe, { body: { room_id: 'aoi', ...body } })
  const leave = () => world.as('fan')(rooms.unsubscribe, { params: { id: 'aoi' } })
  const pay = (token?: string) =>
    world.as('fan')(rooms.payPastDue, { params: { id: 'aoi' }, body: token ? { token } : {} })
  const subjects = () =>
    world.mail.sent.map(({ subject }) => subject.replace('【Room】', '')).sort()
  const charged = () =>
    [...world.payments.charges.values()].filter(({ status }) => status === 'succeeded').length

  /** Delivers a webhook event of the subscription, whose current state is then read. */
  async function notify(type = 'invoice.paid') {
    await world.sendEvent({ type, kind: 'subscription', ref })
    await deliver()
  }
  /** Delivers the outbox, too: emails, refunds. */
  async function deliver() {
    for (let times = 0; times < 2; times++) await world.deliver()
  }
  /** Advances a month on both sides. */
  async function renew(how: 'paid' | 'refused' = 'paid', amount?: number) {
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime())
    return world.payments.renew(ref, how, amount)
  }
  const days = (count: number) => world.clock.move(count * DAY_MS)

  /** Invariants: paid money has a settled order or a refund; the ledger sums to zero and matches the counters. */
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

  it('records a paid month as a settled order with ledger entry, receipt and email', async () => {
    world.payments.bookAtOnce()
    const { period } = await renew()
    await notify()
    expect(await ownSubscription()).toMatchObject({
      status: 'active',
      current_period_end: period.end,
    })
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

  it('finds a paid month although the clock was ahead at the last sync and the event is lost (72)', async () => {
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime() - 1)
    days(3)
    await world.sweep()
    days(-3)
    await renew('refused')
    await world.sweep()
    expect(await ownSubscription()).toMatchObject({ status: 'past_due' })
  })

  it('counts a month once, for events of any source, order and number (5, 7)', async () => {
    world.payments.bookAtOnce()
    await renew()
    for (const type of ['customer.subscription.updated', 'invoice.paid', 'invoice.paid'])
      await world.sendEvent({ type, kind: 'subscription', ref })
    await Promise.all([world.deliver(), world.sweep(), again({ subscriptionId: ref })])
    await world.deliver()
    await world.sweep()
    expect(await table('order')).toHaveLength(2)
    expect(await table('receipt')).toHaveLength(2)
    // Of the second month; the provider has not written the first.
    expect(await table('ledger_entry')).toHaveLength(4)
    await expectOrder()
  })

  it('retries an event of a paid invoice until its subscription is stored (7)', async () => {
    world.payments.loseNext('startSubscription')
    const body = { room_id: 'aoi', token: 'tok_visa' }
    const start = () => world.as('other')(rooms.startSubscription, { body })
    await expect(start()).rejects.toMatchObject({ status: 503 })
    const early = [...world.payments.subscriptions.keys()].at(-1)!
    await world.sendEvent({ type: 'invoice.paid', kind: 'subscription', ref: early })
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

  it('ignores a late event of a failed first attempt after the second succeeded (7)', async () => {
    const { charge } = await renew('refused')
    await notify('invoice.payment_failed')
    world.payments.confirm(charge!)
    await notify('invoice.paid')
    await notify('invoice.payment_failed')
    await notify('customer.subscription.updated')
    expect(await ownSubscription()).toMatchObject({ status: 'active', locks_at: null })
    await expectOrder()
  })

  /** The provider's past due state arrives late: meanwhile the renewal is paid and another sync stores it. */
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
    await notify('invoice.payment_failed')
  }

  it('discards a stale state when a later one is stored (7)', async () => {
    await answerLate()
    expect(await ownSubscription()).toMatchObject({ status: 'active', locks_at: null })
    expect(subjects()).not.toContain(FAILED)
    await expectOrder()
  })

  it('would set a paid member to past due without the check for stale states (7)', async () => {
    await answerLate(() => world.db.updateTable('membership').set({ look: null }).execute())
    expect(await ownSubscription()).toMatchObject({ status: 'past_due' })
    expect(subjects()).toContain(FAILED)
  })

  it('finds three months without events by its own sync (8)', async () => {
    for (let month = 0; month < 3; month++) await renew()
    await world.sweep()
    expect(await paid()).toHaveLength(4)
    expect((await ownSubscription())!.current_period_end).toBe(
      world.payments.subscriptions.get(ref)!.periodEnd,
    )
    await world.sweep()
    await expectOrder()
  })

  it('ends after leaving although the final event is missing (8)', async () => {
    await leave()
    const { periodEnd } = world.payments.subscriptions.get(ref)!
    world.clock.move(Date.parse(periodEnd!) - world.clock.now().getTime())
    world.payments.end(ref)
    await world.sweep()
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    await expectOrder()
  })

  it('refunds a month above the agreed price, and charges none again (15)', async () => {
    world.payments.bookAtOnce()
    const { charge } = await renew('paid', 1_200)
    await notify()
    await notify()
    expect(world.payments.refunds).toEqual([{ charge, amount: 1_200 }])
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    expect((await paid())[0]).toMatchObject({ amount: 1_200, status: 'refunded' })
    expect(world.log.lines.map(({ message }) => message)).toContain('a renewal is refunded')
    await expectOrder()
  })

  it('refunds a month paid after the member left', async () => {
    const { charge } = await renew('refused')
    await notify('invoice.payment_failed')
    await leave()
    expect(await see()).toMatchObject({ subscribed: false })
    days(1)
    // An earlier charge is paid on the provider's own page.
    world.payments.confirm(charge!)
    await notify()
    expect(world.payments.refunds).toEqual([{ charge, amount: 980 }])
    await expectOrder()
  })

  it('keeps access for seven days although the clock was ahead at the decline (28, 72)', async () => {
    await renew('refused')
    days(365)
    await notify('invoice.payment_failed')
    days(-365)
    await world.sweep()
    const locks_at = new Date(world.clock.now().getTime() + 7 * DAY_MS).toISOString()
    expect(await ownSubscription()).toMatchObject({ status: 'past_due', locks_at })
    days(7)
    await world.sweep()
    expect(await ownSubscription()).toBeUndefined()
    await expectOrder()
  })

  it('records nothing for a charge that does not match', async () => {
    const { charge } = await renew()
    world.payments.amend('payment_intent', charge!, { currency: 'usd' })
    await notify()
    expect(await table('order')).toHaveLength(1)
    expect(world.log.lines.map(({ message }) => message)).toContain('a renewal does not fit')
  })

  it('keeps access for seven days with three emails, then ends (28)', async () => {
    const { charge } = await renew('refused')
    await notify('invoice.payment_failed')
    const from = world.clock.now().getTime()
    const locks_at = new Date(from + 7 * DAY_MS).toISOString()
    expect(await ownSubscription()).toMatchObject({ status: 'past_due', locks_at })
    expect(await pastDueRooms()).toEqual([{ room_id: 'aoi', title: '夜ふかし喫茶室', locks_at }])
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
    expect(await mailsAt(7 * DAY_MS)).toEqual(['ルームから退会となりました'])
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    expect(await ownSubscription()).toBeUndefined()
    expect(await pastDueRooms()).toEqual([])
    await expectNothingOwed(charge)
    await expectOrder()
    await expect(pay('tok_mastercard')).rejects.toMatchObject({ status: 404 })
    await join()
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    await expectOrder()
  })

  /** The provider charges nothing more for the subscription, and nobody can pay its invoice. */
  async function expectNothingOwed(charge: string | null) {
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    expect(world.payments.charges.get(charge!)!.status).toBe('canceled')
    const open = await world.deps.payments.listInvoices('acct_aoi', ref)
    expect(open.map(({ status }) => status)).toEqual(['over', 'paid'])
  }

  it('ends at the provider once, although answers are lost and the process is killed (28)', async () => {
    const { charge } = await renew('refused')
    await notify('invoice.payment_failed')
    days(7)
    await world.sweep()
    for (const step of ['endSubscription', 'voidInvoices', 'findSubscription'] as const) {
      world.payments.loseNext(step)
      await deliver()
      days(1)
    }
    world.payments.cutNext('voidInvoices')
    for (let times = 0; times < 3; times++) {
      await deliver()
      days(1)
    }
    await expectNothingOwed(charge)
    expect(subjects().filter((subject) => subject === 'ルームから退会となりました')).toHaveLength(1)
    expect(world.payments.refunds).toEqual([])
    await expectOrder()
  })

  it.each(['before', 'after'] as const)(
    'refunds a payment %s the subscription ends, when the week is over (28)',
    async (when) => {
      const { charge } = await renew('refused')
      await notify('invoice.payment_failed')
      days(7)
      await world.sweep()
      if (when === 'after')
        await world.deps.payments.endSubscription({
          account: 'acct_aoi',
          ref,
          atPeriodEnd: false,
        })
      world.payments.confirm(charge!)
      await deliver()
      expect(world.payments.refunds).toEqual([{ charge, amount: 980 }])
      expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
      expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
      await expectOrder()
    },
  )

  it('continues if the payment is made just before the week is over (28)', async () => {
    const { charge } = await renew('refused')
    await notify('invoice.payment_failed')
    days(7)
    world.payments.confirm(charge!)
    await world.sweep()
    await deliver()
    expect(await ownSubscription()).toMatchObject({ status: 'active' })
    expect(world.payments.subscriptions.get(ref)!.status).toBe('active')
    expect(world.payments.refunds).toEqual([])
    await expectOrder()
  })

  it('that a release before has locked ends at the next sync', async () => {
    const { charge } = await renew('refused')
    await notify('invoice.payment_failed')
    days(7)
    await world.db.updateTable('membership').set({ status: 'incomplete' }).execute()
    await world.db.updateTable('room').set({ subscribers: 0 }).execute()
    await world.sweep()
    await deliver()
    expect(await ownSubscription()).toBeUndefined()
    await expectNothingOwed(charge)
  })

  it('takes another card during the week (28)', async () => {
    await renew('refused')
    await notify('invoice.payment_failed')
    days(6)
    const begun = await pay('tok_mastercard')
    expect(begun).toMatchObject({ result: 'succeeded', subscriptionId: ref, ownerId: 'acct_aoi' })
    expect(await again({ subscriptionId: ref })).toEqual({ room_id: 'aoi', status: 'active' })
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    expect(await pastDueRooms()).toEqual([])
    expect(await world.as('fan')(account.getMe, {})).toMatchObject({
      mainCard: { brand: 'mastercard' },
    })
    expect((await paid())[0]).toMatchObject({ status: 'succeeded' })
    await expectOrder()
  })

  it('ends on the seventh day even if the provider is unavailable (28)', async () => {
    await renew('refused')
    await notify('invoice.payment_failed')
    days(7)
    world.payments.cutNext('findSubscription')
    await world.sweep()
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
  })

  it('continues after the bank’s authentication on screen (28)', async () => {
    const { charge } = await renew('refused')
    await notify('invoice.payment_failed')
    const payment = await pay('tok_threeDSecure2Required')
    expect(payment).toMatchObject({
      result: 'requires_action',
      paymentIntent: { client_secret: expect.any(String) },
    })
    await expect(again({ subscriptionId: ref })).rejects.toMatchObject({
      status: 409,
      message: PAYMENT_UNFINISHED,
    })
    expect(await pay('tok_threeDSecure2Required')).toEqual(payment)
    world.payments.confirm(charge!, 'failed')
    await expect(again({ subscriptionId: ref })).rejects.toMatchObject({ status: 402 })
    expect(await pay('tok_visa')).toMatchObject({ result: 'succeeded' })
    expect(charged()).toBe(2)
    await expectOrder()
  })

  it('charges once despite double clicks, two tabs or a declined card (3, 24)', async () => {
    await renew('refused')
    await notify('invoice.payment_failed')
    await expect(pay('tok_chargeCustomerFail')).rejects.toMatchObject({ status: 402 })
    const presses = await Promise.allSettled(Array.from({ length: 4 }, () => pay('tok_mastercard')))
    // While one pays, another may be asked to wait.
    for (const press of presses.filter(({ status }) => status === 'rejected'))
      expect(press).toMatchObject({ reason: { status: 409, message: PAYMENT_UNFINISHED } })
    expect(presses).toContainEqual(
      expect.objectContaining({ value: expect.objectContaining({ result: 'succeeded' }) }),
    )
    expect(await pay('tok_visa')).toMatchObject({ result: 'succeeded', paymentIntent: null })
    expect(charged()).toBe(2)
    expect(await table('order')).toHaveLength(2)
    await expectOrder()
  })

  it('finds a payment whose answer was lost, and makes no second (21)', async () => {
    await renew('refused')
    await notify('invoice.payment_failed')
    world.payments.loseNext('paySubscription')
    await expect(pay('tok_mastercard')).rejects.toMatchObject({ status: 503 })
    days(1)
    await world.sweep()
    expect(await see()).toMatchObject({ subscribed: true })
    expect(await ownSubscription()).toMatchObject({ status: 'active' })
    expect(await pay()).toMatchObject({ result: 'succeeded' })
    expect(charged()).toBe(2)
    await expectOrder()
  })

  it('ends with the provider’s final event, and nothing is due any more (28)', async () => {
    await renew('refused')
    await notify('invoice.payment_failed')
    world.payments.end(ref)
    world.mail.sent.length = 0
    for (let times = 0; times < 2; times++) await notify('customer.subscription.deleted')
    expect(subjects()).toEqual(['ルームから退会となりました'])
    expect(await see()).toMatchObject({ subscribed: false, subscribers: 0 })
    expect(await pastDueRooms()).toEqual([])
    await expect(pay('tok_visa')).rejects.toMatchObject({ status: 404 })
    expect(await table('order')).toMatchObject([{ state: 'settled' }, { state: 'failed' }])
    await expectOrder()
    await join()
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
  })

  it('refuses a second subscription while the first is past due', async () => {
    await renew('refused')
    await notify('invoice.payment_failed')
    const body = { room_id: 'aoi', token: 'tok_visa' }
    await expect(world.as('fan')(rooms.startSubscription, { body })).rejects.toMatchObject({
      status: 409,
    })
    await expect(
      world.as('other')(rooms.payPastDue, { params: { id: 'aoi' }, body: {} }),
    ).rejects.toMatchObject({ status: 404 })
    expect(world.payments.subscriptions.size).toBe(1)
  })

  it('keeps the paid period after leaving, is idempotent, and resumes free of charge before the end (29)', async () => {
    const { current_period_end } = (await ownSubscription())!
    const left = { cancel_at_period_end: true, current_period_end }
    expect([await leave(), await leave()]).toEqual([left, left])
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    await world.deliver()
    expect(subjects()).toEqual(['お申し込みが完了しました', '退会を受け付けました'])
    expect(await again()).toEqual({ room_id: 'aoi', status: 'active' })
    expect(await ownSubscription()).toMatchObject({
      cancel_at_period_end: false,
      current_period_end,
    })
    expect(world.payments.subscriptions.get(ref)!.cancelAtPeriodEnd).toBe(false)
    expect(charged()).toBe(1)
    await expect(
      world.as('other')(rooms.unsubscribe, { params: { id: 'aoi' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('can be left in a suspended room, and is not charged again (29)', async () => {
    await world.db.updateTable('room').set({ state: 9 }).execute()
    await expect(see()).rejects.toMatchObject({ status: 404 })
    expect(await leave()).toMatchObject({ cancel_at_period_end: true })
    expect(world.payments.subscriptions.get(ref)!.cancelAtPeriodEnd).toBe(true)
    await expect(
      world.as('other')(rooms.unsubscribe, { params: { id: 'aoi' } }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('answers 503 while the seller’s account is unknown', async () => {
    await world.db.updateTable('membership').set({ subscription_ref: 'sub_unheard' }).execute()
    await expect(leave()).rejects.toMatchObject({
      status: 503,
      retryAfterMs: RETRY_AFTER_S * 1_000,
    })
  })

  it('answers 503 during an outage, without partial changes (18)', async () => {
    for (const work of [leave, () => again({ subscriptionId: ref }), () => pay('tok_visa')]) {
      world.payments.cutNext('findSubscription')
      await expect(work()).rejects.toMatchObject({ status: 503 })
    }
    world.payments.cutNext('endSubscription')
    await expect(leave()).rejects.toMatchObject({ status: 503 })
    expect(await ownSubscription()).toMatchObject({ status: 'active', cancel_at_period_end: false })
    expect(await leave()).toMatchObject({ cancel_at_period_end: true })
    await expectOrder()
  })

  it('is a new purchase after the end; late money of the old subscription is refunded (29)', async () => {
    await leave()
    days(32)
    world.payments.end(ref)
    await notify('customer.subscription.deleted')
    expect(await see()).toMatchObject({ subscribed: false })
    days(1)
    const second = await join()
    expect(second).not.toBe(ref)
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    days(1)
    world.payments.amend('subscription', ref, { status: 'active', cancel_at_period_end: false })
    const { charge } = world.payments.renew(ref)
    await notify()
    expect(world.payments.refunds).toEqual([{ charge, amount: 980 }])
    expect(world.payments.subscriptions.get(ref)!.status).toBe('canceled')
    expect(await see()).toMatchObject({ subscribed: true, subscribers: 1 })
    await expectOrder()
  })

  describe('dispute won by the seller restores no month (32)', () => {
    async function ask() {
      const dispute = world.payments.dispute(world.payments.subscriptions.get(ref)!.charge!.ref)
      const follow = async () => {
        await world.sendEvent({ kind: 'dispute', ref: dispute.ref })
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

    it('of an older month: the membership continues', async () => {
      const dispute = await ask()
      await renew()
      await notify()
      await dispute.follow()
      await dispute.win()
      expect(world.payments.refunds).toEqual([])
      expect(world.payments.subscriptions.get(ref)!.status).toBe('active')
      expect(await see()).toMatchObject({ subscribed: true })
      await expectOrder()
    })

    it('of a month that has ended meanwhile', async () => {
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

  it('free members stay free when a price is set; a higher price applies to new members (30)', async () => {
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
    await notify()
    expect(await ownSubscription()).toMatchObject({ amount: 980 })
    expect((await paid())[0]).toMatchObject({ amount: 980, status: 'succeeded' })
    await world.as('fan')(rooms.unsubscribe, { params: { id: 'free' } })
    await expect(world.as('fan')(rooms.subscribe, { body })).rejects.toMatchObject({ status: 409 })
    await expectOrder()
  })
})
