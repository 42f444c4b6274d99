import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { toCursor } from '#contract/lib/cursor.ts'
import { live } from '#contract/live/calls.ts'
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
import { createWorld, type World } from '#server/testing/world.ts'
import { follow, openSite } from '../testing/talk-site.ts'

/** Streams younger than a minute give way to no other. */
const NO_LONGER_YOUNG_MS = 60_000

describe.each(apiDatabaseNames)('streamed talk on %s', (database) => {
  let world: World
  let site: Awaited<ReturnType<typeof openSite>>
  let token: string
  beforeEach(async () => {
    world = await createWorld(database)
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
  const postTalk = (message: string, user = 'aoi', client_id?: string) =>
    world.as(user)(live.postTalk, { params, body: { message, client_id } })
  const open = (lastEventId?: string, as = token) => follow(site.url, as, lastEventId)
  /** A stream whose first message proves that it is joined; the response's headers do not. */
  async function openJoined() {
    const stream = await open()
    await postTalk('い')
    await stream.next()
    return stream
  }
  const end = (reason: string) => ({ id: undefined, event: 'end', data: { reason } })
  const CHANGED = { id: undefined, event: 'changed', data: {} }

  it('sends each message with its id as the event id', async () => {
    await postTalk('前から')
    const stream = await open()
    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(stream.headers.get('cache-control')).toBe('private, no-store')
    expect(stream.headers.get('x-content-type-options')).toBe('nosniff')
    expect(stream.headers.get('x-request-id')).not.toBeNull()
    const first = await postTalk('い\nろ')
    const second = await postTalk('は')
    expect(await stream.next()).toEqual({ id: first.id, event: undefined, data: first })
    expect(await stream.next()).toMatchObject({ id: second.id, data: second })
  })

  it('opens on a keep-alive connection whose last response is still being written', async () => {
    await open() // so that the next call is answered from memory, before the earlier one
    const line = connect(site.port, '127.0.0.1')
    onTestFinished(() => void line.destroy())
    const ask = (method: string, path: string, body = '') =>
      `${method} /api/application/live/live/${path} HTTP/1.1\r\nhost: room\r\nauthorization: Bearer ${token}\r\n` +
      `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`
    line.write(ask('POST', 'talk', '{"message":"a"}') + ask('GET', 'talk/stream'))
    const waitForText = heardOn(line)
    await waitForText('text/event-stream')
    await waitForText(':\n\n')
    const posted = await postTalk('い')
    await waitForText(`id: ${posted.id}\n`)
  })

  it('sends deletions, and client ids to their authors only', async () => {
    const [ownStream, otherStream] = [
      await open(),
      await open(undefined, await world.tokenOf('mod')),
    ]
    const posted = await postTalk('い', 'fan', 'c1')
    expect((await ownStream.next())!.data).toMatchObject({ message: 'い', client_id: 'c1' })
    expect((await otherStream.next())!.data).not.toHaveProperty('client_id')
    await world.as('mod')(live.deleteTalk, { params: { ...params, message_id: posted.id } })
    for (const stream of [ownStream, otherStream])
      expect((await stream.next())!.data).toMatchObject({ deletes: posted.id, message: '' })
  })

  it('resumes after the last event id without gaps or duplicates, while messages arrive', async () => {
    const posted = [await postTalk('1'), await postTalk('2'), await postTalk('3')]
    const stream = await open(posted[0]!.id)
    posted.push(await postTalk('4'))
    for (const message of posted.slice(1)) expect((await stream.next())!.id).toBe(message.id)
  })

  it('resumes from beyond the window', async () => {
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
        question: 0,
        created_at: inHours(world, -1),
      })
    await world.add('counter', { name: 'talk:live', last: seqs.length })
    const stream = await open(toCursor(5))
    const later = await postTalk('いま')
    for (const seq of seqs.slice(5)) expect((await stream.next())!.id).toBe(toCursor(seq))
    expect((await stream.next())!.id).toBe(later.id)
  })

  it.each([
    { who: 'a visitor', as: () => Promise.resolve('nothing'), status: 401 },
    { who: 'a member without a ticket', as: () => world.tokenOf('member'), status: 403 },
  ])('is refused to $who with $status (55)', async ({ as, status }) => {
    expect((await open(undefined, await as())).status).toBe(status)
  })

  it('refuses an invalid last event id (57)', async () => {
    expect((await open("' or 1=1")).status).toBe(400)
    const beyond = await open('vvvvvvv')
    const posted = await postTalk('い')
    expect((await beyond.next())!.id).toBe(posted.id)
  })

  it('sends nothing of another event (57)', async () => {
    await makeEvent(world, 'room-aoi', { id: 'second', publishment_flg: 1 })
    const stream = await open()
    await world.as('aoi')(live.postTalk, { params: { id: 'second' }, body: { message: 'よそ' } })
    const posted = await postTalk('ここ')
    expect((await stream.next())!.id).toBe(posted.id)
  })

  it('closes with an end event on loss of the right, for that person only', async () => {
    const [ownStream, hosts] = [await open(), await open(undefined, await world.tokenOf('aoi'))]
    await world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()
    await world.deps.bus.publish(RIGHTS_CHANGED, 'fan')
    expect(await ownStream.next()).toEqual(CHANGED)
    expect(await ownStream.next()).toEqual(end('right'))
    expect(await ownStream.next()).toBeNull()
    const posted = await postTalk('のこり')
    expect((await hosts.next())!.id).toBe(posted.id)
  })

  it('closes within a minute when the bus message is lost', async () => {
    const stream = await open()
    await world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()
    world.clock.move(60_000)
    expect(await stream.next()).toEqual(end('right'))
  })

  it('closes in time although the clock was ahead when it opened (72)', async () => {
    const hourMs = 3_600_000
    world.clock.move(hourMs)
    const stream = await open(undefined, await world.tokenOf('fan'))
    await postTalk('い')
    await stream.next()
    world.clock.move(-hourMs)
    await world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()
    expect(await stream.next()).toEqual(end('right'))
  })

  it('closes with an end event when token or session ends', async () => {
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

  it('makes every client reload the event after a change', async () => {
    const stream = await open()
    await world.deps.bus.publish(EVENT_CHANGED, 'live')
    expect(await stream.next()).toEqual(CHANGED)
  })

  it('makes a banned person’s client reload, and closes', async () => {
    const stream = await open()
    await world.as('aoi')(live.banFromTalk, { params, body: { name: 'fan' } })
    expect(await stream.next()).toEqual(CHANGED)
    expect(await stream.next()).toEqual(end('right'))
  })

  it('ends at SIGTERM, like each stream opened afterwards', async () => {
    const stream = await open()
    world.drain()
    expect(await stream.next()).toEqual(end('again'))
    expect(await stream.next()).toBeNull()
    expect(await (await open()).next()).toEqual(end('again'))
  })

  it('counts the streams of a person in all events', async () => {
    await makeEvent(world, 'room-aoi', { id: 'other', publishment_flg: 1 })
    await makeTicket(world, 'other', 'fan')
    const oldest = await openJoined()
    for (let n = 1; n < 10; n++) await follow(site.url, token, undefined, 'other')
    world.clock.move(NO_LONGER_YOUNG_MS)
    await follow(site.url, token, undefined, 'other')
    expect(await oldest.next()).toEqual(end('again'))
  })

  it('closes the oldest stream of a person with too many', async () => {
    const oldest = await openJoined()
    const others = []
    for (let n = 1; n < 10; n++) others.push(await open())
    world.clock.move(NO_LONGER_YOUNG_MS)
    others.push(await open())
    expect(await oldest.next()).toEqual(end('again'))
    await postTalk('ろ')
    for (const other of others) expect((await other.next())!.data).toMatchObject({ message: 'ろ' })
  })
})

/** Resolves once `part` has arrived on the line. */
function heardOn(line: Socket) {
  let text = ''
  line.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return async (part: string) => {
    while (!text.includes(part)) await once(line, 'data')
  }
}
