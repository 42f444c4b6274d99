import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { push } from '#contract/push/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import { ingestOf } from '#server/features/live/testing/encoder-at.ts'
import { addPhone, createPushDevice } from '#server/features/push/testing/phones.ts'
import { formOf } from '#server/testing/form.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { databaseNames, ruleOn } from '#server/testing/names.ts'
import type { PushService } from '#server/testing/push-service.ts'
import type { World } from '#server/testing/world.ts'

/** 20:00 in Japan, on the day after the test clock's start. */
const START = '2026-11-21T11:00:00.000Z'
const END = '2026-11-21T13:00:00.000Z'

describe.each(databaseNames)('reminders of events on %s', (database) => {
  let world: World
  let service: PushService
  beforeEach(async () => {
    ;({ world, service } = await createPushDevice(database))
    await makeRoom(world, 'aoi', { title: '喫茶室' })
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await makeEvent(world, 'room-aoi', {
      id: 'night',
      title: '秋の夜',
      start_at: START,
      end_at: END,
    })
    await makeTicket(world, 'night', 'fan')
    await wants('fan')
  })
  afterEach(() => world.close())

  const wants = (user: string, on = true) =>
    world.as(user)(events.setNotify, { params: { id: 'night' }, body: { on } })
  const phone = (user: string, name?: string) => addPhone(world, service, user, name)
  /** Runs the reminder sweep and the outbox at that instant. */
  async function runAt(instant: string) {
    world.clock.move(Date.parse(instant) - world.clock.now().getTime())
    await world.remind()
    await world.deliver()
  }
  const EVENING = '2026-11-20T10:00:00.000Z'
  const THREE_HOURS = '2026-11-21T08:00:00.000Z'
  const ONE_HOUR = '2026-11-21T10:00:00.000Z'
  const mails = () => world.mail.sent.map(({ to, subject }) => [to, subject.replace(/【.*】/, '')])
  const move = (row: object) =>
    world.db.updateTable('event').set(row).where('id', '=', 'night').execute()
  /** Changes the event through the owner's API. */
  const change = (body: Parameters<typeof formOf>[0]) =>
    world.as('aoi')(events.changeOwn, { params: { id: 'night' }, body: formOf(body) })

  it('are sent the evening before and an hour before, once each, and link to the event', async () => {
    await phone('fan')
    await runAt('2026-11-20T09:59:59.000Z')
    expect(service.requestedDevices).toEqual([])
    for (const instant of [EVENING, '2026-11-20T10:00:20.000Z', '2026-11-21T09:59:59.000Z'])
      await runAt(instant)
    expect(service.titles()).toEqual(['明日 20:00からです'])
    for (const instant of [ONE_HOUR, '2026-11-21T10:30:00.000Z', START]) await runAt(instant)
    expect(service.titles()).toEqual(['明日 20:00からです', 'まもなく、20:00からです'])
    expect(service.got[1]!.message).toMatchObject({
      body: '秋の夜',
      url: '/community/aoi/event/night',
    })
    expect(service.got[1]!.headers).toMatchObject({ ttl: '3600', urgency: 'high' })
  })

  it('are sent to ticket holders and members with the bell on only', async () => {
    for (const name of ['fan', 'other', 'aoi']) await phone(name)
    await runAt(EVENING)
    expect(service.requestedDevices).toEqual(['fan'])
    await wants('fan', false)
    await wants('other')
    await wants('aoi')
    await runAt(ONE_HOUR)
    expect(service.requestedDevices).toEqual(['fan', 'other'])
  })

  it('are not sent when switched off', ruleOn(database), async () => {
    const { call } = await phone('fan')
    const { notification } = await call(account.getMe, {})
    await call(account.setNotification, { body: { ...notification, event_reminder: false } })
    await runAt(EVENING)
    await runAt(THREE_HOURS)
    await runAt(ONE_HOUR)
    expect([service.requestedDevices, mails()]).toEqual([[], []])
  })

  it('follow a changed start', ruleOn(database), async () => {
    await phone('fan')
    await change({ start: '2026-11-22T11:00:00.000Z', end: '2026-11-22T13:00:00.000Z' })
    await runAt(EVENING)
    expect(service.requestedDevices).toEqual([])
    await runAt('2026-11-21T10:00:00.000Z')
    expect(service.titles()).toEqual(['明日 20:00からです'])
    await change({ start: '2026-11-22T12:00:00.000Z' })
    await runAt('2026-11-22T10:00:00.000Z')
    expect(service.titles().filter((title) => title.startsWith('まもなく'))).toEqual([])
    await runAt('2026-11-22T11:00:00.000Z')
    expect(service.titles().at(-1)).toBe('まもなく、21:00からです')
  })

  it(
    'are dropped when event or ticket is cancelled, also when already enqueued',
    ruleOn(database),
    async () => {
      await phone('fan')
      service.answer({ status: 503, headers: { 'retry-after': '60' } })
      await runAt(EVENING)
      service.answer({ status: 201 })
      await world.as('aoi')(events.cancelOwn, { params: { id: 'night' } })
      for (const instant of ['2026-11-20T10:02:00.000Z', THREE_HOURS, ONE_HOUR])
        await runAt(instant)
      expect(service.got).toEqual([])
      expect(mails().map(([, subject]) => subject)).toEqual(['イベント中止のお知らせ'])
    },
  )

  it(
    'are dropped with the ticket of a holder who is no longer a member',
    ruleOn(database),
    async () => {
      await phone('fan')
      await world.db.updateTable('membership').set({ status: 'left' }).execute()
      await runAt(EVENING)
      await world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()
      await runAt(ONE_HOUR)
      expect(service.titles()).toEqual(['明日 20:00からです'])
    },
  )

  it('are dropped when the start is moved before delivery', ruleOn(database), async () => {
    await phone('fan')
    service.answer({ status: 503, headers: { 'retry-after': '60' } })
    await runAt(ONE_HOUR)
    service.answer({ status: 201 })
    await move({ start_at: '2026-11-21T12:30:00.000Z' })
    world.clock.move(60_000)
    await world.deliver()
    expect(service.got).toEqual([])
  })

  it('are delayed at night until the morning if still useful', ruleOn(database), async () => {
    await phone('fan')
    // 8:30 in Japan: an hour before is within the quiet hours.
    await move({ start_at: '2026-11-20T23:30:00.000Z', end_at: '2026-11-21T01:00:00.000Z' })
    await runAt('2026-11-20T22:30:00.000Z')
    expect(service.requestedDevices).toEqual([])
    world.clock.move(30 * 60_000)
    await world.deliver()
    expect(service.titles(), 'at eight it is still worth telling').toEqual([
      'まもなく、8:30からです',
    ])
  })

  describe('by email', () => {
    const SUBJECT = 'まもなくイベントが始まります'

    it('are sent three hours before to holders whom no notification reached', async () => {
      await phone('fan')
      await runAt(EVENING)
      await runAt(THREE_HOURS)
      await runAt('2026-11-21T08:00:20.000Z')
      expect(mails()).toEqual([['fan@room.test', SUBJECT]])
      expect(world.mail.sent[0]!.text).toContain('2026年11月21日 20:00')
    })

    it('are not sent when a phone confirmed a notification', ruleOn(database), async () => {
      await phone('fan')
      await runAt(EVENING)
      const { id: notificationId, device } = service.got[0]!.message
      await world.as(null)(push.confirm, { body: { notice: notificationId, device } })
      await runAt(THREE_HOURS)
      expect(mails()).toEqual([])
    })

    it('are sent to holders without a phone who want reminders', ruleOn(database), async () => {
      await makeTicket(world, 'night', 'other')
      await runAt(EVENING)
      await runAt(THREE_HOURS)
      expect(mails()).toEqual([['fan@room.test', SUBJECT]])
    })

    it(
      'are sent again for a moved start, although the first reminder was confirmed',
      ruleOn(database),
      async () => {
        await phone('fan')
        await runAt(EVENING)
        const { id: notificationId, device } = service.got[0]!.message
        await world.as(null)(push.confirm, { body: { notice: notificationId, device } })
        await move({ start_at: '2026-11-23T11:00:00.000Z', end_at: '2026-11-23T13:00:00.000Z' })
        await runAt('2026-11-23T08:00:00.000Z')
        expect(mails()).toEqual([['fan@room.test', SUBJECT]])
      },
    )
  })

  describe('start of a stream', () => {
    const params = { id: 'night' }
    /** Starts the encoder and goes live. */
    async function goOnAir() {
      const ingest = ingestOf(world)
      const { stream_key } = await world.as('aoi')(streams.getIngest, { params })
      await ingest.push(stream_key)
      await turn(1)
    }
    const turn = (publishment_flg: 0 | 1 | 2 | 3) =>
      world.as('aoi')(streams.setPublishment, { params, body: { publishment_flg } })

    it('is notified at once to ticket holders, also at night', ruleOn(database), async () => {
      for (const name of ['fan', 'other', 'aoi']) await phone(name)
      await wants('other')
      await wants('aoi')
      world.clock.move(13 * HOUR_MS) // one in the morning
      await goOnAir()
      await world.deliver()
      expect(service.got.map(({ device, message }) => [device, message.title])).toEqual([
        ['fan', '配信が始まりました'],
      ])
    })

    it('is notified to members with the bell on, once even if the stream restarts', async () => {
      for (const name of ['fan', 'other', 'aoi']) await phone(name)
      await wants('other')
      await goOnAir()
      await world.deliver()
      await turn(2)
      await turn(1).catch(() => {})
      await world.deliver()
      expect(service.requestedDevices.toSorted()).toEqual(['fan', 'other'])
    })
  })

  describe('publication of an event', () => {
    const plan = {
      title: '冬の朗読会',
      about: 'あたたかいお茶と。',
      start: '2026-12-01T11:00:00.000Z',
      end: '2026-12-01T13:00:00.000Z',
      amount: '0',
      capacity: '10',
    }
    const create = (status: 'draft' | 'published') =>
      world.as('aoi')(events.createOwn, { body: formOf({ ...plan, status }) })

    it('is notified to the room’s members once', async () => {
      for (const name of ['fan', 'other', 'aoi']) await phone(name)
      await makeUser(world, 'guest')
      await phone('guest')
      const { id } = await create('draft')
      await world.deliver()
      expect(service.requestedDevices).toEqual([])
      const params = { id }
      const publish = { params, body: formOf({ ...plan, status: 'published' }) }
      await world.as('aoi')(events.changeOwn, publish)
      await world.deliver()
      await world.as('aoi')(events.changeOwn, publish)
      await world.deliver()
      expect(service.requestedDevices.toSorted()).toEqual(['fan', 'other'])
      expect(service.got[0]!.message).toMatchObject({
        title: '喫茶室の新しいイベント',
        body: '冬の朗読会（12月1日(火) 20:00）',
        url: `/community/aoi/event/${id}`,
      })
    })
  })
})
