import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { toCursor } from '#contract/cursor.ts'
import { live } from '#contract/live.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeStaff,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { follow, openSite } from '../testing/talk-site.ts'

describe.each(apiDatabaseNames)('talk that is followed on %s', (database) => {
  let world: World
  let site: Awaited<ReturnType<typeof openSite>>
  let token: string
  beforeEach(async () => {
    world = await openWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'mod', 'member']) await makeUser(world, name)
    for (const name of ['fan', 'member']) await makeMember(world, 'room-aoi', name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    await makeTicket(world, 'live', 'fan')
    token = await world.tokenOf('fan')
    site = await openSite(world)
  })
  afterEach(() => world.close())

  const params = { id: 'live' }
  const say = (message: string, user = 'aoi', client_id?: string) =>
    world.as(user)(live.postTalk, { params, body: { message, client_id } })
  const open = (lastEventId?: string, as = token) => follow(site.url, as, lastEventId)
  const end = (reason: string) => ({ id: undefined, event: 'end', data: { reason } })
  const CHANGED = { id: undefined, event: 'changed', data: {} }

  it('brings each message as it is said, its id the event’s', async () => {
    await say('前から')
    const stream = await open()
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.headers.get('cache-control')).toBe('private, no-store')
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff')
    expect(stream.headers.get('x-request-id')).not.toBeNull()
    const first = await say('い\nろ')
    const second = await say('は')
    expect(await stream.next()).toEqual({ id: first.id, event: undefined, data: first })
    expect(await stream.next()).toMatchObject({ id: second.id, data: second })
  })

  it('opens on a kept connection whose last answer is still being written', async () => {
    await open() // so that the next is answered from memory, before what was asked first
    const line = connect(site.port, '127.0.0.1')
    onTestFinished(() => void line.destroy())
    const ask = (method: string, path: string, body = '') =>
      `${method} /api/application/live/live/${path} HTTP/1.1\r\nhost: room\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    line.write(ask('POST', 'talk', '{"message":"a"}') + ask('GET', 'talk/stream'))
    const heard = heardOn(line)
    await heard('text/event-stream')
    await heard(':\n\n')
    const said = await say('い')
    await heard(`id: ${said.id}\n`)
  })

  it('tells of deletions, and gives a client its own id back and nobody else', async () => {
    const [mine, theirs] = [await open(), await open(undefined, await world.tokenOf('mod'))]
    const said = await say('い', 'fan', 'c1')
    expect((await mine.next())!.data).toMatchObject({ message: 'い', client_id: 'c1' })
    expect((await theirs.next())!.data).not.toHaveProperty('client_id')
    await world.as('mod')(live.deleteTalk, { params: { ...params, message_id: said.id } })
    for (const stream of [mine, theirs])
      expect((await stream.next())!.data).toMatchObject({ deletes: said.id, message: '' })
  })

  it('resumes after the last that was seen, without a gap or a double, while more is said', async () => {
    const said = [await say('1'), await say('2'), await say('3')]
    const stream = await open(said[0]!.id)
    said.push(await say('4'))
    for (const message of said.slice(1)) expect((await stream.next())!.id).toBe(message.id)
  })

  it('resumes from far back, beyond what lies in memory', async () => {
    const seqs = Array.from({ length: 700 }, (_, n) => n + 1)
    for (const seq of seqs)
      await world.add('talk', {
        event_id: 'live',
        seq,
        user_id: 'aoi',
        message: 'あ'.repeat(200),
        client_id: null,
        deleted: 0,
        deletes: null,
        created_at: inHours(world, -1),
      })
    await world.add('counter', { name: 'talk:live', last: seqs.length })
    const stream = await open(toCursor(5))
    const later = await say('いま')
    for (const seq of seqs.slice(5)) expect((await stream.next())!.id).toBe(toCursor(seq))
    expect((await stream.next())!.id).toBe(later.id)
  })

  it.each([
    { who: 'a visitor', as: () => Promise.resolve('nothing'), status: 401 },
    { who: 'a member without a ticket', as: () => world.tokenOf('member'), status: 403 },
  ])('55: is refused to $who with $status', async ({ as, status }) => {
    expect((await open(undefined, await as())).status).toBe(status)
  })

  it('57: refuses to resume from what is no id', async () => {
    expect((await open("' or 1=1")).status).toBe(400)
    const beyond = await open('vvvvvvv')
    const said = await say('い')
    expect((await beyond.next())!.id).toBe(said.id)
  })

  it('57: brings nothing of another event', async () => {
    await makeEvent(world, 'room-aoi', { id: 'second', publishment_flg: 1 })
    const stream = await open()
    await world.as('aoi')(live.postTalk, { params: { id: 'second' }, body: { message: 'よそ' } })
    const said = await say('ここ')
    expect((await stream.next())!.id).toBe(said.id)
  })

  it('closes with a word when the right is lost, for that person alone', async () => {
    const [mine, hosts] = [await open(), await open(undefined, await world.tokenOf('aoi'))]
    await world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()
    await world.deps.bus.publish(RIGHTS_CHANGED, 'fan')
    expect(await mine.next()).toEqual(CHANGED)
    expect(await mine.next()).toEqual(end('right'))
    expect(await mine.next()).toBeNull()
    const said = await say('のこり')
    expect((await hosts.next())!.id).toBe(said.id)
  })

  it('closes within a minute also where no word of it came', async () => {
    const stream = await open()
    await world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()
    world.clock.move(60_000)
    expect(await stream.next()).toEqual(end('right'))
  })

  it('72: does so, too, where the clock was ahead as it opened, and was set back', async () => {
    const hourMs = 3_600_000
    world.clock.move(hourMs)
    const stream = await open(undefined, await world.tokenOf('fan'))
    await say('い')
    await stream.next()
    world.clock.move(-hourMs)
    await world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()
    expect(await stream.next()).toEqual(end('right'))
  })

  it('closes with a word when the token ends, or its session', async () => {
    const stream = await open()
    world.clock.move(15 * 60_000)
    expect(await stream.next()).toEqual(end('token'))
    token = await world.tokenOf('fan')
    const other = await open()
    const headers = { authorization: `Bearer ${token}` }
    const sessions = (await (
      await world.fetch('/api/application/me/session', { headers })
    ).json()) as { id: string; current: boolean }[]
    const { id } = sessions.find(({ current }) => current)!
    await world.fetch(`/api/application/me/session/${id}`, { method: 'DELETE', headers })
    expect(await other.next()).toEqual(end('token'))
  })

  it('asks everybody to look at the event again when it has changed', async () => {
    const stream = await open()
    await world.deps.bus.publish(EVENT_CHANGED, 'live')
    expect(await stream.next()).toEqual(CHANGED)
  })

  it('tells one who was banned to look again, and closes', async () => {
    const stream = await open()
    await world.as('aoi')(live.banFromTalk, { params, body: { name: 'fan' } })
    expect(await stream.next()).toEqual(CHANGED)
    expect(await stream.next()).toEqual(end('right'))
  })

  it('ends at SIGTERM, and so does each that opens from then on', async () => {
    const stream = await open()
    world.drain()
    expect(await stream.next()).toEqual(end('again'))
    expect(await stream.next()).toBeNull()
    expect(await (await open()).next()).toEqual(end('again'))
  })

  it('makes room for a tab too many by closing the oldest', async () => {
    const oldest = await open()
    // Whoever has heard something is in; the answer's head alone does not say so.
    await say('い')
    await oldest.next()
    const others = []
    for (let n = 0; n < 10; n++) others.push(await open())
    expect(await oldest.next()).toEqual(end('again'))
    // Held to the end: a client that forgets a stream hangs up.
    await say('ろ')
    for (const other of others) expect((await other.next())!.data).toMatchObject({ message: 'ろ' })
  })
})

/** Settles once `part` has come on the line. */
function heardOn(line: Socket) {
  let text = ''
  line.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return async (part: string) => {
    while (!text.includes(part)) await once(line, 'data')
  }
}
