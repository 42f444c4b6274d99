import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { push } from '#contract/push/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { transfers } from '#contract/transfers/calls.ts'
import { addPhone, createPushDevice } from '#server/features/push/testing/phones.ts'
import type { MailMessage } from '#server/ports/mail.ts'
import { makeDigitalTicket, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import type { PushService } from '#server/testing/push-service.ts'
import { makeType } from '#server/testing/ticket-types.ts'
import type { World } from '#server/testing/world.ts'

/** 18:00 in Japan, on the day after the test clock's start. */
const OPENS = '2026-11-21T09:00:00.000Z'
const EVENING = '2026-11-20T10:00:00.000Z'
const ONE_HOUR = '2026-11-21T08:00:00.000Z'

describe.each(databaseNames)('reminders of opening doors, on %s', (database) => {
  let world: World
  let service: PushService
  let ticketId: string
  beforeEach(async () => {
    ;({ world, service } = await createPushDevice(database))
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
    ticketId = joined.ticket_id
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

  it('are sent the evening before and an hour before, once each, to the holder only, and link to the ticket', async () => {
    await runAt('2026-11-20T09:59:59.000Z')
    expect(service.requestedDevices).toEqual([])
    for (const instant of [EVENING, '2026-11-20T10:00:20.000Z', '2026-11-21T07:59:59.000Z'])
      await runAt(instant)
    expect(service.titles()).toEqual(['明日 18:00開場です'])
    for (const instant of [ONE_HOUR, '2026-11-21T08:30:00.000Z', OPENS]) await runAt(instant)
    expect(service.titles()).toEqual(['明日 18:00開場です', 'まもなく、18:00開場です'])
    expect(service.requestedDevices).toEqual(['fan', 'fan'])
    expect(service.got[1]!.message).toMatchObject({
      body: '秋の夜',
      url: `/account/ticketbox/ticket/${ticketId}`,
    })
  })

  it('go to the current holder after a transfer', ruleOn(database), async () => {
    await runAt(EVENING)
    const params = { id: ticketId }
    await world.as('fan')(transfers.offer, { params, body: { name: 'other' } })
    await world.as('other')(transfers.accept, { params })
    await runAt(ONE_HOUR)
    expect(service.requestedDevices).toEqual(['fan', 'other'])
  })

  it('name the type of the ticket', ruleOn(database), async () => {
    const type = await makeType(world, 'night', { id: '学割' })
    await world.db.updateTable('issued_ticket').set({ ticket_type_id: type }).execute()
    await runAt(EVENING)
    expect(service.got.map(({ message }) => message.body)).toEqual(['秋の夜（学割）'])
    await runAt('2026-11-21T06:00:00.000Z')
    expect(world.mail.sent[0]!.text).toContain('秋の夜（学割）')
  })

  it('are sent again with the new time when the opening is changed', ruleOn(database), async () => {
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

  describe('by email', () => {
    const THREE_HOURS = '2026-11-21T06:00:00.000Z'
    const mails = () =>
      world.mail.sent.map(({ to, subject }) => [to, subject.replace(/【.*】/, '')] as const)
    const SUBJECT = 'まもなく開場です'
    async function confirm() {
      const { id: notificationId, device } = service.got.at(-1)!.message
      await world.as(null)(push.confirm, { body: { notice: notificationId, device } })
    }

    it('are sent once, three hours before, to holders whom no notification reached, and link to the ticket', async () => {
      await runAt(EVENING)
      await runAt('2026-11-21T05:59:59.999Z')
      expect(mails()).toEqual([])
      for (const instant of [THREE_HOURS, '2026-11-21T06:00:20.000Z', ONE_HOUR, OPENS])
        await runAt(instant)
      expect(mails()).toEqual([['fan@room.test', SUBJECT]])
      const [{ text, unsubscribe }] = world.mail.sent as [MailMessage]
      expect(text).toContain('2026年11月21日 18:00')
      expect(text).toContain(`/account/ticketbox/ticket/${ticketId}`)
      expect(unsubscribe).toContain('kind=event_reminder')
    })

    it('are not sent when a phone confirmed a notification', ruleOn(database), async () => {
      await runAt(EVENING)
      await confirm()
      await runAt(THREE_HOURS)
      expect(mails()).toEqual([])
    })

    it('are not sent when switched off', ruleOn(database), async () => {
      const { notification } = await world.as('fan')(account.getMe, {})
      await world.as('fan')(account.setNotification, {
        body: { ...notification, event_reminder: false },
      })
      await runAt(EVENING)
      await runAt(THREE_HOURS)
      expect([service.requestedDevices, mails()]).toEqual([[], []])
    })

    it(
      'go to the current holder, although the former one was reminded',
      ruleOn(database),
      async () => {
        await runAt(EVENING)
        await confirm()
        const params = { id: ticketId }
        await world.as('fan')(transfers.offer, { params, body: { name: 'other' } })
        await world.as('other')(transfers.accept, { params })
        await runAt(THREE_HOURS)
        expect(mails().filter(([, subject]) => subject === SUBJECT)).toEqual([
          ['other@room.test', SUBJECT],
        ])
      },
    )

    it(
      'are sent again for a changed time, although the first reminder was confirmed',
      ruleOn(database),
      async () => {
        await runAt(EVENING)
        await confirm()
        await change({ opens_at: '2026-11-23T09:00:00.000Z' })
        await runAt('2026-11-23T06:00:00.000Z')
        expect(mails()).toEqual([['fan@room.test', SUBJECT]])
      },
    )

    it('are not sent for a cancelled or invalid ticket', ruleOn(database), async () => {
      await runAt(EVENING)
      await change({ status: 'cancelled' })
      await runAt(THREE_HOURS)
      await change({ status: 'published' })
      await world.db.updateTable('issued_ticket').set({ status: 'used' }).execute()
      await runAt('2026-11-21T06:01:00.000Z')
      expect(mails()).toEqual([])
    })
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
  ])('are dropped when $what, including enqueued ones', async ({ act }) => {
    service.answer({ status: 503, headers: { 'retry-after': '60' } })
    await runAt(EVENING)
    service.answer({ status: 201 })
    await act()
    for (const instant of ['2026-11-20T10:02:00.000Z', ONE_HOUR]) await runAt(instant)
    expect(service.requestedDevices).toEqual(['fan'])
    expect(service.got).toEqual([])
  })
})
