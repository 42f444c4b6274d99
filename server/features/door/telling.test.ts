import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ticketHash } from '#contract/door/code.ts'
import { tickets } from '#contract/tickets.ts'
import { addPhone, openNotified } from '#server/features/push/testing/phones.ts'
import { openGate } from '#server/testing/gate-phone.ts'
import { makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import type { PushService } from '#server/testing/push-service.ts'
import type { World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('a ticket that is used, on %s', (database) => {
  let world: World
  let service: PushService
  beforeEach(async () => {
    ;({ world, service } = await openNotified(database))
    await makeRoom(world, 'aoi')
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', title: '秋の夜' })
    await makeUser(world, 'fan')
  })
  afterEach(() => world.close())

  it('is told on its holder’s phone, with the time and the door, once however often a gate tells and undoes', async () => {
    await addPhone(world, service, 'fan')
    const params = { id: 'night' }
    const { ticket_id } = await world.as('fan')(tickets.joinTicket, { params, body: {} })
    const gate = await openGate(world, 'night', 'A入口')
    await gate.write('admit', await ticketHash(ticket_id), { minutes: -2 })
    await gate.send()
    await gate.send()
    await gate.write('undo', await ticketHash(ticket_id))
    await gate.write('admit', await ticketHash(ticket_id))
    await gate.send()
    await world.deliver()
    expect(service.got.map(({ message }) => message)).toMatchObject([
      {
        title: 'チケットを使いました',
        body: '11:58 入場・A入口・秋の夜',
        url: `/account/ticketbox/ticket/${ticket_id}`,
      },
    ])
  })
})
