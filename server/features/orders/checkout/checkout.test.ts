import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { BIRTHDAY_BEFORE_PAYING } from '#contract/auth/messages.ts'
import { events } from '#contract/events/calls.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { live } from '#contract/live/calls.ts'
import { WATCHING_BANNED } from '#contract/live/messages.ts'
import { SELLER_NOT_READY } from '#contract/monetization/messages.ts'
import { orders } from '#contract/orders/calls.ts'
import { PRICE_CHANGED } from '#contract/orders/messages.ts'
import { WEBHOOK_PATHS } from '#contract/payments/limits.ts'
import {
  CARD_NOT_AUTHENTICATED,
  CARD_WRONG,
  JCB_REFUSED,
  PAYMENT_UNFINISHED,
} from '#contract/payments/messages.ts'
import { SALES_DAYS } from '#contract/payouts/limits.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { NOT_A_MEMBER, OWN_ROOM } from '#contract/rooms/messages.ts'
import { CROWDED, STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { HOLD_MS } from '#contract/tickets/limits.ts'
import {
  HOLD_OVER,
  SALES_NOT_YET,
  SALES_OVER,
  SOLD_OUT,
  TICKET_HELD,
} from '#contract/tickets/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import { snapshotOf } from '#server/features/orders/order-snapshot.ts'
import { ProviderBusy, ProviderDown } from '#server/ports/payments.ts'
import {
  inHours,
  makeDigitalTicket,
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('buying a ticket on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    await makeUser(world, 'stranger')
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await makeEvent(world, 'room-aoi', { id: 'night', amount: 1_980, capacity: 2 })
  })
  afterEach(() => world.close())

  const pre = (
    body: { token?: string; amount?: number; keep_card?: boolean } = { token: 'tok_visa' },
    user = 'fan',
  ) => world.as(user)(events.startJoin, { body: { event_id: 'night', ...body } })
  const join = (paymentIntentId?: string, user = 'fan') =>
    world.as(user)(events.join, { body: { event_id: 'night', paymentIntentId } })
  const see = (user: string | null = 'fan') =>
    world.as(user)(events.getEvent, { params: { id: 'night' } })
  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const payments = async () => (await world.as('fan')(orders.listPayments, { query: {} })).items
  /** Invariants: paid money is a valid ticket or an open refund; seats and ledger agree. */
  async function expectOrder() {
    const [event] = await world.db.selectFrom('event').selectAll().execute()
    const rights = (await table('entitlement')).filter(({ status }) => status === 'valid')
    const holds = await world.db
      .selectFrom('hold')
      .select('order_id')
      .where('released_at', 'is', null)
      .execute()
    expect(event!.participants).toBe(rights.length)
    expect(event!.taken).toBe(rights.length + holds.length)
    const entries = await table('ledger_entry')
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
  }

  it('takes a seat, then the money, then gives the ticket, once', async () => {
    const started = await pre()
    expect(started).toMatchObject({
      ownerId: 'acct_aoi',
      hold_expires_at: inHours(world, HOLD_MS / 3_600_000),
    })
    expect(await see()).toMatchObject({ remaining: 1, participants: 0, joined: false })
    await expect(join(started.paymentIntent.id)).rejects.toMatchObject({
      status: 409,
      message: PAYMENT_UNFINISHED,
    })
    world.payments.confirm(started.paymentIntent.id)
    const ticket = await join(started.paymentIntent.id)
    expect(ticket).toMatchObject({ event_id: 'night', number: 1 })
    expect(await join(started.paymentIntent.id)).toEqual(ticket)
    expect(await join()).toEqual(ticket)
    expect(await see()).toMatchObject({ remaining: 1, participants: 1, joined: true })
    expect(await payments()).toMatchObject([
      { status: 'succeeded', amount: 1_980, receipt_number: 'R00000001' },
    ])
    await expectOrder()
  })

  it('takes no money of a person whose birthday is not known yet, and holds no seat', async () => {
    await world.db.updateTable('user').set({ birth_y: 0 }).where('id', '=', 'fan').execute()
    await expect(pre()).rejects.toMatchObject({ status: 409, message: BIRTHDAY_BEFORE_PAYING })
    expect(await see()).toMatchObject({ remaining: 2 })
    expect(await table('order')).toEqual([])
    await world.db.updateTable('user').set({ birth_y: 1990 }).where('id', '=', 'fan').execute()
    expect(await pre()).toMatchObject({ ownerId: 'acct_aoi' })
  })

  it('ledger is in whole yen: the shares sum to what the buyer paid', async () => {
    world.payments.bookAtOnce()
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    await join(paymentIntent.id)
    const sides = (await table('ledger_entry')).map(({ account, amount }) => [account, amount])
    expect(Object.fromEntries(sides)).toEqual({
      buyer: -1_980,
      platform_fee: 198,
      provider_fee: 71,
      seller: 1_711,
    })
  })

  it('pays with the saved card when no other is given, and saves the card that paid if the buyer says so', async () => {
    await expect(pre({})).rejects.toMatchObject({
      status: 422,
      errors: { token: [expect.any(String)] },
    })
    const { paymentIntent } = await pre({ token: 'tok_visa', keep_card: true })
    expect(await world.as('fan')(account.getMe, {})).toMatchObject({ mainCard: null })
    world.payments.confirm(paymentIntent.id)
    await join(paymentIntent.id)
    expect(await world.as('fan')(account.getMe, {})).toMatchObject({
      mainCard: { brand: 'visa', last4: '4242' },
      has_customer_id: true,
    })
    await makeEvent(world, 'room-aoi', { id: 'second', amount: 500 })
    const next = await world.as('fan')(events.startJoin, { body: { event_id: 'second' } })
    world.payments.confirm(next.paymentIntent.id)
    expect(
      await world.as('fan')(events.join, {
        body: { event_id: 'second', paymentIntentId: next.paymentIntent.id },
      }),
    ).toMatchObject({ number: 1 })
  })

  it('keeps no card without the buyer’s choice, neither here nor at the provider', async () => {
    const declined = await pre({ token: 'tok_mastercard', keep_card: false })
    const { paymentIntent } = await pre()
    expect(declined.paymentIntent.id).not.toBe(paymentIntent.id)
    world.payments.confirm(paymentIntent.id)
    await join(paymentIntent.id)
    world.payments.loseNext('dropCard')
    for (let times = 0; times < 2; times++) {
      await world.deliver()
      world.clock.move(60_000)
    }
    expect(await world.as('fan')(account.getMe, {})).toMatchObject({ mainCard: null })
    expect(await table('saved_card')).toEqual([])
    expect(world.payments.attachedCards()).toEqual([])
    await expectOrder()
  })

  it('keeps no card of a purchase that was given up', async () => {
    await pre({ token: 'tok_visa' })
    world.clock.move(HOLD_MS)
    await world.sweep()
    await world.deliver()
    expect(world.payments.attachedCards()).toEqual([])
  })

  it('gives a free ticket at once, without asking the provider', async () => {
    await world.db.updateTable('event').set({ amount: 0 }).execute()
    await expect(pre()).rejects.toMatchObject({ status: 409 })
    expect(await join()).toMatchObject({ number: 1 })
    expect(await join()).toMatchObject({ number: 1 })
    expect(world.payments.charges.size).toBe(0)
    await expectOrder()
  })

  it.each([
    { who: 'a visitor', user: null, status: 401, message: expect.any(String) },
    { who: 'one outside the room', user: 'stranger', status: 403, message: NOT_A_MEMBER },
    { who: 'the owner (37)', user: 'aoi', status: 409, message: OWN_ROOM },
  ])('refuses $who with $status', async ({ user, status, message }) => {
    const body = { event_id: 'night', token: 'tok_visa' }
    await expect(world.as(user)(events.startJoin, { body })).rejects.toMatchObject({
      status,
      message,
    })
    await world.db.updateTable('event').set({ amount: 0 }).execute()
    const free = { body: { event_id: 'night' } }
    await expect(world.as(user)(events.join, free)).rejects.toMatchObject({ status })
    expect(await table('order')).toEqual([])
    expect((await see('aoi')).remaining).toBe(2)
  })

  describe('says before and after the purchase how it will stand on the card’s statement', () => {
    const statement = '「ルーム　ＡＯＩ」または「ROOM AOI」（カード会社によって異なります）'
    const buying = {
      async event() {
        const { paymentIntent } = await pre()
        world.payments.confirm(paymentIntent.id)
        await join(paymentIntent.id)
      },
      async digital_ticket() {
        await makeDigitalTicket(world, 'room-aoi', { id: 'hall', amount: 3_500 })
        const params = { id: 'hall' }
        const body = { token: 'tok_visa' }
        const { paymentIntent } = await world.as('fan')(tickets.startTicketJoin, { params, body })
        world.payments.confirm(paymentIntent.id)
        const paid = { paymentIntentId: paymentIntent.id }
        await world.as('fan')(tickets.joinTicket, { params, body: paid })
      },
      async room() {
        await world.db.updateTable('room').set({ amount: 980 }).execute()
        const body = { room_id: 'aoi', token: 'tok_visa' }
        const { subscriptionId } = await world.as('stranger')(rooms.startSubscription, { body })
        await world.as('stranger')(rooms.subscribe, { body: { room_id: 'aoi', subscriptionId } })
      },
    }
    it.each(Object.entries(buying))('%s', async (kind, buy) => {
      await buy()
      const [order] = await table('order')
      expect(order).toMatchObject({ kind, state: 'settled' })
      const line = { label: 'カードの明細', text: statement }
      expect(snapshotOf(order!).confirmation).toContainEqual(line)
      await world.deliver()
      const emails = world.mail.sent.filter(({ subject }) => subject.includes('完了'))
      expect(emails.map(({ text }) => text)).toEqual([
        expect.stringContaining(`カードの明細：${statement}`),
      ])
    })
  })

  it('sends the ticket to a stream as an email, with its page, day and calendar', async () => {
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    await join(paymentIntent.id)
    await world.deliver()
    const { text, attachments } = world.mail.sent[0]!
    const lines = text.split('\n')
    expect(lines.slice(1, 3)).toEqual([
      expect.stringMatching(/^開始 2026年.*（日本時間）$/),
      'オンライン配信',
    ])
    expect(text).toContain('▼ チケットを表示する\n')
    expect(text).toContain('/account/ticketbox/event/night\n')
    expect(text).toContain('/api/application/event/night/calendar.ics\n')
    const file = await world.fetch('/api/application/event/night/calendar.ics')
    expect(attachments).toEqual([
      {
        filename: 'calendar.ics',
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: await file.text(),
      },
    ])
  })

  it('sells nothing earlier than eighty days before the end, as money is not held longer', async () => {
    const end_at = inHours(world, SALES_DAYS * 24)
    await world.db.updateTable('event').set({ end_at, sales_end_at: end_at }).execute()
    world.clock.move(-1)
    await expect(pre()).rejects.toMatchObject({ status: 409, message: SALES_NOT_YET })
    expect(await see()).toMatchObject({ can: { buy: false } })
    world.clock.move(1)
    expect(await see()).toMatchObject({ can: { buy: true } })
    await pre()
  })

  it('sells nothing after the sales end, at a cancelled event, or twice to one person', async () => {
    await world.db
      .updateTable('event')
      .set({ sales_end_at: inHours(world, 0) })
      .execute()
    await expect(pre()).rejects.toMatchObject({ status: 410, message: SALES_OVER })
    await world.db
      .updateTable('event')
      .set({ sales_end_at: inHours(world, 1), status: 'cancelled' })
      .execute()
    await expect(pre()).rejects.toMatchObject({ status: 410 })
    await world.db.updateTable('event').set({ status: 'published' }).execute()
    await makeTicket(world, 'night', 'fan')
    await expect(pre()).rejects.toMatchObject({ status: 409, message: TICKET_HELD })
  })

  it('user whom the owner has banned cannot buy', async () => {
    await world.as('aoi')(live.banFromTalk, { params: { id: 'night' }, body: { name: 'fan' } })
    expect(await see()).toMatchObject({ joined: false, can: { buy: false } })
    const expectedError = { status: 403, message: WATCHING_BANNED }
    await expect(pre()).rejects.toMatchObject(expectedError)
    await world.db.updateTable('event').set({ amount: 0 }).execute()
    await expect(join()).rejects.toMatchObject(expectedError)
    expect((await see('aoi')).remaining).toBe(2)
  })

  it('last seat goes to one of two buyers; the other is not charged (1)', async () => {
    await world.db.updateTable('event').set({ capacity: 1 }).execute()
    const results = await Promise.allSettled([pre(), pre({ token: 'tok_visa' }, 'other')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const rejected = results.find((one) => one.status === 'rejected')
    expect(rejected?.reason).toMatchObject({ status: 409, message: SOLD_OUT })
    expect(world.payments.charges.size).toBe(1)
    await expectOrder()
  })

  it('double click makes one payment (3)', async () => {
    const [one, two] = await Promise.all([pre(), pre()])
    expect(two.paymentIntent.id).toBe(one.paymentIntent.id)
    expect(await pre()).toEqual(one)
    expect(world.payments.charges.size).toBe(1)
    expect(await table('order')).toHaveLength(1)
    await expectOrder()
  })

  it('sweep grants the ticket of a buyer whose browser died (4)', async () => {
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    await world.sweep()
    expect((await see()).joined).toBe(false)
    world.clock.move(20_000)
    await world.sweep()
    expect((await see()).joined).toBe(true)
    expect(await join(paymentIntent.id)).toMatchObject({ number: 1 })
    await expectOrder()
  })

  it('finish during an outage answers 503, and grants the ticket afterwards (72)', async () => {
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    for (const [error, message] of [
      [new ProviderDown('away'), STATUS_MESSAGES[503]],
      [new ProviderBusy('crowded', 7), CROWDED],
    ] as const) {
      world.payments.breakNext('findCharge', error)
      await expect(join(paymentIntent.id)).rejects.toMatchObject({ status: 503, message })
    }
    expect(await join(paymentIntent.id)).toMatchObject({ number: 1 })
    await expectOrder()
  })

  it('sweep also finds a payment that started while the clock was ahead (4, 72)', async () => {
    world.clock.move(HOUR_MS)
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    world.clock.move(-HOUR_MS)
    await world.sweep()
    expect((await see()).joined).toBe(true)
    await expectOrder()
  })

  const eventOf = (ref: string, id: string, account = 'acct_aoi') => ({
    id,
    type: 'payment_intent.succeeded',
    account,
    object: { kind: 'payment_intent', ref },
  })
  const notify = (id: string, ref: string, account?: string) =>
    world.sendEvent({ ...eventOf(ref, id, account), kind: 'payment_intent', ref })

  it('webhook grants one ticket, however often it comes, before or after the buyer asks (5, 6)', async () => {
    world.payments.bookAtOnce()
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    for (const id of ['evt_1', 'evt_1', 'evt_2'])
      expect((await notify(id, paymentIntent.id)).status).toBe(200)
    await world.deliver()
    expect((await see()).joined).toBe(true)
    expect(await join(paymentIntent.id)).toMatchObject({ number: 1 })
    await notify('evt_3', paymentIntent.id)
    await world.deliver()
    expect(await table('entitlement')).toHaveLength(1)
    expect(await table('ledger_entry')).toHaveLength(4)
    const webhookEvents = await world.db
      .selectFrom('webhook_event')
      .select(['id', 'state'])
      .execute()
    expect(webhookEvents.map(({ state }) => state)).toEqual(['done', 'done', 'done'])
  })

  it('webhook with a bad signature or of another account changes nothing (9, 10)', async () => {
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    const signed = world.payments.webhookOf(eventOf(paymentIntent.id, 'evt_1'))
    const forged = { ...signed, body: signed.body.replace('acct_aoi', 'acct_mio') }
    expect((await world.fetch(WEBHOOK_PATHS.connect, forged)).status).toBe(400)
    expect((await notify('evt_2', paymentIntent.id, 'acct_mallory')).status).toBe(200)
    await world.deliver()
    expect((await see()).joined).toBe(false)
  })

  it('payment of another user grants no ticket (11)', async () => {
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    await expect(join(paymentIntent.id, 'other')).rejects.toMatchObject({ status: 404 })
    await expect(join('pi_unheard_of')).rejects.toMatchObject({ status: 404 })
    expect(await table('entitlement')).toEqual([])
  })

  it('payment of one event grants no ticket to another (12)', async () => {
    await makeEvent(world, 'room-aoi', { id: 'dear', amount: 50_000 })
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    const body = { event_id: 'dear', paymentIntentId: paymentIntent.id }
    await expect(world.as('fan')(events.join, { body })).rejects.toMatchObject({ status: 404 })
  })

  it('charge with another amount grants no ticket (14)', async () => {
    const { paymentIntent } = await pre()
    world.payments.amend('payment_intent', paymentIntent.id, { amount: 1 })
    world.payments.confirm(paymentIntent.id)
    await expect(join(paymentIntent.id)).rejects.toMatchObject({ status: 500 })
    expect(await table('entitlement')).toEqual([])
  })

  it('price change is refused, so that a buyer pays the price that was shown (15)', async () => {
    await expect(pre({ token: 'tok_visa', amount: 1_000 })).rejects.toMatchObject({
      status: 409,
      message: PRICE_CHANGED,
    })
    const { paymentIntent } = await pre({ token: 'tok_visa', amount: 1_980 })
    await world.db.updateTable('event').set({ amount: 3_000 }).execute()
    world.payments.confirm(paymentIntent.id)
    await join(paymentIntent.id)
    expect(await payments()).toMatchObject([{ amount: 1_980 }])
  })

  it('open order at the old price is replaced by one at the new (15)', async () => {
    const old = await pre()
    await world.db.updateTable('event').set({ amount: 3_000 }).execute()
    const { paymentIntent } = await pre({ token: 'tok_visa', amount: 3_000 })
    expect(world.payments.charges.get(old.paymentIntent.id)!.status).toBe('canceled')
    expect(world.payments.charges.get(paymentIntent.id)!.amount).toBe(3_000)
    await expectOrder()
  })

  it('unanswered call is retried under the same key (18, 21)', async () => {
    world.payments.cutNext('startCharge')
    await expect(pre()).rejects.toMatchObject({ status: 503 })
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    await join(paymentIntent.id)
    expect(await table('attempt')).toHaveLength(1)
  })

  it('unpaid seat is released after fifteen minutes, and its payment cancelled (22)', async () => {
    const { paymentIntent } = await pre()
    world.clock.move(HOLD_MS - 1)
    await world.sweep()
    expect((await see()).remaining).toBe(1)
    world.clock.move(1)
    await world.sweep()
    expect((await see()).remaining).toBe(2)
    expect(world.payments.charges.get(paymentIntent.id)!.status).toBe('canceled')
    await expect(join(paymentIntent.id)).rejects.toMatchObject({ status: 410 })
    await expectOrder()
  })

  it('hold keeps the shown expiry though the clock went back and forth (22, 72)', async () => {
    const { hold_expires_at } = await pre()
    world.clock.move(-HOUR_MS)
    await world.sweep()
    expect(Date.parse((await pre()).hold_expires_at)).toBe(world.clock.now().getTime() + HOLD_MS)
    world.clock.move(HOUR_MS + HOLD_MS - 1)
    await world.sweep()
    expect((await see()).remaining).toBe(1)
    expect((await pre()).hold_expires_at).toBe(hold_expires_at)
    world.clock.move(1)
    await world.sweep()
    expect((await see()).remaining).toBe(2)
    await expectOrder()
  })

  it('hold taken while the clock was ahead is shortened (22, 72)', async () => {
    world.clock.move(HOUR_MS)
    const { paymentIntent } = await pre()
    world.clock.move(-HOUR_MS)
    await world.sweep()
    world.clock.move(HOLD_MS - 1)
    await world.sweep()
    expect((await see()).remaining, 'whoever is still at it has as long as ever').toBe(1)
    world.clock.move(1)
    await world.sweep()
    expect((await see()).remaining).toBe(2)
    expect(world.payments.charges.get(paymentIntent.id)!.status).toBe('canceled')
    await expectOrder()
  })

  /** A payment that succeeds only after its seat was released. */
  async function payLate() {
    const { paymentIntent } = await pre()
    world.clock.move(HOLD_MS)
    await world.sweep()
    const status = 'requires_payment_method'
    world.payments.amend('payment_intent', paymentIntent.id, { status })
    world.payments.confirm(paymentIntent.id)
    return paymentIntent.id
  }

  it('late payment gets a ticket if a seat is free (22)', async () => {
    const ref = await payLate()
    expect(await join(ref)).toMatchObject({ number: 1 })
    await expectOrder()
  })

  it('late payment is refunded if no seat is free, and the buyer is told (22)', async () => {
    world.payments.bookAtOnce()
    const ref = await payLate()
    await world.db.updateTable('event').set({ capacity: 1, taken: 0 }).execute()
    await makeTicket(world, 'night', 'other')
    await expect(join(ref)).rejects.toMatchObject({ status: 410, message: HOLD_OVER })
    expect(await table('refund')).toMatchObject([{ state: 'open', amount: 1_980 }])
    await world.deliver()
    expect(world.payments.refunds).toEqual([{ charge: ref, amount: 1_980 }])
    expect(await table('refund')).toMatchObject([{ state: 'done' }])
    expect(await payments()).toMatchObject([{ status: 'refunded', refunded_amount: 1_980 }])
    expect((await see()).joined).toBe(false)
    await expectOrder()
  })

  it('payment of a ticket that the buyer got otherwise is refunded, and its seat released (22)', async () => {
    const { paymentIntent } = await pre()
    await makeTicket(world, 'night', 'fan')
    world.payments.confirm(paymentIntent.id)
    await expect(join(paymentIntent.id)).rejects.toMatchObject({ status: 410 })
    expect(await see()).toMatchObject({ participants: 1, remaining: 1 })
    await expectOrder()
  })

  it('failed authentication allows another card (23)', async () => {
    const first = await pre({ token: 'tok_threeDSecure2Required' })
    world.payments.confirm(first.paymentIntent.id, 'failed')
    await expect(join(first.paymentIntent.id)).rejects.toMatchObject({
      status: 402,
      message: CARD_NOT_AUTHENTICATED,
    })
    const second = await pre({ token: 'tok_visa' })
    expect(second.paymentIntent.id).not.toBe(first.paymentIntent.id)
    world.payments.confirm(second.paymentIntent.id)
    expect(await join(second.paymentIntent.id)).toMatchObject({ number: 1 })
    await expectOrder()
  })

  it('another card cancels the payment with the first (23)', async () => {
    const first = await pre({ token: 'tok_visa' })
    await pre({ token: 'tok_mastercard' })
    expect(world.payments.charges.get(first.paymentIntent.id)!.status).toBe('canceled')
    expect(await table('order')).toHaveLength(1)
    await expectOrder()
  })

  it('declined card is refused with a message, and the seat stays held (24)', async () => {
    await expect(pre({ token: 'tok_chargeDeclined' })).rejects.toMatchObject({
      status: 402,
      message: CARD_WRONG,
    })
    const { paymentIntent } = await pre()
    world.payments.confirm(paymentIntent.id)
    expect(await join(paymentIntent.id)).toMatchObject({ number: 1 })
    expect(await payments()).toHaveLength(1)
  })

  it('JCB is accepted only if the seller takes it, whatever the browser says (25)', async () => {
    await expect(pre({ token: 'tok_jcb' })).rejects.toMatchObject({
      status: 402,
      message: JCB_REFUSED,
    })
    await world.db.updateTable('seller_account').set({ jcb_payments: 1 }).execute()
    world.payments.sellers.set('acct_aoi', { takesJcb: true })
    const { paymentIntent } = await pre({ token: 'tok_jcb' })
    world.payments.confirm(paymentIntent.id)
    expect(await join(paymentIntent.id)).toMatchObject({ number: 1 })
  })

  it('seller with payments disabled sells nothing (31)', async () => {
    await world.db.updateTable('seller_account').set({ charges_enabled: 0 }).execute()
    await expect(pre()).rejects.toMatchObject({ status: 409, message: SELLER_NOT_READY })
    expect(await table('order')).toEqual([])
  })

  it('order stores what the buyer was shown, with its hash', async () => {
    await pre()
    const [order] = await table('order')
    expect(JSON.parse(order!.snapshot)).toMatchObject({
      amount: 1_980,
      quantity: 1,
      confirmation: expect.arrayContaining([{ label: 'お支払い', text: '¥1,980（税込）' }]),
    })
    expect(order!.snapshot_hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('turns the reminder of one event on and off', async () => {
    const set = (on: boolean, user = 'fan') =>
      world.as(user)(events.setNotify, { params: { id: 'night' }, body: { on } })
    for (const on of [true, true, false]) {
      expect(await set(on)).toEqual({ on })
      expect((await see()).notify).toBe(on)
    }
    await expect(set(true, 'stranger')).rejects.toMatchObject({ status: 403 })
  })
})
