import { createPublicKey } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCode, ticketHash } from '#contract/door/code.ts'
import { importKey, verifyCode } from '#contract/door/verify.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { orders } from '#contract/orders/calls.ts'
import { SALES_DAYS } from '#contract/payouts/limits.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { SALES_NOT_YET } from '#contract/tickets/messages.ts'
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

describe.each(apiDatabaseNames)('sale of digital tickets on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    for (const name of ['fan', 'other', 'third']) await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'fan')
    await makeDigitalTicket(world, 'room-aoi', {
      id: 'night',
      amount: 3_500,
      capacity: 2,
      number_prefix: 'A',
      number_start: 3,
      number_skip: '[4,44]',
    })
    await makeDigitalTicket(world, 'room-aoi', { id: 'free', amount: 0, capacity: 1 })
  })
  afterEach(() => world.close())

  const params = { id: 'night' }
  const start = (user: string, id = 'night', token = 'tok_visa') =>
    world.as(user)(tickets.startTicketJoin, { params: { id }, body: { token } })
  const join = (user: string, paymentIntentId?: string, id = 'night') =>
    world.as(user)(tickets.joinTicket, {
      params: { id },
      body: { ...(paymentIntentId && { paymentIntentId }) },
    })
  const buy = async (user: string, token?: string) => {
    const { paymentIntent } = await start(user, 'night', token)
    world.payments.confirm(paymentIntent.id)
    return join(user, paymentIntent.id)
  }
  const seen = (user: string) =>
    world.as(user)(tickets.getDigitalTicket, { params: { ...params, roomid: 'aoi' } })
  const ticketsOf = async (user: string) => (await world.as(user)(tickets.listIssued, {})).items

  it('begins to sell eighty days before its end; a free ticket at once', async () => {
    const until = new Date(world.clock.now().getTime() + SALES_DAYS * DAY_MS + 1).toISOString()
    await world.db.updateTable('digital_ticket').set({ valid_until: until }).execute()
    await expect(start('fan')).rejects.toMatchObject({ status: 409, message: SALES_NOT_YET })
    await join('fan', undefined, 'free')
    world.clock.move(1)
    await buy('fan')
  })

  it('assigns 整理番号 in order of sale, without skipped ones', async () => {
    expect(await buy('fan')).toMatchObject({ digital_ticket_id: 'night', number: 'A 003' })
    expect(await buy('other')).toMatchObject({ number: 'A 005' })
    expect((await ticketsOf('fan'))[0]).toMatchObject({ number: 'A 003', status: 'valid' })
    expect(await seen('fan')).toMatchObject({ held: true, remaining: 0 })
  })

  it('sends the ticket as an email, with its number, place and page', async () => {
    await world.db.updateTable('digital_ticket').set({ venue: '灯ホール' }).execute()
    await buy('fan')
    const [ticket] = await ticketsOf('fan')
    await world.deliver()
    const text = world.mail.sent[0]!.text
    expect(text).toContain('（日本時間）\n灯ホール\n整理番号 A 003\n')
    expect(text).toContain(`/account/ticketbox/ticket/${ticket!.id}\n`)
    expect(text).toContain('/api/application/room/aoi/digitalTicket/night/calendar.ics\n')
  })

  it('answers a repeated purchase with the same ticket', async () => {
    const { paymentIntent } = await start('fan')
    world.payments.confirm(paymentIntent.id)
    const granted = await join('fan', paymentIntent.id)
    expect(await join('fan', paymentIntent.id)).toEqual(granted)
    expect(await join('fan', undefined, 'free')).toEqual(await join('fan', undefined, 'free'))
    expect(await ticketsOf('fan')).toHaveLength(2)
  })

  it('prints the gate of each number', async () => {
    const gate = {
      digital_ticket_id: 'night',
      invite_hash: 'a',
      token_hash: null,
      public_key: null,
    }
    const rest = {
      epoch: 0,
      held: '[]',
      admitted: 0,
      claimed_at: null,
      last_sync_at: null,
      revoked_at: null,
    }
    const gateRow = { ...gate, ...rest, created_at: inHours(world, -1) }
    await world.add('gate', { ...gateRow, id: 'a', name: 'A入口', range_from: 1, range_to: 4 })
    await world.add('gate', {
      ...gateRow,
      id: 'b',
      invite_hash: 'b',
      name: 'B入口',
      range_from: null,
      range_to: null,
    })
    await buy('fan')
    await buy('other')
    expect([
      (await ticketsOf('fan'))[0]!.gate_hint,
      (await ticketsOf('other'))[0]!.gate_hint,
    ]).toEqual(['A入口', 'B入口'])
  })

  it('signs a code that contains the ticket, and no name', async () => {
    const { ticket_id } = await buy('fan')
    const [issued] = await ticketsOf('fan')
    const code = readCode(issued!.credential)!
    expect(code.claims).toMatchObject({
      issuedId: ticket_id,
      ticketId: 'night',
      number: 'A 003',
      generation: 0,
      thumbprint: null,
      paperName: null,
    })
    const { id, public_key } = await world.db
      .selectFrom('credential_key')
      .selectAll()
      .executeTakeFirstOrThrow()
    const keys = new Map([[id, await importKey(Buffer.from(public_key, 'base64url'))]])
    expect(await verifyCode(code, keys, world.clock.now().getTime())).toBe('still')
    const row = await world.db.selectFrom('issued_ticket').select('hash').executeTakeFirst()
    expect(row?.hash).toBe(await ticketHash(ticket_id))
  })

  it('stores the signing key encrypted, and signs with one key', async () => {
    await buy('fan')
    await buy('other')
    const [key, ...more] = await world.db.selectFrom('credential_key').selectAll().execute()
    expect(more).toEqual([])
    const raw = Buffer.from(key!.private_key_sealed, 'base64url')
    expect(raw.length).toBeGreaterThan(32 + 28)
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: key!.public_key }
    expect(() => createPublicKey({ key: jwk, format: 'jwk' })).not.toThrow()
    const codes = [(await ticketsOf('fan'))[0]!, (await ticketsOf('other'))[0]!]
    expect(codes.map(({ credential }) => readCode(credential)!.claims.keyId)).toEqual([
      key!.id,
      key!.id,
    ])
  })

  it('sells no more than the capacity, and one per person', async () => {
    await buy('fan')
    await expect(start('fan')).rejects.toMatchObject({ status: 409 })
    await start('other')
    await expect(start('third')).rejects.toMatchObject({
      status: 409,
      message: 'チケットは売り切れました。',
    })
  })

  it('grants a free ticket at once, once', async () => {
    expect(await join('fan', undefined, 'free')).toMatchObject({ number: '001' })
    expect(await join('fan', undefined, 'free')).toMatchObject({ number: '001' })
    await expect(join('other', undefined, 'free')).rejects.toMatchObject({ status: 409 })
    await expect(join('other')).rejects.toMatchObject({
      status: 409,
      message: 'お支払いが必要です。',
    })
  })

  it('requires membership if the owner says so', async () => {
    await world.db.updateTable('digital_ticket').set({ members_only: 1 }).execute()
    await expect(start('other')).rejects.toMatchObject({ status: 403 })
    expect(await buy('fan')).toMatchObject({ number: 'A 003' })
  })

  it.each([
    ['the owner', 'aoi', 409],
    ['a visitor', null, 401],
  ])('is refused to %s', async (_, user, status) => {
    const call = world.as(user)(tickets.startTicketJoin, { params, body: { token: 'tok_visa' } })
    await expect(call).rejects.toMatchObject({ status })
  })

  it('ends at the start, and is refused for drafts', async () => {
    await world.db
      .updateTable('digital_ticket')
      .set({ starts_at: inHours(world, 0) })
      .where('id', '=', 'night')
      .execute()
    await expect(start('fan')).rejects.toMatchObject({ status: 410 })
    await world.db.updateTable('digital_ticket').set({ status: 'draft' }).execute()
    await expect(start('fan')).rejects.toMatchObject({ status: 404 })
  })

  it('revokes a refunded ticket, and never reuses its number', async () => {
    await buy('fan')
    const [payment] = (await world.as('fan')(orders.listPayments, { query: {} })).items
    await world.as('aoi')(orders.refund, { params: { id: payment!.id } })
    await world.deliver()
    expect((await ticketsOf('fan'))[0]).toMatchObject({ status: 'cancelled' })
    expect(await seen('fan')).toMatchObject({ held: false, remaining: 2 })
    // The card of the first purchase was not kept: its token is of no use any more.
    await expect(start('fan')).rejects.toMatchObject({ status: 402 })
    expect(await buy('fan', 'tok_mastercard')).toMatchObject({ number: 'A 005' })
    expect((await ticketsOf('fan')).map(({ status }) => status).sort()).toEqual([
      'cancelled',
      'valid',
    ])
  })

  it('holds the seat of a disputed ticket, and restores that ticket unchanged', async () => {
    await buy('other')
    const { ticket_id } = await buy('fan')
    const order = await world.db
      .selectFrom('issued_ticket')
      .innerJoin('attempt', 'attempt.order_id', 'issued_ticket.order_id')
      .select('attempt.intent_ref')
      .where('issued_ticket.id', '=', ticket_id)
      .executeTakeFirstOrThrow()
    const dispute = world.payments.dispute(order.intent_ref!)
    const notify = async () => {
      await world.sendEvent({ kind: 'dispute', ref: dispute.ref })
      await world.deliver()
    }
    await notify()
    expect((await ticketsOf('fan'))[0]).toMatchObject({ status: 'cancelled' })
    expect(await seen('third')).toMatchObject({ remaining: 0 })
    world.payments.closeDispute(dispute.ref, 'won')
    await notify()
    expect((await ticketsOf('fan'))[0]).toMatchObject({ id: ticket_id, status: 'valid' })
  })
})
