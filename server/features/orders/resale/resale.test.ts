import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { LEAVE_EVENTS_COMING } from '#contract/account/messages.ts'
import { events } from '#contract/events/calls.ts'
import { DAY_MS, HOUR_MS } from '#contract/lib/durations.ts'
import { orders } from '#contract/orders/calls.ts'
import {
  LISTED_NOT_TRANSFERABLE,
  NO_TICKET,
  RESALE_OFF,
  RESALE_OFFERED,
  RESALE_OVER,
  RESALE_PRICE_CHANGED,
  RESALE_TRANSFERRED,
  RESALE_UNPAID,
} from '#contract/resale/messages.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { SOLD_OUT } from '#contract/tickets/messages.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { formOf } from '#server/testing/form.ts'
import { makeTicket } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createStage, PRICE, type Stage } from './testing/stage.ts'

const KINDS = ['event', 'digital_ticket'] as const
const CASES = apiDatabaseNames.flatMap((name) => KINDS.map((kind) => [kind, name] as const))

describe.each(CASES)('a listed ticket of an %s on %s', (kind, database) => {
  let stage: Stage

  beforeEach(async () => {
    stage = await createStage(database, kind)
    await stage.buy('ann')
  })
  afterEach(() => stage.world.close())

  const outcomes = async () =>
    (await readTable(stage.world.db, 'resale')).map(({ outcome }) => outcome)
  const remaining = async (user: string) => {
    const page =
      kind === 'event'
        ? await stage.world.as(user)(events.getEvent, { params: { id: 'night' } })
        : await stage.world.as(user)(tickets.getDigitalTicket, {
            params: { roomid: 'aoi', id: 'night' },
          })
    return { remaining: page.remaining, resale: page.resale }
  }
  const change = (fields: Parameters<typeof formOf>[0]) =>
    kind === 'event'
      ? stage.world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body: formOf(fields) })
      : stage.world.as('aoi')(tickets.changeTicket, {
          params: { roomid: 'aoi', id: 'night' },
          body: formOf(fields),
        })
  async function dispute(user: string, state: 'won' | 'lost' | null = null) {
    const { payments } = stage.world
    const order = await stage.orderOf(user).catch(() => null)
    const attempt = (await readTable(stage.world.db, 'attempt')).find(
      ({ order_id }) => order_id === order,
    )
    const { ref } = payments.dispute(attempt!.intent_ref!)
    const tell = () => stage.world.sendEvent({ id: randomUUID(), kind: 'dispute', ref })
    await tell()
    await stage.world.deliver()
    if (!state) return
    payments.closeDispute(ref, state)
    await tell()
    await stage.world.deliver()
  }

  it('is sold once, at the price paid, and its buyer gets the money back', async () => {
    stage.world.payments.bookAtOnce()
    expect(await stage.seen('ann')).toMatchObject({
      ...{ state: 'none', amount: PRICE, why: null },
      can: { list: true, withdraw: false },
    })
    expect(await remaining('bob')).toEqual({ remaining: 0, resale: false })
    expect(await stage.list('ann')).toMatchObject({ state: 'listed', can: { withdraw: true } })
    await stage.list('ann')
    expect(await remaining('bob')).toEqual({ remaining: 1, resale: true })
    const paying = await stage.start('bob')
    expect(await stage.holders()).toEqual(['ann'])
    await stage.pay('bob', paying)
    await stage.finish('bob', paying)
    expect(await stage.holders()).toEqual(['bob'])
    expect(await stage.seen('ann')).toMatchObject({ state: 'sold', amount: PRICE })
    expect(await remaining('cat')).toEqual({ remaining: 0, resale: false })
    await stage.expectExact()
    expect((await stage.mailsTo('ann')).sort()).toEqual([
      'お申し込みが完了しました',
      '公式リセールでチケットが購入されました',
      '返金のお知らせ',
    ])
    expect(stage.world.payments.refunds.map(({ amount }) => amount)).toEqual([PRICE])
    const [payment] = (await stage.world.as('ann')(orders.listPayments, { query: {} })).items
    expect(payment).toMatchObject({ status: 'refunded', refunded_amount: PRICE })
    const confirmed = JSON.parse((await readTable(stage.world.db, 'order')).at(-1)!.snapshot)
    expect(JSON.stringify(confirmed)).toContain('公式リセールに出したチケット')
    await stage.expectExact()
  })

  it('goes to the first who waits, and nobody passes them', async () => {
    await stage.wait('bob')
    await stage.wait('cat')
    await stage.list('ann')
    await stage.world.serveWaiting()
    expect(await stage.waitOf('bob')).toMatchObject({ state: 'offered' })
    // The deadline of 公式リセール is before that of the offer.
    expect((await stage.waitOf('bob')).until).toBe((await stage.product()).resale_until)
    await expect(stage.start('cat')).rejects.toMatchObject({ message: SOLD_OUT })
    await stage.buy('bob')
    expect(await stage.holders()).toEqual(['bob'])
    await stage.expectExact()
  })

  it('comes back from a person to whom it is offered; they keep their place', async () => {
    await stage.wait('bob')
    await stage.wait('cat')
    await stage.list('ann')
    await stage.world.serveWaiting()
    await stage.withdraw('ann')
    await stage.withdraw('ann')
    expect(await outcomes()).toEqual(['withdrawn'])
    expect(await stage.waitOf('bob')).toMatchObject({ state: 'waiting', place: 1 })
    expect(await stage.mailsTo('bob')).toContain('お席のご案内を取り消しました')
    await stage.expectExact()
    await stage.list('ann')
    await stage.world.serveWaiting()
    expect(await stage.waitOf('bob')).toMatchObject({ state: 'offered' })
    await stage.expectExact()
  })

  it('stays with its holder if nobody bought it in time, and they are told', async () => {
    const until = stage.world.clock.now().getTime() + 20 * HOUR_MS
    const resale_until = new Date(until).toISOString()
    await stage.world.db.updateTable(kind).set({ resale_until }).execute()
    await stage.list('ann')
    stage.world.clock.move(20 * HOUR_MS - 1)
    await stage.world.serveWaiting()
    expect(await stage.seen('ann')).toMatchObject({ state: 'listed' })
    stage.world.clock.move(1)
    // At the deadline itself, before any sweep; the sale goes on.
    await expect(stage.start('bob')).rejects.toMatchObject({ message: SOLD_OUT })
    await stage.world.serveWaiting()
    await stage.world.serveWaiting()
    expect(await outcomes()).toEqual(['unsold'])
    expect(await stage.seen('ann')).toMatchObject({ state: 'unsold', why: RESALE_OVER })
    expect(await stage.holders()).toEqual(['ann'])
    const told = (await stage.mailsTo('ann')).filter((subject) => subject.includes('リセール'))
    expect(told).toEqual(['公式リセールが終わりました'])
    await stage.expectExact()
  })

  it('is bought after the deadline by a person who began before it', async () => {
    await stage.world.db
      .updateTable(kind)
      .set({ resale_until: new Date(stage.world.clock.now().getTime() + HOUR_MS).toISOString() })
      .execute()
    await stage.list('ann')
    stage.world.clock.move(HOUR_MS - 1)
    const paying = await stage.start('bob')
    stage.world.clock.move(1)
    await stage.world.serveWaiting()
    expect(await outcomes()).toEqual([null])
    await expect(stage.start('cat')).rejects.toMatchObject({ message: SOLD_OUT })
    await stage.pay('bob', paying)
    expect(await stage.holders()).toEqual(['bob'])
    await stage.expectExact()
  })

  it('stays while the seats of the owner are sold, of which nobody has to give one up', async () => {
    await stage.world.db.updateTable(kind).set({ capacity: 2 }).execute()
    await stage.list('ann')
    expect(await remaining('bob')).toEqual({ remaining: 2, resale: false })
    const [first, second] = [await stage.start('bob'), await stage.start('cat')]
    // The second order took the listed seat; the first who pays takes the free one all the same.
    await stage.pay('cat', second)
    expect(await stage.holders()).toEqual(['ann', 'cat'])
    await stage.expectExact()
    await stage.pay('bob', first)
    expect(await stage.holders()).toEqual(['bob', 'cat'])
    await stage.expectExact()
  })

  it('is of the oldest listing, and each is sold once', async () => {
    await stage.world.db.updateTable(kind).set({ capacity: 2 }).execute()
    await stage.buy('bob')
    await stage.list('bob')
    await stage.list('ann')
    await stage.buy('cat')
    expect(await stage.holders()).toEqual(['ann', 'cat'])
    await stage.buy('dan')
    expect(await stage.holders()).toEqual(['cat', 'dan'])
    await stage.expectExact()
  })

  it('may be sold again by the next holder', async () => {
    await stage.list('ann')
    await stage.buy('bob')
    await stage.list('bob')
    await stage.buy('ann')
    expect(await stage.holders()).toEqual(['ann'])
    expect(await stage.seen('ann')).toMatchObject({ state: 'none', can: { list: true } })
    expect(await stage.seen('bob')).toMatchObject({ state: 'sold' })
    await stage.expectExact()
  })

  it('keeps its price: it cannot be changed, and one that was bought for another is not listed', async () => {
    const stands = { status: 422, errors: { amount: [expect.stringContaining('公式リセール')] } }
    await stage.list('ann')
    await expect(change({ amount: '2500' })).rejects.toMatchObject(stands)
    await stage.withdraw('ann')
    await change({ amount: '2500' })
    expect(await stage.seen('ann')).toMatchObject({ why: RESALE_PRICE_CHANGED })
    await expect(stage.list('ann')).rejects.toMatchObject({
      status: 409,
      message: RESALE_PRICE_CHANGED,
    })
  })

  it('is sold first if a person began to pay for the last seat at the price before', async () => {
    await stage.world.db.updateTable(kind).set({ capacity: 3 }).execute()
    const paying = await stage.start('bob')
    await change({ amount: '3000' })
    await stage.buy('cat')
    await stage.list('cat')
    await stage.buy('dan')
    expect(await stage.holders()).toEqual(['ann', 'dan'])
    await stage.pay('bob', paying)
    expect(await stage.holders()).toEqual(['ann', 'bob', 'dan'])
    await stage.expectExact()
  })

  it('stays if a person pays the price before, and another one pays for it', async () => {
    await stage.world.db.updateTable(kind).set({ capacity: 3 }).execute()
    const paying = await stage.start('bob')
    await change({ amount: '3000' })
    await stage.buy('cat')
    await stage.list('cat')
    const next = await stage.start('dan')
    await stage.pay('bob', paying)
    expect(await stage.holders()).toEqual(['ann', 'bob', 'cat'])
    await stage.pay('dan', next)
    expect(await stage.holders()).toEqual(['ann', 'bob', 'dan'])
    await stage.expectExact()
  })

  it('does not lower the number of seats that the owner may set', async () => {
    await stage.world.db.updateTable(kind).set({ capacity: 3 }).execute()
    await stage.buy('bob')
    await stage.list('ann')
    await expect(change({ capacity: '1' })).rejects.toMatchObject({ status: 422 })
    const own = await change({ capacity: '2' })
    expect(own).toMatchObject({ taken: 2, listed: 1, resold: 0 })
    await stage.buy('cat')
    expect(await change({})).toMatchObject({ taken: 2, listed: 0, resold: 1 })
  })

  it('is promised until its deadline, which only an earlier start moves', async () => {
    const { resale_until } = await stage.product()
    const before = new Date(Date.parse(resale_until!) - HOUR_MS).toISOString()
    const refused = { status: 422, errors: { resale_until: [expect.any(String)] } }
    await expect(change({ resale_until: '' })).rejects.toMatchObject(refused)
    await expect(change({ resale_until: before })).rejects.toMatchObject(refused)
    const later = new Date(Date.parse(resale_until!) + 1).toISOString()
    await expect(change({ resale_until: later })).rejects.toMatchObject(refused)
    const end = new Date(Date.parse(before) + HOUR_MS).toISOString()
    const opens = kind === 'event' ? {} : { opens: '' }
    expect(await change({ start: before, end, ...opens })).toMatchObject({ resale_until: before })
  })

  it('ends with its product, once', async () => {
    await stage.list('ann')
    const paying = await stage.start('bob')
    await (kind === 'event'
      ? stage.world.as('aoi')(events.cancelOwn, { params: { id: 'night' } })
      : stage.world.as('aoi')(tickets.cancelTicket, { params: { roomid: 'aoi', id: 'night' } }))
    stage.world.payments.confirm(paying)
    await expect(stage.finish('bob', paying)).rejects.toMatchObject({ status: 410 })
    await stage.world.deliver()
    await stage.world.serveWaiting()
    expect(await outcomes()).toEqual(['revoked'])
    expect(await stage.holders()).toEqual([])
    expect(stage.world.payments.refunds.map(({ amount }) => amount)).toEqual([PRICE, PRICE])
    await stage.expectExact()
  })

  it('ends when its payment is disputed, and the person who is paying is refunded', async () => {
    await stage.list('ann')
    const paying = await stage.start('bob')
    await dispute('ann')
    expect(await outcomes()).toEqual(['revoked'])
    await stage.expectExact()
    stage.world.payments.confirm(paying)
    await expect(stage.finish('bob', paying)).rejects.toMatchObject({ status: 410 })
    await stage.world.deliver()
    expect(stage.world.payments.refunds.map(({ amount }) => amount)).toEqual([PRICE])
    await stage.expectExact()
  })

  it('does not come back when the payment of the next holder is disputed', async () => {
    await stage.list('ann')
    await stage.buy('bob')
    await dispute('bob', 'lost')
    expect(await stage.holders()).toEqual([])
    expect(await stage.seen('ann')).toMatchObject({ state: 'sold' })
    expect(await remaining('cat')).toMatchObject({ remaining: 1 })
    expect(await recountsTo()).toEqual({ taken: 0, listed: 0 })
  })
  const recountsTo = async () => {
    const { taken, listed } = await stage.product()
    return { taken, listed }
  }

  it('is refunded by the owner as any other, and its seat stays free', async () => {
    await stage.list('ann')
    await stage.refund('ann')
    expect(await outcomes()).toEqual(['revoked'])
    expect(await recountsTo()).toEqual({ taken: 0, listed: 0 })
    await stage.buy('bob')
    await stage.world.deliver()
    expect(stage.world.payments.refunds).toHaveLength(1)
    await stage.expectExact()
  })

  it('of a suspended person is sold; the card gets the money', async () => {
    await stage.list('ann')
    await stage.world.db
      .updateTable('user')
      .set({ status: 'suspended' })
      .where('id', '=', 'ann')
      .execute()
    await stage.buy('bob')
    await stage.world.deliver()
    expect(stage.world.payments.refunds).toHaveLength(1)
    await stage.expectExact()
  })

  it('of an account that is deleted ends, and leaves its seat free', async () => {
    const password = 'long and secret'
    const password_hash = await hashPassword(password)
    await stage.world.db.updateTable('user').set({ password_hash }).execute()
    await stage.list('ann')
    await stage.world.as('ann')(account.leave, { body: { password } })
    expect(await outcomes()).toEqual(['revoked'])
    expect(await recountsTo()).toEqual({ taken: 0, listed: 0 })
    await stage.buy('bob')
    expect(await stage.holders()).toEqual(['bob'])
  })

  it('keeps its owner from deleting their account', async () => {
    const password = 'long and secret'
    const password_hash = await hashPassword(password)
    await stage.world.db.updateTable('user').set({ password_hash }).execute()
    await stage.list('ann')
    await expect(
      stage.world.as('aoi')(account.leave, { body: { password } }),
    ).rejects.toMatchObject({ status: 409, message: LEAVE_EVENTS_COMING })
  })

  it('needs a payment of its holder, and an owner who takes part', async () => {
    expect(await stage.seen('bob')).toMatchObject({ state: 'none', why: NO_TICKET })
    await expect(stage.list('bob')).rejects.toMatchObject({ status: 409, message: NO_TICKET })
    await stage.world.db.updateTable(kind).set({ resale_until: null }).execute()
    await expect(stage.list('ann')).rejects.toMatchObject({ message: RESALE_OFF })
    stage.world.clock.move(DAY_MS)
    await stage.world.db
      .updateTable(kind)
      .set({ resale_until: stage.world.clock.now().toISOString() })
      .execute()
    await expect(stage.list('ann')).rejects.toMatchObject({ message: RESALE_OVER })
  })
})

