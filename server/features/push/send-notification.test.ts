import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { auth } from '#contract/auth/calls.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { notifications } from '#contract/notifications/calls.ts'
import { operatorSwitches } from '#contract/operator/switches/calls.ts'
import { push } from '#contract/push/calls.ts'
import { PUSH_TESTS } from '#contract/push/limits.ts'
import { transact } from '#server/db/transact.ts'
import { makeRoom, makeThread, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { type PushService, startPushService } from '#server/testing/push-service.ts'
import { statementsDuring } from '#server/testing/statements.ts'
import type { World } from '#server/testing/world.ts'
import { enqueueNotification } from './enqueue.ts'
import type { Notification } from './notifications.ts'
import { addPhone, createPushDevice } from './testing/phones.ts'

/** Noon in Japan on 2026-11-20, the start of the test clock. */
/** Timeout: long enough for a busy machine, short enough for a test. */
const HASTY = { timeoutMs: 3_000 }

const MESSAGE: Notification = { notice: 'message', conversationId: 'c1', from: 'あおい' }
const USED: Notification = {
  notice: 'ticketUsed',
  issuedId: 'i1',
  title: '秋の夜',
  at: '2026-11-20T10:05:00.000Z',
  gate: 'A入口',
}
type Row = [Notification, string, string, string]
const NOTICES: Row[] = [
  [
    { notice: 'newThread', room: 'aoi', roomTitle: '喫茶室', threadId: 't1', title: '新譜' },
    '喫茶室の新しい投稿',
    '新譜',
    '/community/aoi/talk/t1',
  ],
  [
    { notice: 'renewalFailed', roomTitle: '喫茶室' },
    'お支払いの確認が必要です',
    '「喫茶室」の今月の参加費を確認できませんでした',
    '/account/room',
  ],
  ...(
    [
      ['seatRecalled', 'お取りしていたお席のご案内を取り消しました'],
      ['resold', '公式リセールでチケットが購入されました。代金を返金します'],
      ['resaleUnsold', '公式リセールが終わりました。チケットはお手元のままです'],
      ['lotteryResult', '抽選の結果が出ました'],
    ] as const
  ).map(
    ([notice, title]): Row => [
      { notice, product: { kind: 'event', room: 'aoi', id: 'night' }, title: '冬の夜' },
      title,
      '冬の夜',
      '/community/aoi/event/night',
    ],
  ),
  [
    {
      notice: 'waitEnded',
      product: { kind: 'digital_ticket', room: 'aoi', id: 'hall' },
      title: '冬の夜',
      why: 'over',
    },
    '販売が終わり、キャンセル待ちも終わりました',
    '冬の夜',
    '/community/aoi/e_ticket/hall',
  ],
  [
    {
      notice: 'lotteryEnded',
      product: { kind: 'digital_ticket', room: 'aoi', id: 'hall' },
      title: '冬の夜',
      why: 'lapsed',
    },
    '当選の期限が過ぎました',
    '冬の夜',
    '/community/aoi/e_ticket/hall',
  ],
  [
    { notice: 'voucherEnded', orderId: 'o1', title: '冬の夜', why: 'cancelled' },
    '中止になり、コンビニ払いの番号を取り消しました',
    '冬の夜',
    '/account/ticketbox',
  ],
  [USED, 'チケットを使いました', '19:05 入場・A入口・秋の夜', '/account/ticketbox/ticket/i1'],
]

describe.each(apiDatabaseNames)('notifications on %s', (database) => {
  let world: World
  let service: PushService
  beforeEach(() => open())
  async function open(outside = {}) {
    ;({ world, service } = await createPushDevice(database, {}, outside))
    for (const name of ['fan', 'other']) await makeUser(world, name)
    await makeRoom(world, 'writer')
    await makeThread(world, 'room-writer', 'writer', { id: 't1' })
    const at = world.clock.now().toISOString()
    await world.add('conversation', {
      id: 'c1',
      kind: 'room',
      room_id: null,
      title: '',
      last_text: '',
      last_at: at,
      created_at: at,
    } as never)
    await unread(1)
  }
  afterEach(() => world.close())

  async function unread(count: number) {
    await world.db.deleteFrom('conversation_member').execute()
    await world.add('conversation_member', {
      conversation_id: 'c1',
      user_id: 'fan',
      unread: count,
      last_read_at: null,
    } as never)
    await world.db
      .updateTable('user')
      .set({ unread_messages: count })
      .where('id', '=', 'fan')
      .execute()
  }
  const notify = (notification: Notification, about = 'it', to = 'fan') =>
    transact(world.db, (tx) =>
      enqueueNotification(world.deps, tx, { to, about, notice: notification }),
    )
  const phone = (user: string, name?: string) => addPhone(world, service, user, name)
  const tokens = () => world.db.selectFrom('push_token').selectAll().orderBy('id').execute()
  const setting = async (change: object) => {
    const { notification } = await world.as('fan')(account.getMe, {})
    await world.as('fan')(account.setNotification, { body: { ...notification, ...change } })
  }

  it('are delivered encrypted and signed, with all headers a push service requires', async () => {
    const { id } = await phone('fan')
    await notify(MESSAGE)
    await world.deliver()
    const [one] = service.got
    expect(one!.message).toEqual({
      id: expect.any(String),
      device: id,
      at: world.clock.now().toISOString(),
      unread: 1,
      title: 'メッセージが届きました',
      body: 'あおいさんから',
      url: '/account/message/c1',
    })
    expect(one!.headers).toMatchObject({
      ttl: String(24 * 3600),
      urgency: 'normal',
      'content-encoding': 'aes128gcm',
      topic: expect.stringMatching(/^[\w-]{32}$/),
    })
    const { vapid_public_key } = await world.as(null)(push.getKey, {})
    expect(one!.sender.key).toBe(vapid_public_key)
    const { aud, exp, sub } = one!.sender.claims
    expect(aud).toBe(service.origin)
    expect(sub).toMatch(/^mailto:/)
    expect(exp - Date.now() / 1000).toBeGreaterThan(0)
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600)
  })

  it('contain no secrets, addresses or texts of others (71)', async () => {
    await phone('fan')
    await notify(MESSAGE)
    await notify(USED)
    await world.deliver()
    expect(Object.keys(service.got[0]!.message).toSorted()).toEqual(
      ['at', 'body', 'device', 'id', 'title', 'unread', 'url'].toSorted(),
    )
    const text = service.got.map(({ message }) => JSON.stringify(message)).join()
    const [token] = await tokens()
    for (const secret of ['fan@', token!.session_id!, ...Object.values(world.secrets)])
      expect(text).not.toContain(secret)
    expect(text).not.toContain(JSON.parse(token!.keys).auth)
    const logged = JSON.stringify(world.log.lines)
    expect(logged).not.toContain(service.host)
  })

  it.each(NOTICES)(
    'describe what happened and link to it: %o',
    async (notification, title, body, url) => {
      await phone('fan')
      await notify(notification)
      await world.deliver()
      expect(service.got.map(({ message }) => message)).toMatchObject([{ title, body, url }])
    },
  )

  it('reach every device of a person once, and nobody else', async () => {
    await phone('fan', 'phone')
    await phone('fan', 'laptop')
    await phone('other')
    await notify(MESSAGE)
    await notify(MESSAGE)
    await world.deliver()
    await notify(MESSAGE)
    await world.deliver()
    expect(service.requestedDevices.toSorted()).toEqual(['laptop', 'phone'])
    const [first, second] = service.got
    expect(first!.message.id).toBe(second!.message.id)
    expect(first!.headers.topic).toBe(second!.headers.topic)
  })

  it('are not sent by a rolled-back transaction', async () => {
    await phone('fan')
    const failedTransaction = transact(world.db, async (tx) => {
      await enqueueNotification(world.deps, tx, { to: 'fan', about: 'it', notice: MESSAGE })
      throw new Error('changed my mind')
    })
    await expect(failedTransaction).rejects.toThrow('changed my mind')
    await world.deliver()
    expect(service.requestedDevices).toEqual([])
  })

  it.each([
    ['message', MESSAGE],
    ['room_news', NOTICES[0]![0]],
    ['payment', NOTICES[1]![0]],
    ['ticket', USED],
  ] as const)('are not sent when %s is switched off', async (kind, notification) => {
    await phone('fan')
    await setting({ [kind]: false })
    await notify(notification, 'off')
    await world.deliver()
    expect(service.requestedDevices).toEqual([])
    await setting({ [kind]: true })
    await notify(notification, 'on')
    await world.deliver()
    expect(service.requestedDevices).toEqual(['fan'])
  })

  it('wait for the end of quiet hours, then omit what has expired', async () => {
    await phone('fan')
    world.clock.move(11 * HOUR_MS) // 23:00
    await notify(MESSAGE, 'read meanwhile')
    await notify(USED)
    await world.deliver()
    world.clock.move(9 * HOUR_MS - 1)
    await world.deliver()
    expect(service.requestedDevices).toEqual([])
    await unread(0)
    world.clock.move(1)
    await world.deliver()
    expect(service.titles()).toEqual(['チケットを使いました'])
  })

  it('are not sent in quiet hours after a push service’s delay', async () => {
    await phone('fan')
    world.clock.move(11 * HOUR_MS - 1_000) // a second before 23:00
    service.answer((_, nth) =>
      nth === 1 ? { status: 503, headers: { 'retry-after': '60' } } : { status: 201 },
    )
    await notify(USED)
    await world.deliver()
    for (const later of [60_000, 9 * HOUR_MS - 59_001]) {
      world.clock.move(later)
      await world.deliver()
      expect(service.requestedDevices).toHaveLength(1)
    }
    world.clock.move(1)
    await world.deliver()
    expect(service.titles()).toEqual(['チケットを使いました'])
  })

  it('are dropped in the morning if no longer true', async () => {
    await phone('fan')
    world.clock.move(11 * HOUR_MS - 1_000)
    service.answer({ status: 503, headers: { 'retry-after': '60' } })
    const until = new Date(world.clock.now().getTime() + 9 * HOUR_MS).toISOString()
    await transact(world.db, (tx) =>
      enqueueNotification(world.deps, tx, { to: 'fan', about: 'it', notice: USED, until }),
    )
    await world.deliver()
    service.answer({ status: 201 })
    for (const later of [60_000, 9 * HOUR_MS]) {
      world.clock.move(later)
      await world.deliver()
    }
    expect(service.requestedDevices).toHaveLength(1)
  })

  it('wait until the morning if quiet hours are switched on before a retry', async () => {
    await phone('fan')
    await setting({ quiet_hours: false })
    world.clock.move(11 * HOUR_MS)
    service.answer((_, nth) =>
      nth === 1 ? { status: 503, headers: { 'retry-after': '60' } } : { status: 201 },
    )
    await notify(USED)
    await world.deliver()
    await setting({ quiet_hours: true })
    for (const [later, expected] of [
      [60_000, 1],
      [9 * HOUR_MS - 60_000, 2],
    ] as const) {
      world.clock.move(later)
      await world.deliver()
      expect(service.requestedDevices).toHaveLength(expected)
    }
  })

  it('are retried in quiet hours if the person waits for them', async () => {
    await phone('fan')
    world.clock.move(11 * HOUR_MS)
    service.answer((_, nth) =>
      nth === 1 ? { status: 503, headers: { 'retry-after': '60' } } : { status: 201 },
    )
    await transact(world.db, (tx) =>
      enqueueNotification(world.deps, tx, {
        to: 'fan',
        about: 'it',
        notice: USED,
        bypassQuietHours: true,
      }),
    )
    await world.deliver()
    world.clock.move(60_000)
    await world.deliver()
    expect(service.titles()).toEqual(['チケットを使いました'])
  })

  it('are dropped when switched off while waiting', async () => {
    await phone('fan')
    world.clock.move(11 * HOUR_MS)
    await notify(USED)
    await notify(MESSAGE)
    await world.deliver()
    await setting({ ticket: false })
    world.clock.move(9 * HOUR_MS)
    await world.deliver()
    expect(service.titles()).toEqual(['メッセージが届きました'])
  })

  it('read a target once per browser in a concurrent batch', async () => {
    world.clock.move(11 * HOUR_MS)
    const people = Array.from({ length: 20 }, (_, nth) => `fan${nth}`)
    for (const name of people) {
      await makeUser(world, name)
      await phone(name)
      await notify(USED, 'it', name)
    }
    await world.deliver()
    // Half of the people switch it off before the morning.
    for (const name of people.slice(10)) {
      const { notification } = await world.as(name)(account.getMe, {})
      await world.as(name)(account.setNotification, { body: { ...notification, ticket: false } })
    }
    world.clock.move(9 * HOUR_MS)
    const statements = await statementsDuring(() => world.deliver())
    expect(service.requestedDevices.toSorted()).toEqual(people.slice(0, 10).toSorted())
    const asking = statements.filter((text) =>
      /^select .*(push_token|notification_setting)/.test(text),
    )
    expect(asking).toHaveLength(people.length)
  })

  it('are sent at night to people without quiet hours', async () => {
    await phone('fan')
    await setting({ quiet_hours: false })
    world.clock.move(13 * HOUR_MS)
    await notify(MESSAGE)
    await world.deliver()
    expect(service.titles()).toEqual(['メッセージが届きました'])
  })

  it('of an offered seat are sent while the offer is open, and dropped afterwards', async () => {
    await phone('fan')
    const at = world.clock.now().toISOString()
    const expires = new Date(world.clock.now().getTime() + HOUR_MS).toISOString()
    const product = { kind: 'event', room: 'writer', id: 'night' } as const
    const offered = {
      notice: 'seatOffered',
      offerId: 'o1',
      product,
      title: '秋の夜',
      seats: 2,
      expires,
    } as const
    await world.add('seat_offer', {
      ...{ id: 'o1', user_id: 'fan', kind: 'event', subject_id: 'night', order_id: null },
      ...{ created_at: at, remind_at: at, reminded_at: null, expires_at: expires },
      ...{ closed_at: null, outcome: null, seats: 2, drawn: 0 },
    })
    await notify(offered)
    await world.deliver()
    expect(service.got[0]!.message).toMatchObject({
      title: 'お席を2枚ご用意しました（11月20日(金) 13:00まで）',
      body: '秋の夜',
      url: '/community/writer/event/night',
    })
    await world.db.updateTable('seat_offer').set({ closed_at: at, outcome: 'declined' }).execute()
    await notify(offered, 'again')
    await world.deliver()
    expect(service.got).toHaveLength(1)
  })

  it('are dropped while paused by an operator, and sent again afterwards', async () => {
    await makeUser(world, 'admin', { role: 'operator' })
    const turn = (enabled: boolean) =>
      world.as('admin')(operatorSwitches.turnSwitch, {
        params: { name: 'notification' },
        body: { enabled, reason: '点検' },
      })
    await phone('fan')
    await turn(false)
    await notify(MESSAGE, 'during')
    await world.deliver()
    await turn(true)
    await world.deliver()
    expect(service.got, 'told late it would mislead').toHaveLength(0)
    await notify(MESSAGE, 'after')
    await world.deliver()
    expect(service.got).toHaveLength(1)
  })

  it('are dropped when a day late', async () => {
    await phone('fan')
    service.answer({ status: 503, headers: { 'retry-after': String(24 * 3600) } })
    await notify(MESSAGE)
    await world.deliver()
    service.answer({ status: 201 })
    world.clock.move(24 * HOUR_MS)
    await world.deliver()
    expect(service.requestedDevices).toHaveLength(1)
  })

  describe('response of a push service', () => {
    const send = async (nth = 'it') => {
      await notify(USED, nth)
      await world.deliver()
    }
    const outcomes = async () => (await tokens()).map(({ outcome }) => outcome)

    it.each([200, 201, 202, 204])('%i: accepted', async (status) => {
      await phone('fan')
      service.answer({ status })
      await send()
      expect(await outcomes()).toEqual(['taken'])
      expect(await world.as('fan')(push.listTokens, {})).toMatchObject([
        { outcome: 'taken', tried_at: world.clock.now().toISOString(), confirmed_at: null },
      ])
      world.clock.move(HOUR_MS)
      await world.deliver()
      expect(service.requestedDevices).toHaveLength(1)
    })

    it.each([404, 410])('%i: the browser is gone, and deleted (71)', async (status) => {
      await phone('fan')
      service.answer({ status })
      await send()
      expect(await tokens()).toEqual([])
      service.answer({ status: 201 })
      await send('next')
      expect(service.requestedDevices).toHaveLength(1)
    })

    it.each([400, 401, 403, 413])('%i: logged without a retry', async (status) => {
      await phone('fan')
      service.answer({ status })
      await send()
      expect(await outcomes()).toEqual(['refused'])
      expect(world.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
        { facts: { why: `answered ${status}` } },
      ])
      world.clock.move(HOUR_MS)
      await world.deliver()
      expect(service.requestedDevices).toHaveLength(1)
      service.answer({ status: 201 })
      await send('next')
      expect(await outcomes()).toEqual(['taken'])
    })

    it.each([
      [429, '7', 7_000],
      [503, '60', 60_000],
      [429, 'Fri, 20 Nov 2026 03:00:30 GMT', 30_000],
    ])('%i with Retry-After %s: retried after that time (71)', async (status, after, ms) => {
      await phone('fan')
      service.answer((_, nth) =>
        nth === 1 ? { status, headers: { 'retry-after': after } } : { status: 201 },
      )
      await send()
      expect(await outcomes()).toEqual(['later'])
      world.clock.move(ms - 1)
      await world.deliver()
      expect(service.requestedDevices).toHaveLength(1)
      world.clock.move(1)
      await world.deliver()
      expect(await outcomes()).toEqual(['taken'])
    })

    it.each([500, 502, 503, 429])(
      '%i without Retry-After: retried after a second, then later',
      async (status) => {
        await phone('fan')
        service.answer((_, nth) => ({ status: nth <= 3 ? status : 201 }))
        await send()
        for (const pause of [1_000, 2_000, 4_000]) {
          world.clock.move(pause - 1)
          await world.deliver()
          expect(await outcomes()).toEqual(['later'])
          world.clock.move(1)
          await world.deliver()
        }
        expect(service.got).toHaveLength(1)
        expect(service.requestedDevices).toHaveLength(4)
      },
    )

    it('none: timed out, then retried', async () => {
      await world.close()
      await open(HASTY)
      await phone('fan')
      service.answer((_, nth) => (nth === 1 ? 'hang' : { status: 201 }))
      await send()
      expect(await outcomes()).toEqual(['later'])
      world.clock.move(1_000)
      await world.deliver()
      expect(await outcomes()).toEqual(['taken'])
    })

    it('a redirect, even to localhost: not followed (71)', async () => {
      const inside: string[] = []
      const server = createServer((request, response) => {
        inside.push(request.url!)
        response.end()
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      onTestFinished(() => void server.close())
      const { port } = server.address() as { port: number }
      await phone('fan')
      for (const status of [301, 302, 307, 308]) {
        const location = `http://127.0.0.1:${port}/secret`
        service.answer({ status, headers: { location } })
        await send(String(status))
      }
      expect(inside).toEqual([])
      expect(await outcomes()).toEqual(['refused'])
    })
  })

  it('are not delayed by the outage of another push service (71)', async () => {
    await world.close()
    const dead = await startPushService()
    dead.answer('hang')
    ;({ world, service } = await createPushDevice(database, { PUSH_ALLOW_HOSTS: dead.host }))
    const people = Array.from({ length: 40 }, (_, nth) => `fan${String(nth).padStart(2, '0')}`)
    for (const name of people) {
      await makeUser(world, name)
      await addPhone(world, dead, name)
    }
    await makeUser(world, 'fan')
    await phone('fan')
    for (const name of [...people, 'fan']) await notify(USED, 'it', name)
    const worker = world.work()
    onTestFinished(() => worker.stop(0))
    await expect.poll(() => service.got.length).toBe(1)
    // The order of the two services is not deterministic.
    await expect.poll(() => dead.requestedDevices.length).toBeGreaterThan(0)
    expect(dead.got).toEqual([])
  })

  it('are not sent to a host that is no longer allowed, whatever the database contains (71)', async () => {
    const inside: string[] = []
    const server = createServer((request, response) => {
      inside.push(request.url!)
      response.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    const { subscription } = await phone('fan')
    const endpoints = [
      `http://127.0.0.1:${port}/a`,
      `https://127.0.0.1:${port}/a`,
      `https://[::1]:${port}/a`,
      'https://169.254.169.254/latest/meta-data',
    ]
    for (const endpoint of endpoints) {
      await notify(USED, endpoint)
      await world.db.updateTable('push_token').set({ endpoint }).execute()
      await world.deliver()
      await world.db.updateTable('push_token').set({ endpoint: subscription.endpoint }).execute()
    }
    expect([inside, service.requestedDevices]).toEqual([[], []])
  })

  it('are not sent to a private address that an allowed host resolves to (71)', async () => {
    await world.close()
    const inside = await startPushService()
    let address = '8.8.8.8'
    const resolve = ((_: string, __: object, done: (...results: unknown[]) => void) =>
      done(null, [{ address, family: 4 }])) as never
    const env = { PUSH_HOSTS: 'push.example.org' }
    ;({ world, service } = await createPushDevice(database, env, { resolve }))
    await makeUser(world, 'fan')
    const { subscription } = await phone('fan')
    const moved = { ...subscription, endpoint: 'https://push.example.org/push/fan' }
    const browser = { kind: 'webpush', subscription: moved } as const
    await world.as('fan')(push.addToken, { body: browser })
    address = '127.0.0.1'
    await notify(USED)
    await world.deliver()
    expect(inside.requestedDevices).toEqual([])
    expect(service.requestedDevices).toEqual(['fan']) // the other browser of the same person
    expect((await tokens()).map(({ outcome }) => outcome).toSorted()).toEqual(['refused', 'taken'])
    await expect(world.as('fan')(push.addToken, { body: browser })).rejects.toMatchObject({
      status: 422,
    })
  })

  it('end with the session, including enqueued ones (71)', async () => {
    const { call } = await phone('fan')
    service.answer({ status: 503, headers: { 'retry-after': '10' } })
    await notify(USED)
    await world.deliver()
    service.answer({ status: 201 })
    const [ownSession] = await call(auth.listSessions, {})
    await call(auth.endSession, { params: { id: ownSession!.id } })
    world.clock.move(10_000)
    await world.deliver()
    await notify(USED, 'later')
    await world.deliver()
    expect(service.got).toEqual([])
    expect(await tokens()).toEqual([])
  })

  it('end with the session even if its browser is still in the table', async () => {
    await phone('fan')
    await notify(USED)
    await world.db.updateTable('session').set({ revoked_at: '2026-11-20T03:00:00.000Z' }).execute()
    await world.deliver()
    expect(service.requestedDevices).toEqual([])
  })

  describe('opened by a tap', () => {
    const unread = async () =>
      (await world.as('fan')(notifications.listNotifications, { query: {} })).items.map(
        (line) => line.unread,
      )
    const tap = async (sent: number, body: object = {}) => {
      const { id, device } = service.got[sent]!.message
      await world.as(null)(push.confirm, { body: { notice: id, device, opened: true, ...body } })
    }

    it('are read in the list, but not while they are only shown', async () => {
      const { id: others } = await phone('other')
      await phone('fan')
      await notify(USED)
      await world.deliver()
      await tap(0, { opened: undefined })
      await tap(0, { device: others })
      expect(await unread()).toEqual([true])
      await tap(0)
      expect(await unread()).toEqual([false])
    })

    it('stay unread in the list where more happened since', async () => {
      await phone('fan')
      await notify(MESSAGE, 'first')
      await world.deliver()
      await notify(MESSAGE, 'second')
      await world.deliver()
      await tap(0)
      expect(await unread()).toEqual([true])
      await tap(1)
      expect(await unread()).toEqual([false])
    })
  })

  describe('test notification', () => {
    it('goes to the requesting browser, also in quiet hours, and its arrival is shown', async () => {
      world.clock.move(13 * HOUR_MS)
      const { call } = await phone('fan', 'phone')
      await phone('fan', 'laptop')
      await call(push.testToken, {})
      await world.deliver()
      expect(service.requestedDevices).toEqual(['phone'])
      const { id: notificationId, device } = service.got[0]!.message
      const confirm = (body: { notice: string; device: string }) =>
        world.as(null)(push.confirm, { body })
      const confirmed = async () =>
        (await call(push.listTokens, {})).find(({ current }) => current)!.confirmed_at
      for (const invalidBody of [
        { notice: 'unknown', device },
        { notice: notificationId, device: 'unknown' },
        { notice: device, device: notificationId },
      ])
        await confirm(invalidBody)
      expect(await confirmed()).toBeNull()
      await confirm({ notice: notificationId, device })
      expect(await confirmed()).toBe(world.clock.now().toISOString())
    })

    it('cannot be confirmed by another’s device', async () => {
      const { call } = await phone('fan')
      const { id: device } = await phone('other')
      await call(push.testToken, {})
      await world.deliver()
      const { id: notificationId } = service.got[0]!.message
      await world.as(null)(push.confirm, { body: { notice: notificationId, device } })
      const rows = await world.db.selectFrom('push_notice').selectAll().execute()
      expect(rows).toMatchObject([{ user_id: 'fan', delivered_at: null }])
      expect((await tokens()).map(({ confirmed_at }) => confirmed_at)).toEqual([null, null])
    })

    it('requires a browser, and is rate limited', async () => {
      await expect(world.as('fan')(push.testToken, {})).rejects.toMatchObject({ status: 409 })
      const { call } = await phone('fan')
      for (let sent = 1; sent < PUSH_TESTS.max; sent++) await call(push.testToken, {})
      await expect(call(push.testToken, {})).rejects.toMatchObject({ status: 429 })
    })
  })
})
