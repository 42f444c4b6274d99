import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tickets } from '#contract/tickets.ts'
import { transfers } from '#contract/transfers.ts'
import { addPhone, openNotified } from '#server/features/push/testing/phones.ts'
import { makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import type { PushService } from '#server/testing/push-service.ts'
import type { World } from '#server/testing/world.ts'

/** Six in the evening in Japan, on the day after the clock of a test begins. */
const OPENS = '2026-11-21T09:00:00.000Z'
const EVENING = '2026-11-20T10:00:00.000Z'
const ONE_HOUR = '2026-11-21T08:00:00.000Z'

describe.each(databaseNames)('reminders of doors that open, on %s', (database) => {
  let world: World
  let service: PushService
  let mine: string
  beforeEach(async () => {
    ;({ world, service } = await openNotified(database))
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'other']) await makeUser(world, name)
    await makeDigitalTicket(world, 'room-aoi', {
      id: 'night',
      title: '秋の夜',
      opens_at: OPENS,
      starts_at: '2026-11-21T10:00:00.000Z',
      valid_until: '2026-11-21T13:00:00.000Z',
    })
    const joined = await world.as('fan')(tickets.joinTicket, { params: { id: 'night' }, body: {} })
    mine = joined.ticket_id
    for (const name of ['fan', 'other']) await addPhone(world, service, name)
  })
  afterEach(() => world.close())

  async function runAt(instant: string) {
    world.clock.move(Date.parse(instant) - world.clock.now().getTime())
    await world.remind()
    await world.deliver()
  }
  const change = (row: object) =>
    world.db.updateTable('digital_ticket').set(row).where('id', '=', 'night').execute()

  it('come the evening before and an hour before, each once, to the holder alone, and lead to the ticket', async () => {
    await runAt('2026-11-20T09:59:59.000Z')
    expect(service.asked).toEqual([])
    for (const instant of [EVENING, '2026-11-20T10:00:20.000Z', '2026-11-21T07:59:59.000Z'])
      await runAt(instant)
    expect(service.titles()).toEqual(['明日 18:00開場です'])
    for (const instant of [ONE_HOUR, '2026-11-21T08:30:00.000Z', OPENS]) await runAt(instant)
    expect(service.titles()).toEqual(['明日 18:00開場です', 'まもなく、18:00開場です'])
    expect(service.asked).toEqual(['fan', 'fan'])
    expect(service.got[1]!.message).toMatchObject({
      body: '秋の夜',
      url: `/account/ticketbox/ticket/${mine}`,
    })
  })

  it('go to whoever has the ticket by then', async () => {
    await runAt(EVENING)
    const params = { id: mine }
    await world.as('fan')(transfers.offer, { params, body: { name: 'other' } })
    await world.as('other')(transfers.accept, { params })
    await runAt(ONE_HOUR)
    expect(service.asked).toEqual(['fan', 'other'])
  })

  it('come anew where the doors open at another hour, and say so', async () => {
    await runAt(EVENING)
    await change({ opens_at: '2026-11-21T09:30:00.000Z' })
    await runAt('2026-11-20T10:10:00.000Z')
    await runAt(ONE_HOUR)
    await runAt('2026-11-21T08:30:00.000Z')
    expect(service.titles()).toEqual([
      '明日 18:00開場です',
      '明日 18:30開場です',
      'まもなく、18:30開場です',
    ])
  })

  it.each([
    { what: 'the evening is called off', act: () => change({ status: 'cancelled' }) },
    {
      what: 'the ticket was used',
      act: () => world.db.updateTable('issued_ticket').set({ status: 'used' }).execute(),
    },
    {
      what: 'the ticket was taken back',
      act: () => world.db.updateTable('issued_ticket').set({ status: 'cancelled' }).execute(),
    },
  ])('stay away where $what, also those that were on their way', async ({ act }) => {
    service.answer({ status: 503, headers: { 'retry-after': '60' } })
    await runAt(EVENING)
    service.answer({ status: 201 })
    await act()
    for (const instant of ['2026-11-20T10:02:00.000Z', ONE_HOUR]) await runAt(instant)
    expect(service.asked).toEqual(['fan'])
    expect(service.got).toEqual([])
  })
})
