import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orders } from '#contract/orders/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { transfers } from '#contract/transfers/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { makeDigitalTicket, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('ticket bought again after a transfer, on %s', (database) => {
  let world: World
  /** Payments of the transferred and of the kept ticket. */
  let older: { charge: string; order: string }
  let newer: typeof older

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const params = { id: 'night' }

  async function buy() {
    const body = { token: 'tok_visa' }
    const { paymentIntent } = await world.as('fan')(tickets.startTicketJoin, { params, body })
    world.payments.confirm(paymentIntent.id)
    const paymentIntentId = paymentIntent.id
    await world.as('fan')(tickets.joinTicket, { params, body: { paymentIntentId } })
    const attempt = (await table('attempt')).find(
      ({ intent_ref }) => intent_ref === paymentIntentId,
    )
    return { charge: paymentIntentId, order: attempt!.order_id }
  }
  const refund = (id: string) => world.as('aoi')(orders.refund, { params: { id } })
  const statusOf = async (user: string) =>
    (await world.as(user)(tickets.listIssued, {})).items.map(({ status }) => status).sort()
  const emailsTo = (user: string) =>
    world.mail.sent
      .filter(({ to }) => to === `${user}@room.test`)
      .map(({ subject }) => subject.replace(/^【.*】/, ''))
  const takenSeats = async () => (await table('digital_ticket'))[0]!.taken
  async function notify(kind: 'refund' | 'dispute', ref: string) {
    await world.sendEvent({ kind, ref })
    await world.deliver()
  }
  function notifications() {
    const people: string[] = []
    world.deps.bus.subscribe(RIGHTS_CHANGED, (user) => void people.push(user))
    return people
  }

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    for (const name of ['fan', 'friend']) await makeUser(world, name)
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', amount: 3_500, no_transfer: 0 })
    older = await buy()
    const [ticket] = (await world.as('fan')(tickets.listIssued, {})).items
    const of = { params: { id: ticket!.id } }
    await world.as('fan')(transfers.offer, { ...of, body: { name: 'friend' } })
    await world.as('friend')(transfers.accept, of)
    world.clock.move(60_000)
    newer = await buy()
    await world.deliver()
    world.mail.sent.length = 0
  })
  afterEach(() => world.close())

  it('is returned by its own purchase when that is repeated', async () => {
    const again = (paymentIntentId: string) =>
      world.as('fan')(tickets.joinTicket, { params, body: { paymentIntentId } })
    const [transferred, retained] = [await again(older.charge), await again(newer.charge)]
    const ownTickets = (await world.as('fan')(tickets.listIssued, {})).items
    const idOf = (expectedStatus: string) =>
      ownTickets.find(({ status }) => status === expectedStatus)!.id
    expect([transferred.ticket_id, retained.ticket_id]).toEqual([
      idOf('transferred'),
      idOf('valid'),
    ])
  })

  it('stays when the older purchase is refunded, which ends the new holder’s ticket', async () => {
    world.payments.bookAtOnce()
    const people = notifications()
    await refund(older.order)
    await world.deliver()
    expect(world.payments.refunds.map(({ charge }) => charge)).toEqual([older.charge])
    expect(await statusOf('friend')).toEqual(['cancelled'])
    expect(await statusOf('fan')).toEqual(['transferred', 'valid'])
    expect(await takenSeats()).toBe(1)
    expect(new Set(people)).toEqual(new Set(['fan', 'friend']))
    expect(emailsTo('friend')).toEqual(['入場チケットが取り消されました'])
    expect(emailsTo('fan')).toEqual(['お申し込みが取り消されました', '返金のお知らせ'])
    const text = world.mail.sent.find(({ to }) => to === 'friend@room.test')!.text
    expect(text).not.toMatch(/fan|3,500/)
  })

  it('is refunded while the transferred ticket stays with its holder', async () => {
    const people = notifications()
    await refund(newer.order)
    await world.deliver()
    expect(await statusOf('friend')).toEqual(['valid'])
    expect(await statusOf('fan')).toEqual(['cancelled', 'transferred'])
    expect(await takenSeats()).toBe(1)
    expect(new Set(people)).toEqual(new Set(['fan']))
    expect(emailsTo('friend')).toEqual([])
  })

  it('stays when the older one is refunded in the dashboard, which ends that one (32)', async () => {
    const people = notifications()
    const { ref } = world.payments.refundAtProvider(older.charge, 3_500)
    await notify('refund', ref)
    expect(await statusOf('friend')).toEqual(['cancelled'])
    expect(await statusOf('fan')).toEqual(['transferred', 'valid'])
    expect(await takenSeats()).toBe(1)
    expect(new Set(people)).toEqual(new Set(['fan', 'friend']))
    expect(emailsTo('friend')).toEqual(['入場チケットが取り消されました'])
  })

  it('stays during a dispute of the older one, which is revoked and restored when it is won (32)', async () => {
    const people = notifications()
    const { ref } = world.payments.dispute(older.charge)
    await notify('dispute', ref)
    expect(await statusOf('friend')).toEqual(['cancelled'])
    expect(await statusOf('fan')).toEqual(['transferred', 'valid'])
    expect(await takenSeats()).toBe(2)
    expect(people).toContain('friend')
    people.length = 0
    world.payments.closeDispute(ref, 'won')
    await notify('dispute', ref)
    await notify('dispute', ref)
    expect(await statusOf('friend')).toEqual(['valid'])
    expect(await takenSeats()).toBe(2)
    expect(people).toContain('friend')
    expect(emailsTo('friend')).toEqual([
      '入場チケットが取り消されました',
      '入場チケットをまたお使いいただけます',
    ])
  })
})
