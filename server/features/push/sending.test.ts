import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { PUSH_TESTS } from '#contract/limits.ts'
import { operatorSwitches } from '#contract/operator/switches.ts'
import { push } from '#contract/push.ts'
import { transact } from '#server/db/transact.ts'
import { makeRoom, makeThread, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openPushService, type PushService } from '#server/testing/push-service.ts'
import { statementsDuring } from '#server/testing/statements.ts'
import type { World } from '#server/testing/world.ts'
import { enqueueNotification } from './enqueue.ts'
import type { Notice } from './notices.ts'
import { addPhone, openNotified } from './testing/phones.ts'

const HOUR_MS = 60 * 60_000
/** Noon in Japan on 2026-11-20, where the clock of a test begins. */
/** As long as a busy machine takes to answer itself, and no longer than a test may. */
const HASTY = { patienceMs: 3_000 }

const MESSAGE: Notice = { notice: 'message', conversationId: 'c1', from: 'あおい' }
const USED: Notice = {
  notice: 'ticketUsed',
  issuedId: 'i1',
  title: '秋の夜',
  at: '2026-11-20T10:05:00.000Z',
  gate: 'A入口',
}
const NOTICES: [Notice, string, string, string][] = [
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
  [USED, 'チケットを使いました', '19:05 入場・A入口・秋の夜', '/account/ticketbox/ticket/i1'],
]

