import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ticketHash } from '#contract/door/code.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { addPhone, createPushDevice } from '#server/features/push/testing/phones.ts'
import { claimGatePhone } from '#server/testing/gate-phone.ts'
import { makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import type { PushService } from '#server/testing/push-service.ts'
import type { World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('use of a ticket on %s', (database) => {
  let world: World
  let service: PushService
  beforeEach(async () => {
    ;({ world, service } = await createPushDevice(database))
    await makeRoom(world, 'aoi')
    await makeDigitalTicket(world, 'room-aoi', { id: 'night', title: '秋の夜' })
    await makeUser(world, 'fan')
  })
  afterEach(() => world.close())

  it('is notified to its holder with time and gate, once despite repeated logs and undo', async () => {
    await addPhone(world, service, 'fan')
    const params = { id: 'night' }
    const { ticket_id } = await world.as('fan')(tickets.joinTicket, { params, body: {} })
    const gate = await claimGatePhone(world, 'night', 'A入口')
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
