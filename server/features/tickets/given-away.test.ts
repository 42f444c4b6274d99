import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { orders } from '#contract/orders.ts'
import { tickets } from '#contract/tickets.ts'
import { transfers } from '#contract/transfers.ts'
import type { Schema } from '#server/db/schema.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { makeDigitalTicket, makeRoom, makeSeller, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { openWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('who gave a ticket away and bought another, on %s', (database) => {
  let world: World
  /** Of the one that was given away, and of the one that was kept. */
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
  const letters = (user: string) =>
    world.mail.sent
      .filter(({ to }) => to === `${user}@room.test`)
      .map(({ subject }) => subject.replace(/^【.*】/, ''))
  const taken = async () => (await table('digital_ticket'))[0]!.taken
  let told = 0
  async function tell(kind: 'refund' | 'dispute', ref: string) {
    const object = { kind, ref }
    const id = `evt_${kind}_${++told}`
    await world.fetch('/api/stripe/webhook/connect', {
      method: 'POST',
      headers: { 'stripe-signature': 'good' },
      body: JSON.stringify({ id, type: `${kind}.updated`, account: 'acct_aoi', object }),
    })
    await world.deliver()
  }
  function rightsTold() {
    const people: string[] = []
    world.deps.bus.subscribe(RIGHTS_CHANGED, (user) => void people.push(user))
    return people
  }

  beforeEach(async () => {
    world = await openWorld(database)
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    for (const name of ['fan', 'friend']) await makeUser(world, name)
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', amount: 3_500, no_transfer: 0 })
    older = await buy()
    const [held] = (await world.as('fan')(tickets.listIssued, {})).items
    const of = { params: { id: held!.id } }
    await world.as('fan')(transfers.offer, { ...of, body: { name: 'friend' } })
    await world.as('friend')(transfers.accept, of)
    world.clock.move(60_000)
    newer = await buy()
    await world.deliver()
    world.mail.sent.length = 0
  })
  afterEach(() => world.close())

  it('is told of each purchase, sent again, the ticket that it made', async () => {
    const again = (paymentIntentId: string) =>
      world.as('fan')(tickets.joinTicket, { params, body: { paymentIntentId } })
    const [given, kept] = [await again(older.charge), await again(newer.charge)]
    const mine = (await world.as('fan')(tickets.listIssued, {})).items
    const idOf = (wanted: string) => mine.find(({ status }) => status === wanted)!.id
    expect([given.ticket_id, kept.ticket_id]).toEqual([idOf('transferred'), idOf('valid')])
  })

  it('has the older one’s money back, and it is its holder’s ticket that ends', async () => {
    const people = rightsTold()
    await refund(older.order)
    await world.deliver()
    expect(world.payments.refunds.map(({ charge }) => charge)).toEqual([older.charge])
    expect(await statusOf('friend')).toEqual(['cancelled'])
    expect(await statusOf('fan')).toEqual(['transferred', 'valid'])
    expect(await taken()).toBe(1)
    expect(new Set(people)).toEqual(new Set(['fan', 'friend']))
    expect(letters('friend')).toEqual(['入場チケットが取り消されました'])
    expect(letters('fan')).toEqual(['お申し込みが取り消されました', '返金のお知らせ'])
    const said = world.mail.sent.find(({ to }) => to === 'friend@room.test')!.text
    expect(said).not.toMatch(/fan|3,500/)
  })

  it('has the newer one’s money back, and who was given the older goes in with it', async () => {
    const people = rightsTold()
    await refund(newer.order)
    await world.deliver()
    expect(await statusOf('friend')).toEqual(['valid'])
    expect(await statusOf('fan')).toEqual(['cancelled', 'transferred'])
    expect(await taken()).toBe(1)
    expect(new Set(people)).toEqual(new Set(['fan']))
    expect(letters('friend')).toEqual([])
  })

  it('32: the older one paid back at the provider’s own desk ends with its holder too', async () => {
    const people = rightsTold()
    const { ref } = world.payments.refundAtDesk(older.charge, 3_500)
    await tell('refund', ref)
    expect(await statusOf('friend')).toEqual(['cancelled'])
    expect(await statusOf('fan')).toEqual(['transferred', 'valid'])
    expect(await taken()).toBe(1)
    expect(new Set(people)).toEqual(new Set(['fan', 'friend']))
    expect(letters('friend')).toEqual(['入場チケットが取り消されました'])
  })

  it('32: while a bank asks for the older one’s money its holder has no ticket, and has it again once it is won', async () => {
    const people = rightsTold()
    const { ref } = world.payments.dispute(older.charge)
    await tell('dispute', ref)
    expect(await statusOf('friend')).toEqual(['cancelled'])
    expect(await statusOf('fan')).toEqual(['transferred', 'valid'])
    expect(await taken()).toBe(2)
    expect(people).toContain('friend')
    people.length = 0
    world.payments.closeDispute(ref, 'won')
    await tell('dispute', ref)
    await tell('dispute', ref)
    expect(await statusOf('friend')).toEqual(['valid'])
    expect(await taken()).toBe(2)
    expect(people).toContain('friend')
    expect(letters('friend')).toEqual([
      '入場チケットが取り消されました',
      '入場チケットをまたお使いいただけます',
    ])
  })
})
