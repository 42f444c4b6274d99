import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { toCursor } from '#contract/lib/cursor.ts'
import { live, type TalkMessage } from '#contract/live/calls.ts'
import { TALK_PAGE_SIZE } from '#contract/live/limits.ts'
import { CALLS } from '#contract/shared/limits.ts'
import { EVENT_CHANGED, RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { openSite } from '../testing/talk-site.ts'

/** Bytes of a poll without news, headers and body. */
const BYTES_MAX = 150
const PATH = '/api/application/live/live/talk'

describe.each(apiDatabaseNames)('polled talk on %s', (database) => {
  let world: World
  let token: string
  /** A real socket, since polls are answered at the socket from memory. */
  let site: Awaited<ReturnType<typeof openSite>>
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    await makeTicket(world, 'live', 'fan')
    token = await world.tokenOf('fan')
    site = await openSite(world)
  })
  afterEach(() => world.close())

  const params = { id: 'live' }
  const postTalk = (message: string, user = 'aoi', client_id?: string) =>
    world.as(user)(live.postTalk, { params, body: { message, client_id } })
  const ask = (search = '', etag?: string, path = PATH) =>
    fetch(site.url + path + search, {
      headers: { authorization: `Bearer ${token}`, ...(etag && { 'if-none-match': etag }) },
    })
  const idsIn = async (answer: Response) =>
    ((await answer.json()) as TalkMessage[]).map(({ id }) => id)

  it('answers 304 without news, and new lines otherwise', async () => {
    const first = await postTalk('い')
    const page = await ask()
    expect([page.status, await idsIn(page)]).toEqual([200, [first.id]])
    const etag = page.headers.get('etag')!
    const same = await ask('', etag)
    expect([same.status, await same.text(), same.headers.get('etag')]).toEqual([304, '', etag])
    const second = await postTalk('ろ')
    expect(await idsIn(await ask('', etag))).toEqual([first.id, second.id])
    const later = await ask(`?after=${second.id}`)
    expect([later.status, await later.text()]).toEqual([200, '[]'])
    expect((await ask(`?offset=15&after=${second.id}`, later.headers.get('etag')!)).status).toBe(
      304,
    )
  })

  it('needs no database without news, however many poll', async () => {
    const first = await postTalk('い')
    const page = await (await ask()).text()
    await world.engine.close()
    expect(await (await ask()).text()).toBe(page)
    expect(await (await ask(`?after=${first.id}`)).text()).toBe('[]')
    expect((await ask('?point=0000009')).status).toBe(500) // proves that the database is closed
  })

  it(`takes at most ${BYTES_MAX} bytes on the wire`, async () => {
    const { id } = await postTalk('い')
    const etag = (await ask(`?after=${id}`)).headers.get('etag')!
    const socket = connect(site.port, '127.0.0.1')
    const request = `GET ${PATH}?after=${id} HTTP/1.1\r\nhost: room.test\r\nauthorization: Bearer ${token}\r\nif-none-match: ${etag}\r\n\r\n`
    socket.write(request)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(String(answer)).toMatch(/^HTTP\/1\.1 304 [\s\S]*\r\n\r\n$/)
    expect(String(answer)).toContain('x-request-id')
    expect(answer.length).toBeLessThanOrEqual(BYTES_MAX)
    socket.write(request) // the connection stays open
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 304/)
    socket.destroy()
  })

  it('has the common headers and must not be cached', async () => {
    const answer = await ask()
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('x-request-id')).toMatch(/^[\dA-Z-]{12}$/)
  })

  it('returns a client id to its author only', async () => {
    await postTalk('い', 'fan', 'c1')
    expect(await (await ask()).json()).toMatchObject([{ client_id: 'c1' }])
    expect((await world.as('aoi')(live.listTalk, { params }))[0]).not.toHaveProperty('client_id')
  })

  it('is counted in the metric of polls', async () => {
    await ask()
    for (let n = 1; n < CALLS.max; n++) expect((await ask()).status).toBe(200)
    const response = await ask()
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('60')
    expect(response.headers.get('x-request-id')).not.toBeNull()
  })

  it.each([
    { what: 'a member without a ticket', who: 'other', id: 'live', status: 403 },
    { what: 'a holder, at an event that is not there', who: 'fan', id: 'gone', status: 404 },
    { what: 'a holder, at another event', who: 'fan', id: 'second', status: 403 },
  ])('is refused to $what with $status, also from memory (55)', async ({ who, id, status }) => {
    await makeUser(world, 'other')
    await makeMember(world, 'room-aoi', 'other')
    await makeEvent(world, 'room-aoi', { id: 'second', publishment_flg: 1 })
    await postTalk('い')
    for (const path of ['live', 'second'])
      await world.as('aoi')(live.listTalk, { params: { id: path } })
    token = await world.tokenOf(who)
    for (const search of ['', '?after=0000000', '?offset=15', '?point=000000v'])
      expect((await ask(search, undefined, `/api/application/live/${id}/talk`)).status).toBe(status)
  })

  it.each([
    { search: '?point=nonsense', status: 422 },
    { search: '?point=-1', status: 422 },
    { search: `?point=${encodeURIComponent("' or 1=1 --")}`, status: 422 },
    { search: '?after=vvvvvvv', status: 200, messages: [] },
    { search: '?after=zzzzzzz', status: 422 },
    { search: '?after=', status: 422 },
    { search: '?point=vvvvvvv', status: 200, messages: ['い'] },
    { search: '?point=0000000', status: 200, messages: [] },
    { search: '?offset=0', status: 422 },
    { search: '?offset=101', status: 422 },
    { search: '?offset=1e9', status: 422 },
    { search: '?offset=1000000000', status: 422 },
    { search: '?offset=1', status: 200, messages: ['い'] },
    { search: '?n=1', status: 200, messages: ['い'] },
  ])(
    'answers $search with $status and nothing of another event (57)',
    async ({ search, status, messages }) => {
      await makeEvent(world, 'room-aoi', { id: 'second', publishment_flg: 1 })
      for (const message of ['よそ', 'よそよそ'])
        await world.as('aoi')(live.postTalk, { params: { id: 'second' }, body: { message } })
      await postTalk('い')
      const answer = await ask(search)
      expect(answer.status).toBe(status)
      if (messages)
        expect(((await answer.json()) as TalkMessage[]).map(({ message }) => message)).toEqual(
          messages,
        )
    },
  )

  it('pages back without gaps or duplicates, beyond the window', async () => {
    const seqs = Array.from({ length: 350 }, (_, n) => n + 1)
    for (const seq of seqs)
      await world.add('talk', {
        event_id: 'live',
        seq,
        user_id: 'aoi',
        message: `${seq}`,
        client_id: null,
        deleted: 0,
        deletes: null,
        question: 0,
        created_at: world.clock.now().toISOString(),
      })
    let page = await idsIn(await ask())
    const seen = [...page]
    while (page.length > 0) {
      page = await idsIn(await ask(`?offset=${TALK_PAGE_SIZE}&point=${seen[0]}`))
      seen.unshift(...page)
    }
    expect(seen).toEqual(seqs.map(toCursor))
    expect(await idsIn(await ask(`?after=${toCursor(10)}`))).toEqual(
      seqs.slice(10, 210).map(toCursor),
    )
  })

  const revoke = () => world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()

  it('ends with the right: at once by bus message, otherwise within half a minute', async () => {
    await ask()
    await revoke()
    expect((await ask()).status).toBe(200)
    await world.deps.bus.publish(RIGHTS_CHANGED, 'fan')
    expect((await ask()).status).toBe(403)
    await world.db.updateTable('entitlement').set({ status: 'valid' }).execute()
    expect((await ask()).status).toBe(200)
    await revoke()
    world.clock.move(30_000)
    expect((await ask()).status).toBe(403)
  })

  it('ends when the event is cancelled', async () => {
    await ask()
    await world.db.updateTable('event').set({ status: 'cancelled' }).execute()
    await world.deps.bus.publish(EVENT_CHANGED, 'live')
    expect((await ask()).status).toBe(403)
  })

  it('is refused to an ended session', async () => {
    await ask()
    world.clock.move(15 * 60_000)
    expect((await ask()).status).toBe(401)
  })

  it('authorizes each request of a connection by its own token', async () => {
    await postTalk('い')
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const lines = new Set<Socket>()
    const status = async (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` }
      const clientRequest = request(site.url + PATH, { agent, headers }).end()
      const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
      lines.add(answer.socket)
      await once(answer.resume(), 'end')
      return answer.statusCode
    }
    await makeUser(world, 'stranger')
    const stranger = await world.tokenOf('stranger')
    expect([await status(token), await status(token)]).toEqual([200, 200])
    expect([await status(stranger), await status(token)]).toEqual([403, 200])
    world.clock.move(15 * 60_000)
    expect(await status(token)).toBe(401)
    expect(lines.size).toBe(1)
  })
})
