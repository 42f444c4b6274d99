import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { door } from '#contract/door/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { transfers } from '#contract/transfers/calls.ts'
import type { Schema } from '#server/db/schema.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import {
  makeDigitalTicket,
  makeRoom,
  makeSeller,
  makeStaff,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const TICKET = { roomid: 'aoi', id: 'night' }

describe.each(apiDatabaseNames)('cancellation of a digital ticket on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    world.payments.bookAtOnce()
    await makeRoom(world, 'aoi')
    await makeSeller(world, 'aoi')
    await makeRoom(world, 'mio')
    await makeUser(world, 'admin', { role: 'operator' })
    for (const name of ['fan', 'other', 'third', 'door']) await makeUser(world, name)
    await makeStaff(world, 'room-aoi', 'door', 'door')
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', amount: 3_500, capacity: 300 })
  })
  afterEach(() => world.close())

  const table = <T extends keyof Schema>(name: T) => readTable(world.db, name)
  const cancel = (user: string | null) => world.as(user)(tickets.cancelTicket, { params: TICKET })
  const seen = (user: string) => world.as(user)(tickets.getDigitalTicket, { params: TICKET })
  const own = () => world.as('aoi')(tickets.getOwnTicket, { params: TICKET })
  const ticketsOf = async (user: string) => (await world.as(user)(tickets.listIssued, {})).items
  const give = (name: string) =>
    world.as('aoi')(tickets.giveTicket, { params: TICKET, body: { name } })
  const start = async (user: string) => {
    const body = { token: 'tok_visa' }
    const started = await world.as(user)(tickets.startTicketJoin, { params: { id: 'night' }, body })
    return started.paymentIntent.id
  }
  async function buy(user: string) {
    const paymentIntentId = await start(user)
    world.payments.confirm(paymentIntentId)
    const body = { paymentIntentId }
    return world.as(user)(tickets.joinTicket, { params: { id: 'night' }, body })
  }
  const mails = () => world.mail.sent.filter(({ subject }) => subject.includes('公演中止'))

  async function expectAllBack() {
    const charges = [...world.payments.charges.values()].filter(
      ({ status }) => status === 'succeeded',
    )
    const back = world.payments.refunds.map(({ charge }) => charge)
    expect([...back].sort()).toEqual(charges.map(({ ref }) => ref).sort())
    const entries = await table('ledger_entry')
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0)
    expect((await table('order')).map(({ state }) => state)).toEqual(charges.map(() => 'refunded'))
    const rights = await table('entitlement')
    expect(rights.filter(({ status }) => status !== 'revoked')).toEqual([])
    const issued = await table('issued_ticket')
    expect(issued.filter(({ status }) => status !== 'cancelled')).toEqual([])
    expect((await table('digital_ticket'))[0]).toMatchObject({ status: 'cancelled', taken: 0 })
    return issued.length
  }

  it('is possible for the owner only, not for operators, and idempotent', async () => {
    await expect(cancel(null)).rejects.toMatchObject({ status: 401 })
    for (const user of ['fan', 'mio', 'door', 'admin'])
      await expect(cancel(user)).rejects.toMatchObject({ status: 403 })
    const otherParams = { roomid: 'mio', id: 'night' }
    await expect(
      world.as('mio')(tickets.cancelTicket, { params: otherParams }),
    ).rejects.toMatchObject({ status: 404 })
    expect((await own()).status).toBe('published')
    await cancel('aoi')
    await cancel('aoi')
    expect((await own()).status).toBe('cancelled')
    const work = (await table('outbox')).filter(({ topic }) => topic === 'digital-ticket-cancel')
    expect(work).toHaveLength(1)
  })

  it('shows the number of holders and the sum to refund beforehand', async () => {
    await buy('fan')
    await give('other')
    expect(await own()).toMatchObject({ holders: 2, refundable: 3_500 })
  })

  it('ends sale and transfer at once, and stays visible to former holders', async () => {
    await buy('fan')
    const [ticket] = await ticketsOf('fan')
    await cancel('aoi')
    await expect(start('third')).rejects.toMatchObject({ status: 404 })
    const params = { id: ticket!.id }
    await expect(
      world.as('fan')(transfers.offer, { params, body: { name: 'other' } }),
    ).rejects.toMatchObject({ status: 409 })
    await world.deliver()
    expect(await seen('fan')).toMatchObject({ status: 'cancelled', held: false })
    expect((await ticketsOf('fan'))[0]).toMatchObject({ status: 'cancelled' })
  })

  it('refunds and informs everyone by email and notification; a gift just ends (33)', async () => {
    await buy('fan')
    await give('other')
    const notified: string[] = []
    world.deps.bus.subscribe(RIGHTS_CHANGED, (user) => void notified.push(user))
    await cancel('aoi')
    await world.deliver()
    expect(await expectAllBack()).toBe(2)
    const keys = (await table('outbox')).map(({ key }) => key)
    const notices = keys.filter((key) => key.startsWith('tell:entryCancelled:'))
    expect(notices.map((key) => key.split(':').at(-1)).sort()).toEqual(['fan', 'other'])
    expect(notified).toEqual(expect.arrayContaining(['fan', 'other']))
    expect(
      mails()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['fan@room.test', 'other@room.test'])
    expect(mails().find(({ to }) => to === 'fan@room.test')!.text).toContain('¥3,500')
    expect(mails().find(({ to }) => to === 'other@room.test')!.text).not.toContain('返金')
  })

  it('ends a transferred ticket with its holder, and refunds its buyer (33)', async () => {
    await buy('fan')
    const [ticket] = await ticketsOf('fan')
    const params = { id: ticket!.id }
    await world.as('fan')(transfers.offer, { params, body: { name: 'other' } })
    await world.as('other')(transfers.accept, { params })
    // The giver may buy another ticket: both payments are refunded.
    world.clock.move(60_000)
    await buy('fan')
    await cancel('aoi')
    await world.deliver()
    expect(await expectAllBack()).toBe(2)
    expect(mails().filter(({ to }) => to === 'fan@room.test')).toHaveLength(2)
    const toOther = mails().filter(({ to }) => to === 'other@room.test')
    expect(toOther.map(({ text }) => text.includes('返金'))).toEqual([false])
  })

  it('shows every ticket as cancelled to gates', async () => {
    await buy('fan')
    const created = await world.as('aoi')(door.createGate, {
      params: TICKET,
      body: { name: 'A入口' },
    })
    const gate = { params: { ...TICKET, gid: created.id } }
    const statuses = async () => {
      const { payload } = await world.as('aoi')(door.getBundle, gate)
      const { plan } = JSON.parse(payload) as { plan: { tickets: { status: string }[] } }
      return plan.tickets.map(({ status }) => status)
    }
    expect(await statuses()).toEqual(['valid'])
    await cancel('aoi')
    await world.deliver()
    expect(await statuses()).toEqual(['cancelled'])
  })

  it('refunds sixty tickets once each, although the job is killed ten times (33)', async () => {
    for (let n = 0; n < 60; n++) {
      await makeUser(world, `buyer-${n}`)
      await buy(`buyer-${n}`)
    }
    await cancel('aoi')
    // Kills the job ten times, each after 5 more tickets.
    let ended = 0
    let deaths = 0
    world.deps.bus.subscribe(RIGHTS_CHANGED, () => {
      if (++ended % 5 !== 0 || deaths === 10) return
      deaths++
      throw new Error('killed')
    })
    for (let attempt = 0; attempt < 10; attempt++) {
      world.payments.loseNext('refundCharge')
      await world.deliver()
      world.clock.move(3_600_000)
    }
    expect(deaths).toBe(10)
    await world.deliver()
    expect(await expectAllBack()).toBe(60)
    expect(new Set(mails().map(({ to }) => to)).size).toBe(60)
    expect(mails()).toHaveLength(60)
  })

  it('cancels a payment that is open, and refunds one that was faster (33)', async () => {
    const [open, paid] = [await start('fan'), await start('other')]
    await cancel('aoi')
    world.payments.confirm(paid)
    await world.deliver()
    expect(world.payments.charges.get(open)!.status).toBe('canceled')
    expect(world.payments.refunds).toEqual([{ charge: paid, amount: 3_500 }])
    expect((await table('order')).map(({ state }) => state)).toEqual(['failed', 'refunded'])
  })
})