describe.each(apiDatabaseNames)('notifications on %s', (database) => {
  let world: World
  let service: PushService
  beforeEach(() => open())
  async function open(outside = {}) {
    ;({ world, service } = await openNotified(database, {}, outside))
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
  const tell = (notice: Notice, about = 'it', to = 'fan') =>
    transact(world.db, (tx) => enqueueNotification(world.deps, tx, { to, about, notice }))
  const phone = (user: string, name?: string) => addPhone(world, service, user, name)
  const tokens = () => world.db.selectFrom('push_token').selectAll().orderBy('id').execute()
  const setting = async (change: object) => {
    const { notification } = await world.as('fan')(account.getMe, {})
    await world.as('fan')(account.setNotification, { body: { ...notification, ...change } })
  }

  it('reach the device encrypted and signed, with all that a push service wants to know', async () => {
    const { id } = await phone('fan')
    await tell(MESSAGE)
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

  it('fault 71: carry no secret, no address and nothing that others wrote', async () => {
    await phone('fan')
    await tell(MESSAGE)
    await tell(USED)
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

  it.each(NOTICES)('say what happened and lead there: %o', async (notice, title, body, url) => {
    await phone('fan')
    await tell(notice)
    await world.deliver()
    expect(service.got.map(({ message }) => message)).toMatchObject([{ title, body, url }])
  })

  it('reach every device of one person once, and nobody else', async () => {
    await phone('fan', 'phone')
    await phone('fan', 'laptop')
    await phone('other')
    await tell(MESSAGE)
    await tell(MESSAGE)
    await world.deliver()
    await tell(MESSAGE)
    await world.deliver()
    expect(service.asked.toSorted()).toEqual(['laptop', 'phone'])
    const [first, second] = service.got
    expect(first!.message.id).toBe(second!.message.id)
    expect(first!.headers.topic).toBe(second!.headers.topic)
  })

  it('are not left behind by what did not happen', async () => {
    await phone('fan')
    const failing = transact(world.db, async (tx) => {
      await enqueueNotification(world.deps, tx, { to: 'fan', about: 'it', notice: MESSAGE })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    await world.deliver()
    expect(service.asked).toEqual([])
  })

  it.each([
    ['message', MESSAGE],
    ['room_news', NOTICES[0]![0]],
    ['payment', NOTICES[1]![0]],
    ['ticket', USED],
  ] as const)('stay away where somebody switched %s off', async (kind, notice) => {
    await phone('fan')
    await setting({ [kind]: false })
    await tell(notice, 'off')
    await world.deliver()
    expect(service.asked).toEqual([])
    await setting({ [kind]: true })
    await tell(notice, 'on')
    await world.deliver()
    expect(service.asked).toEqual(['fan'])
  })

  it('wait for the morning where the night is quiet, and say then only what still holds', async () => {
    await phone('fan')
    world.clock.move(11 * HOUR_MS) // 23:00
    await tell(MESSAGE, 'read meanwhile')
    await tell(USED)
    await world.deliver()
    world.clock.move(9 * HOUR_MS - 1)
    await world.deliver()
    expect(service.asked).toEqual([])
    await unread(0)
    world.clock.move(1)
    await world.deliver()
    expect(service.titles()).toEqual(['チケットを使いました'])
  })

  it('do not come at night because a push service put them off until then', async () => {
    await phone('fan')
    world.clock.move(11 * HOUR_MS - 1_000) // a second before 23:00
    service.answer((_, nth) =>
      nth === 1 ? { status: 503, headers: { 'retry-after': '60' } } : { status: 201 },
    )
    await tell(USED)
    await world.deliver()
    for (const later of [60_000, 9 * HOUR_MS - 59_001]) {
      world.clock.move(later)
      await world.deliver()
      expect(service.asked).toHaveLength(1)
    }
    world.clock.move(1)
    await world.deliver()
    expect(service.titles()).toEqual(['チケットを使いました'])
  })

  it('are not told in the morning what holds no longer by then', async () => {
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
    expect(service.asked).toHaveLength(1)
  })

  it('come to whoever asks for quiet nights after they were told, in the morning', async () => {
    await phone('fan')
    await setting({ quiet_hours: false })
    world.clock.move(11 * HOUR_MS)
    service.answer((_, nth) =>
      nth === 1 ? { status: 503, headers: { 'retry-after': '60' } } : { status: 201 },
    )
    await tell(USED)
    await world.deliver()
    await setting({ quiet_hours: true })
    for (const [later, asked] of [
      [60_000, 1],
      [9 * HOUR_MS - 60_000, 2],
    ] as const) {
      world.clock.move(later)
      await world.deliver()
      expect(service.asked).toHaveLength(asked)
    }
  })

  it('come again at night where somebody waits for it, as often as the push service asks', async () => {
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
        despiteNight: true,
      }),
    )
    await world.deliver()
    world.clock.move(60_000)
    await world.deliver()
    expect(service.titles()).toEqual(['チケットを使いました'])
  })

  it('stay away where somebody switches them off while they wait', async () => {
    await phone('fan')
    world.clock.move(11 * HOUR_MS)
    await tell(USED)
    await tell(MESSAGE)
    await world.deliver()
    await setting({ ticket: false })
    world.clock.move(9 * HOUR_MS)
    await world.deliver()
    expect(service.titles()).toEqual(['メッセージが届きました'])
  })

  it('ask once for each browser where it is and whether it is still wanted, however many go out at once', async () => {
    world.clock.move(11 * HOUR_MS)
    const people = Array.from({ length: 20 }, (_, nth) => `fan${nth}`)
    for (const name of people) {
      await makeUser(world, name)
      await phone(name)
      await tell(USED, 'it', name)
    }
    await world.deliver()
    // Half of them say no while it waits for the morning.
    for (const name of people.slice(10)) {
      const { notification } = await world.as(name)(account.getMe, {})
      await world.as(name)(account.setNotification, { body: { ...notification, ticket: false } })
    }
    world.clock.move(9 * HOUR_MS)
    const asked = await statementsDuring(() => world.deliver())
    expect(service.asked.toSorted()).toEqual(people.slice(0, 10).toSorted())
    const asking = asked.filter((text) => /^select .*(push_token|notification_setting)/.test(text))
    expect(asking).toHaveLength(people.length)
  })

  it('come at night to whoever wants it so', async () => {
    await phone('fan')
    await setting({ quiet_hours: false })
    world.clock.move(13 * HOUR_MS)
    await tell(MESSAGE)
    await world.deliver()
    expect(service.titles()).toEqual(['メッセージが届きました'])
  })

  it('are dropped while an operator has paused them, and go out again afterwards', async () => {
    await makeUser(world, 'admin', { role: 'operator' })
    const turn = (enabled: boolean) =>
      world.as('admin')(operatorSwitches.turnSwitch, {
        params: { name: 'notification' },
        body: { enabled, reason: '点検' },
      })
    await phone('fan')
    await turn(false)
    await tell(MESSAGE, 'during')
    await world.deliver()
    await turn(true)
    await world.deliver()
    expect(service.got, 'told late it would mislead').toHaveLength(0)
    await tell(MESSAGE, 'after')
    await world.deliver()
    expect(service.got).toHaveLength(1)
  })

  it('are dropped when they are a day late', async () => {
    await phone('fan')
    service.answer({ status: 503, headers: { 'retry-after': String(24 * 3600) } })
    await tell(MESSAGE)
    await world.deliver()
    service.answer({ status: 201 })
    world.clock.move(24 * HOUR_MS)
    await world.deliver()
    expect(service.asked).toHaveLength(1)
  })

  describe('what a push service answers', () => {
    const send = async (nth = 'it') => {
      await tell(USED, nth)
      await world.deliver()
    }
    const outcomes = async () => (await tokens()).map(({ outcome }) => outcome)

    it.each([200, 201, 202, 204])('%i: it was taken', async (status) => {
      await phone('fan')
      service.answer({ status })
      await send()
      expect(await outcomes()).toEqual(['taken'])
      expect(await world.as('fan')(push.listTokens, {})).toMatchObject([
        { outcome: 'taken', tried_at: world.clock.now().toISOString(), confirmed_at: null },
      ])
      world.clock.move(HOUR_MS)
      await world.deliver()
      expect(service.asked).toHaveLength(1)
    })

    it.each([404, 410])('fault 71: %i: the browser is gone, and forgotten', async (status) => {
      await phone('fan')
      service.answer({ status })
      await send()
      expect(await tokens()).toEqual([])
      service.answer({ status: 201 })
      await send('next')
      expect(service.asked).toHaveLength(1)
    })

    it.each([400, 401, 403, 413])('%i: asking again is no use, and it is said', async (status) => {
      await phone('fan')
      service.answer({ status })
      await send()
      expect(await outcomes()).toEqual(['refused'])
      expect(world.log.lines.filter(({ level }) => level === 'error')).toMatchObject([
        { facts: { why: `answered ${status}` } },
      ])
      world.clock.move(HOUR_MS)
      await world.deliver()
      expect(service.asked).toHaveLength(1)
      service.answer({ status: 201 })
      await send('next')
      expect(await outcomes()).toEqual(['taken'])
    })

    it.each([
      [429, '7', 7_000],
      [503, '60', 60_000],
      [429, 'Fri, 20 Nov 2026 03:00:30 GMT', 30_000],
    ])('fault 71: %i with Retry-After %s: it waits so long', async (status, after, ms) => {
      await phone('fan')
      service.answer((_, nth) =>
        nth === 1 ? { status, headers: { 'retry-after': after } } : { status: 201 },
      )
      await send()
      expect(await outcomes()).toEqual(['later'])
      world.clock.move(ms - 1)
      await world.deliver()
      expect(service.asked).toHaveLength(1)
      world.clock.move(1)
      await world.deliver()
      expect(await outcomes()).toEqual(['taken'])
    })

    it.each([500, 502, 503, 429])('%i without a word: a second, then longer', async (status) => {
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
      expect(service.asked).toHaveLength(4)
    })

    it('nothing at all: it is given up on, and tried again', async () => {
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

    it('fault 71: a redirect, also to this machine: nobody follows it', async () => {
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

  it('fault 71: are not kept by one dead service from the devices of others', async () => {
    await world.close()
    const dead = await openPushService()
    dead.answer('hang')
    ;({ world, service } = await openNotified(database, { PUSH_ALLOW_HOSTS: dead.host }))
    const people = Array.from({ length: 40 }, (_, nth) => `fan${String(nth).padStart(2, '0')}`)
    for (const name of people) {
      await makeUser(world, name)
      await addPhone(world, dead, name)
    }
    await makeUser(world, 'fan')
    await phone('fan')
    for (const name of [...people, 'fan']) await tell(USED, 'it', name)
    const worker = world.work()
    onTestFinished(() => worker.stop(0))
    await expect.poll(() => service.got.length, { timeout: 15_000 }).toBe(1)
    // Which of the two is reached first is the machine's choice.
    await expect.poll(() => dead.asked.length, { timeout: 15_000 }).toBeGreaterThan(0)
    expect(dead.got).toEqual([])
  })

  it('fault 71: go nowhere that is not allowed any more, whatever the database says', async () => {
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
      await tell(USED, endpoint)
      await world.db.updateTable('push_token').set({ endpoint }).execute()
      await world.deliver()
      await world.db.updateTable('push_token').set({ endpoint: subscription.endpoint }).execute()
    }
    expect([inside, service.asked]).toEqual([[], []])
  })

  it('fault 71: connect to no private address that an allowed name leads to by now', async () => {
    await world.close()
    const inside = await openPushService()
    let address = '8.8.8.8'
    const resolve = ((_: string, __: object, done: (...found: unknown[]) => void) =>
      done(null, [{ address, family: 4 }])) as never
    const env = { PUSH_HOSTS: 'push.example.org' }
    ;({ world, service } = await openNotified(database, env, { resolve }))
    await makeUser(world, 'fan')
    const { subscription } = await phone('fan')
    const moved = { ...subscription, endpoint: 'https://push.example.org/push/fan' }
    const browser = { kind: 'webpush', subscription: moved } as const
    await world.as('fan')(push.addToken, { body: browser })
    address = '127.0.0.1'
    await tell(USED)
    await world.deliver()
    expect(inside.asked).toEqual([])
    expect(service.asked).toEqual(['fan']) // the other browser of the same person
    expect((await tokens()).map(({ outcome }) => outcome).toSorted()).toEqual(['refused', 'taken'])
    await expect(world.as('fan')(push.addToken, { body: browser })).rejects.toMatchObject({
      status: 422,
    })
  })

  it('fault 71: stop with the login, also those that were on their way', async () => {
    const { call } = await phone('fan')
    service.answer({ status: 503, headers: { 'retry-after': '10' } })
    await tell(USED)
    await world.deliver()
    service.answer({ status: 201 })
    const [mine] = await call(auth.listSessions, {})
    await call(auth.endSession, { params: { id: mine!.id } })
    world.clock.move(10_000)
    await world.deliver()
    await tell(USED, 'later')
    await world.deliver()
    expect(service.got).toEqual([])
    expect(await tokens()).toEqual([])
  })

  it('stop with a login even where its browser was left in the table', async () => {
    await phone('fan')
    await tell(USED)
    await world.db.updateTable('session').set({ revoked_at: '2026-11-20T03:00:00.000Z' }).execute()
    await world.deliver()
    expect(service.asked).toEqual([])
  })

  describe('a test', () => {
    it('goes to the browser that asks, also at night, and its arrival is shown', async () => {
      world.clock.move(13 * HOUR_MS)
      const { call } = await phone('fan', 'phone')
      await phone('fan', 'laptop')
      await call(push.testToken, {})
      await world.deliver()
      expect(service.asked).toEqual(['phone'])
      const { id: notice, device } = service.got[0]!.message
      const confirm = (body: { notice: string; device: string }) =>
        world.as(null)(push.confirm, { body })
      const confirmed = async () =>
        (await call(push.listTokens, {})).find(({ current }) => current)!.confirmed_at
      for (const wrong of [
        { notice: 'unknown', device },
        { notice, device: 'unknown' },
        { notice: device, device: notice },
      ])
        await confirm(wrong)
      expect(await confirmed()).toBeNull()
      await confirm({ notice, device })
      expect(await confirmed()).toBe(world.clock.now().toISOString())
    })

    it('cannot be confirmed by the device of another', async () => {
      const { call } = await phone('fan')
      const { id: device } = await phone('other')
      await call(push.testToken, {})
      await world.deliver()
      const { id: notice } = service.got[0]!.message
      await world.as(null)(push.confirm, { body: { notice, device } })
      const rows = await world.db.selectFrom('push_notice').selectAll().execute()
      expect(rows).toMatchObject([{ user_id: 'fan', delivered_at: null }])
      expect((await tokens()).map(({ confirmed_at }) => confirmed_at)).toEqual([null, null])
    })

    it('needs a browser, and is not sent without end', async () => {
      await expect(world.as('fan')(push.testToken, {})).rejects.toMatchObject({ status: 409 })
      const { call } = await phone('fan')
      for (let sent = 1; sent < PUSH_TESTS.max; sent++) await call(push.testToken, {})
      await expect(call(push.testToken, {})).rejects.toMatchObject({ status: 429 })
    })
  })
})