describe.each(apiDatabaseNames)('公式リセール of an event on %s', (database) => {
  let stage: Stage
  beforeEach(async () => {
    stage = await createStage(database, 'event', 2)
  })
  afterEach(() => stage.world.close())

  it('refuses a ticket that was a gift', async () => {
    await makeTicket(stage.world, 'night', 'ann')
    await expect(stage.list('ann')).rejects.toMatchObject({ message: RESALE_UNPAID })
  })

  it('ends when the stream begins', async () => {
    await stage.buy('ann')
    await stage.buy('bob')
    await stage.list('ann')
    await stage.world.db.updateTable('event').set({ publishment_flg: 1 }).execute()
    await expect(stage.start('cat')).rejects.toMatchObject({ message: SOLD_OUT })
    await expect(stage.list('bob')).rejects.toMatchObject({ message: RESALE_OVER })
    await stage.world.serveWaiting()
    expect(await stage.seen('ann')).toMatchObject({ state: 'unsold' })
    await stage.expectExact()
  })
})

describe.each(apiDatabaseNames)('公式リセール of an entry ticket on %s', (database) => {
  let stage: Stage
  let params: { id: string }
  beforeEach(async () => {
    stage = await createStage(database, 'digital_ticket')
    await stage.buy('ann')
    params = { id: (await stage.ticketOf('ann')).id }
  })
  afterEach(() => stage.world.close())

  const offer = () => stage.world.as('ann')(transfers.offer, { params, body: { name: 'bob' } })

  it('refuses a ticket that is offered to another person, and one that they took', async () => {
    await offer()
    await expect(stage.list('ann')).rejects.toMatchObject({ message: RESALE_OFFERED })
    await stage.world.as('bob')(transfers.accept, { params })
    await expect(stage.list('bob')).rejects.toMatchObject({ message: RESALE_TRANSFERRED })
    expect(await stage.seen('bob')).toMatchObject({ amount: null })
  })

  it('does not let the owner give a listed ticket away, nor one that is offered', async () => {
    const give = (name: string) =>
      stage.world.as('aoi')(tickets.giveTicket, {
        params: { roomid: 'aoi', id: 'night' },
        body: { name },
      })
    await stage.wait('bob')
    await stage.list('ann')
    await stage.world.serveWaiting()
    for (const name of ['bob', 'cat'])
      await expect(give(name)).rejects.toMatchObject({ status: 409, message: SOLD_OUT })
    await stage.world.db.updateTable('digital_ticket').set({ capacity: 3 }).execute()
    await give('cat')
    await stage.buy('bob')
    expect(await stage.holders()).toEqual(['ann', 'bob', 'cat'])
  })

  it('keeps a listed ticket from being transferred', async () => {
    await stage.list('ann')
    const refused = { status: 409, message: LISTED_NOT_TRANSFERABLE }
    await expect(offer()).rejects.toMatchObject(refused)
    await stage.withdraw('ann')
    await offer()
  })
})
