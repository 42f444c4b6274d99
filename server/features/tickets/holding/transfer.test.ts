import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCode } from '#contract/door/code.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { orders } from '#contract/orders/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { BINDINGS, TRANSFERS } from '#contract/tickets/limits.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { OFFER_GONE } from '#contract/transfers/messages.ts'
import {
  inHours,
  makeDigitalTicket,
  makeMember,
  makeRoom,
  makeSeller,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { makePhone, releaseFrom } from './testing/phone.ts'

const HOUR = 3_600_000

const PHONES = await Promise.all(Array.from({ length: 6 }, makePhone))

describe.each(apiDatabaseNames)('transfer of a ticket on %s', (database) => {
  let world: World
  let id: string

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    for (const name of ['fan', 'friend', 'other']) await makeUser(world, name)
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', amount: 3_500, no_transfer: 0 })
    const call = world.as('fan')
    const params = { id: 'night' }
    const { paymentIntent } = await call(tickets.startTicketJoin, {
      params,
      body: { token: 'tok_visa' },
    })
    world.payments.confirm(paymentIntent.id)
    const paymentIntentId = paymentIntent.id
    id = (await call(tickets.joinTicket, { params, body: { paymentIntentId } })).ticket_id
  })
  afterEach(() => world.close())

  const offer = (name = 'friend', from = 'fan') =>
    world.as(from)(transfers.offer, { params: { id }, body: { name } })
  const accept = (who = 'friend') => world.as(who)(transfers.accept, { params: { id } })
  const decline = (who = 'friend') => world.as(who)(transfers.decline, { params: { id } })
  const withdraw = (who = 'fan') => world.as(who)(transfers.withdraw, { params: { id } })
  const ticketsOf = async (who: string) => (await world.as(who)(tickets.listIssued, {})).items
  const offers = async (who: string) => (await world.as(who)(transfers.listOffers, {})).items
  const rights = () =>
    world.db
      .selectFrom('entitlement')
      .select(['user_id', 'status', 'order_id', 'number'])
      .where('kind', '=', 'digital_ticket')
      .orderBy('user_id')
      .execute()
  const change = (row: object, table: 'digital_ticket' | 'issued_ticket' = 'digital_ticket') =>
    world.db.updateTable(table).set(row).execute()
  const bind = (who: string, n: number) =>
    world.as(who)(tickets.bindDevice, { params: { id }, body: { public_key: PHONES[n]!.key } })

  it('waits for acceptance, with the state visible to both', async () => {
    expect(await offer('＠Ｆriend ')).toMatchObject({ offered_to: { name: 'friend' } })
    expect((await ticketsOf('fan'))[0]).toMatchObject({
      status: 'valid',
      offered_to: { name: 'friend' },
    })
    const [offered] = await offers('friend')
    expect(offered).toMatchObject({ id, number: '001', from: { name: 'fan' } })
    expect(offered).not.toHaveProperty('credential')
    expect(await ticketsOf('friend')).toEqual([])
    expect(await offers('other')).toEqual([])
  })

  it('is told to the other side in their list, at each step', async () => {
    const listed = async (who: string) =>
      (await world.as(who)(notifications.listNotifications, { query: {} })).items
        .filter(({ title }) => title !== 'チケットを購入しました')
        .map(({ title, text }) => `${title} ${text}`)
    await offer()
    expect(await listed('friend')).toEqual(['チケットを受け取れます @fan さんから「night」'])
    await decline()
    expect(await listed('friend')).toEqual([
      'チケットの譲渡の申し出は終わりました @fan さんから「night」',
    ])
    expect(await listed('fan')).toEqual([
      'チケットの譲渡が辞退されました 「night」は、お手元に戻りました',
    ])
    world.clock.move(1)
    await offer()
    await accept()
    expect((await listed('fan'))[0]).toBe(
      '譲渡したチケットが受け取られました @friend さんへ「night」',
    )
    expect(await listed('other')).toEqual([])
  })

  it('moves the ticket with number and right on acceptance', async () => {
    await offer()
    expect(await accept()).toMatchObject({ id, number: '001', status: 'valid', offered_to: null })
    expect((await ticketsOf('friend'))[0]).toMatchObject({ id, number: '001', status: 'valid' })
    const [order] = await world.db.selectFrom('order').select(['id', 'buyer_id']).execute()
    expect(order!.buyer_id).toBe('fan')
    const of = { order_id: order!.id, number: 1 }
    expect(await rights()).toEqual([
      { ...of, user_id: 'fan', status: 'revoked' },
      { ...of, user_id: 'friend', status: 'valid' },
    ])
    expect(await offers('friend')).toEqual([])
  })

  it('leaves the giver a code that gates refuse, and no information about the ticket (47)', async () => {
    const before = await bind('fan', 0)
    await releaseFrom(PHONES[0]!, world, 'fan', id)
    await offer()
    const after = await accept()
    const [old, now] = [before, after].map(({ credential }) => readCode(credential)!.claims)
    expect(now!.generation).toBeGreaterThan(old!.generation)
    expect(now!.thumbprint).toBeNull()
    await change({ status: 'used', used_at: inHours(world, 0) }, 'issued_ticket')
    const seen = await world.as('fan')(tickets.getIssued, { params: { id } })
    expect(seen).toMatchObject({
      status: 'transferred',
      credential: '',
      used_at: null,
      holder_name: (await ticketsOf('fan'))[0]!.holder_name,
    })
    expect(JSON.stringify(seen)).not.toContain(after.credential)
    await expect(bind('fan', 1)).rejects.toMatchObject({ status: 404 })
  })

  it('gives the new holder a limit of device changes of their own', async () => {
    for (let n = 0; n < BINDINGS.max; n++) {
      await bind('fan', n)
      await releaseFrom(PHONES[n]!, world, 'fan', id)
    }
    await expect(bind('fan', 5)).rejects.toMatchObject({ status: 429 })
    await offer()
    world.clock.move(1)
    await accept()
    expect(readCode((await bind('friend', 5)).credential)!.claims.thumbprint).not.toBeNull()
  })

  it.each([
    ['is not to be given on', () => change({ no_transfer: 1 }), 403],
    ['was used', () => change({ status: 'used' }, 'issued_ticket'), 409],
    ['was cancelled', () => change({ status: 'cancelled' }, 'issued_ticket'), 409],
    ['is for an evening that is off', () => change({ status: 'cancelled' }), 409],
    ['is for doors that are open', () => world.clock.move(23 * HOUR), 410],
  ])('is neither offered nor accepted once the ticket %s', async (_, happen, status) => {
    await offer()
    await happen()
    await expect(accept()).rejects.toMatchObject({ status })
    await withdraw()
    await expect(offer()).rejects.toMatchObject({ status })
    expect((await rights()).filter(({ status }) => status === 'valid')).toMatchObject([
      { user_id: 'fan' },
    ])
  })

  it('can be offered, accepted, declined and withdrawn by its parties only', async () => {
    await expect(offer('other', 'friend')).rejects.toMatchObject({ status: 404 })
    await expect(accept('friend')).rejects.toMatchObject({ status: 404 })
    await offer()
    await expect(accept('other')).rejects.toMatchObject({ status: 404 })
    await expect(decline('other')).rejects.toMatchObject({ status: 404 })
    await expect(withdraw('friend')).rejects.toMatchObject({ status: 404 })
    await expect(accept('fan')).resolves.toMatchObject({ status: 'valid' })
    expect((await offers('friend')).length).toBe(1)
  })

  it('informs the person it was offered to that the offer has ended', async () => {
    await offer()
    await withdraw()
    const expectedError = { status: 409, message: OFFER_GONE }
    await expect(accept()).rejects.toMatchObject(expectedError)
    await expect(decline()).rejects.toMatchObject(expectedError)
    await expect(accept('other')).rejects.toMatchObject({ status: 404 })
  })

  it.each([
    ['nobody', '見つかりません'],
    ['fan', 'ご自身には譲渡できません'],
  ])('cannot be offered to %s', async (name, message) => {
    await expect(offer(name)).rejects.toMatchObject({
      status: 422,
      errors: { name: [expect.stringContaining(message)] },
    })
  })

  it('can be offered to one person at a time, with a daily limit', async () => {
    await offer()
    await expect(offer('other')).rejects.toMatchObject({ status: 409 })
    for (let n = 1; n < TRANSFERS.max; n++) {
      await withdraw()
      await offer(n % 2 ? 'other' : 'friend')
    }
    await withdraw()
    await expect(offer()).rejects.toMatchObject({ status: 429 })
    world.clock.move(TRANSFERS.perMs - 2 * HOUR)
    await change({ opens_at: inHours(world, 48) })
    await expect(offer()).rejects.toMatchObject({ status: 429 })
    world.clock.move(2 * HOUR)
    await offer()
  })

  it.each([1, 365])(
    'has the same limit after the clock was ahead by %i days (72)',
    async (days) => {
      const aheadMs = days * TRANSFERS.perMs
      await change({ opens_at: inHours(world, 48 + days * 24) })
      const often = async (times: number) => {
        for (let n = 0; n < times; n++) {
          await offer()
          await withdraw()
        }
      }
      world.clock.move(aheadMs)
      await often(TRANSFERS.max - 1)
      world.clock.move(-aheadMs)
      await often(TRANSFERS.max)
      await expect(offer()).rejects.toMatchObject({ status: 429, retryAfterMs: TRANSFERS.perMs })
    },
  )

  it('cannot be accepted by a person who may not buy the ticket', async () => {
    await change({ members_only: 1 })
    await offer()
    await expect(accept()).rejects.toMatchObject({ status: 403 })
    await makeMember(world, 'room-aoi', 'friend')
    expect(await accept()).toMatchObject({ status: 'valid' })
  })

  it('cannot be accepted by the owner or by a holder', async () => {
    await offer('aoi')
    await expect(accept('aoi')).rejects.toMatchObject({ status: 409 })
    await withdraw()
    await offer()
    await change({ amount: 0 })
    await world.as('friend')(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    await expect(accept()).rejects.toMatchObject({ status: 409 })
    expect((await offers('friend')).length).toBe(1)
    await decline()
    expect(await offers('friend')).toEqual([])
    expect((await ticketsOf('fan'))[0]!.offered_to).toBeNull()
  })

  it('allows the giver another ticket, and the same one to return', async () => {
    await offer()
    await accept()
    expect(
      (
        await world.as('fan')(tickets.getDigitalTicket, {
          params: { roomid: 'aoi', id: 'night' },
        })
      ).held,
    ).toBe(false)
    await offer('fan', 'friend')
    expect(await accept('fan')).toMatchObject({ id, number: '001', status: 'valid' })
    expect((await ticketsOf('fan')).map(({ status }) => status)).toEqual(['valid'])
    expect((await ticketsOf('friend')).map(({ status }) => status)).toEqual(['transferred'])
  })

  it('refunds the buyer, which ends the new holder’s ticket', async () => {
    world.payments.bookAtOnce()
    await offer()
    await accept()
    const [payment] = (await world.as('fan')(orders.listPayments, {})).items
    await world.as('aoi')(orders.refund, { params: { id: payment!.id } })
    await world.deliver()
    expect((await world.as('fan')(orders.listPayments, {})).items[0]).toMatchObject({
      status: 'refunded',
      refunded_amount: 3_500,
    })
    expect((await world.as('friend')(orders.listPayments, {})).items).toEqual([])
    expect((await ticketsOf('friend'))[0]!.status).toBe('cancelled')
    expect((await rights()).map(({ status }) => status)).toEqual(['revoked', 'revoked'])
  })

  it('is accepted once despite a double click', async () => {
    await offer()
    const accepted = await Promise.all([accept(), accept()])
    expect(accepted.map(({ status }) => status)).toEqual(['valid', 'valid'])
    const rows = await world.db.selectFrom('transfer').select('status').execute()
    expect(rows).toEqual([{ status: 'accepted' }])
    expect(readCode((await ticketsOf('friend'))[0]!.credential)!.claims.generation).toBe(1)
  })

  it('is either withdrawn or accepted, never both', async () => {
    for (let round = 0; round < 5; round++) {
      await offer()
      const [accepted, back] = await Promise.allSettled([accept(), withdraw()])
      expect([accepted.status, back.status].sort()).toEqual(['fulfilled', 'rejected'])
      const valid = (await rights()).filter(({ status }) => status === 'valid')
      const holder = accepted.status === 'fulfilled' ? 'friend' : 'fan'
      expect(valid.map(({ user_id }) => user_id)).toEqual([holder])
      if (holder === 'fan') continue
      await offer('fan', 'friend')
      await accept('fan')
    }
  })

  it('emails both, with handles only', async () => {
    await offer()
    await accept()
    await world.deliver()
    const texts = world.mail.sent.map(({ to, text }) => `${to} ${text}`).join('\n')
    expect(texts).toContain('@fan さんから')
    expect(texts).toContain('@friend さんが受け取りました')
  })
})
