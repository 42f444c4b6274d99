import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { endpoints } from '#contract/http/endpoint.ts'
import { picture } from '#contract/shared/form.schema.ts'
import { BODY_MAX_BYTES, CALLS } from '#contract/shared/limits.ts'
import { RETRY_LATER, STATUS_MESSAGES, TOKEN_EXPIRED } from '#contract/shared/messages.ts'
import { readConfig } from '#server/config/config.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { memoryMedia } from '#server/ports/media-memory.ts'
import { openDatabase, type TestDatabase } from '#server/testing/databases.ts'
import { memoryLog } from '#server/testing/log.ts'
import { Reply } from './answers/reply.ts'
import { ApiError } from './api-error.ts'
import { onError } from './errors.ts'
import { mounter } from './mount.ts'
import { requestId } from './request-id.ts'
import { routes } from './routes.ts'
import { createThrottle } from './throttle.ts'

const Thing = z.object({ id: z.string(), word: z.string() })
const shapes = {
  open: { output: Thing },
  maybe: { output: Thing },
  closed: { output: Thing },
  inner: { output: Thing },
  change: {
    params: z.object({ id: z.string() }),
    query: z.object({ word: z.string().optional() }),
    body: z.object({ word: z.string().max(3), id: z.string().optional() }),
    output: z.object({ params: z.any(), query: z.any(), body: z.any() }),
  },
  remove: { body: z.object({ word: z.string() }) },
  upload: { body: z.object({ word: z.string(), image: picture }), output: Thing },
  shut: { body: z.object({ word: z.string(), image: picture }), output: Thing },
  follow: { output: Thing },
  picture: {},
  receipt: {},
  away: {},
  busy: { output: Thing },
  broken: { output: Thing },
  list: { query: z.object({ offset: z.coerce.number().default(0) }), output: z.array(Thing) },
  either: { body: z.object({ again: z.boolean() }), output: Thing },
  enter: { output: Thing },
  leave: {},
  pay: { body: z.object({ amount: z.int() }), output: z.object({ count: z.int() }) },
}
const calls = endpoints<typeof shapes>()({
  open: { method: 'GET', path: '/open', auth: 'none' },
  maybe: { method: 'GET', path: '/maybe', auth: 'optional' },
  closed: { method: 'GET', path: '/closed', auth: 'viewer' },
  inner: { method: 'GET', path: '/inner', auth: 'operator' },
  change: { method: 'PUT', path: '/thing/:id', auth: 'none', status: 202 },
  remove: { method: 'DELETE', path: '/thing', auth: 'none', status: 204 },
  upload: { method: 'POST', path: '/upload', auth: 'none', status: 201, kind: 'multipart' },
  shut: { method: 'POST', path: '/shut', auth: 'viewer', status: 201, kind: 'multipart' },
  follow: { method: 'GET', path: '/follow', auth: 'none', kind: 'sse' },
  picture: { method: 'GET', path: '/picture', auth: 'none', kind: 'file' },
  receipt: { method: 'GET', path: '/receipt', auth: 'none', kind: 'html' },
  away: { method: 'GET', path: '/away', auth: 'none', kind: 'redirect' },
  busy: { method: 'GET', path: '/busy', auth: 'none' },
  broken: { method: 'GET', path: '/broken', auth: 'none' },
  list: { method: 'GET', path: '/list', auth: 'none', kind: 'list' },
  either: { method: 'POST', path: '/either', auth: 'viewer', status: [201, 200] },
  enter: { method: 'POST', path: '/enter', auth: 'none', secret: true },
  leave: { method: 'POST', path: '/leave', auth: 'cookie', status: 204, secret: true },
  pay: { method: 'POST', path: '/pay', auth: 'viewer' },
})

const site = 'https://room.example'
const app = new Hono()
const log = memoryLog()
const clock = fakeClock()
let paid = 0
const thing = { id: '1', word: 'や', secret: 'password' }
const served = routes(calls, shapes, {
  open: async ({ viewer }) => ({ ...thing, word: String(viewer) }),
  maybe: async ({ viewer }) => ({ ...thing, word: viewer?.id ?? 'visitor' }),
  closed: async ({ viewer }) => ({ ...thing, word: viewer.id }),
  inner: async ({ viewer }) => ({ ...thing, word: viewer.id }),
  change: async ({ params, query, body }) => ({ params, query, body }),
  remove: async () => {},
  upload: async ({ body }) => {
    const { image, word } = await body()
    return { id: image ? `${image.size}` : '', word }
  },
  shut: async ({ body }) => ({ id: 'shut', word: (await body()).word }),
  follow: async ({ lastEventId = '0' }) => ({
    first: Buffer.from(`id: ${Number(lastEventId) + 1}\ndata: 最初\n\n`),
    follow(line) {
      line.write(Buffer.from('data: 続き\n\n'))
      line.end(Buffer.from('data: 最後\n\n'))
    },
  }),
  picture: async () => ({ bytes: new Uint8Array([1, 2]), type: 'image/png', name: '絵.png' }),
  receipt: async () => '<p>領収書</p>',
  away: async () => 'https://example.com/',
  busy: async () => {
    throw new ApiError(503, undefined, { retryAfter: 30 })
  },
  broken: async () => {
    throw new Error('select secret from user')
  },
  list: async ({ query }) => ({ items: [thing, thing], more: query.offset < 4, total: 6 }),
  either: async ({ body }) => new Reply(thing, body.again ? { status: 200 } : {}),
  enter: async () =>
    new Reply(thing, { cookie: { name: 'refresh_token', value: 'hush', maxAge: 60 } }),
  leave: async ({ cookies }) => {
    if (cookies.refresh_token !== 'hush') throw new ApiError(404)
  },
  pay: async ({ body }) => {
    if (body.amount === 13) throw new ApiError(402)
    if (body.amount === 14) throw new Error('power cut')
    return { count: ++paid }
  },
})
const media = memoryMedia()
let database: TestDatabase
beforeAll(async () => {
  database = await openDatabase('sqlite')
  app.use(requestId)
  app.onError(onError(log))
  const config = readConfig({ SITE_URL: site, PAYMENTS: 'stripe' })
  const polls = createThrottle(clock, CALLS, config.rateLimits)
  const mounted = {
    db: database.engine.db,
    clock,
    config,
    newId: () => 'id',
    media,
    gateOf: async () => null,
    isConfirmed: async () => true,
    viewerOf: async (token) =>
      token === 'expired'
        ? token
        : token === 'forged'
          ? null
          : { id: token, operator: token === 'admin', sessionId: 's', tokenEnds: 0 },
  } satisfies Parameters<typeof mounter>[1]
  const mount = mounter(app, mounted, polls)
  for (const route of served) mount(route)
})
afterAll(() => database.close())

const send = (method: string, path: string, body?: BodyInit, type = 'application/json') =>
  app.request(path, { method, body: body ?? null, headers: type ? { 'content-type': type } : {} })

describe('access control', () => {
  const tokens = [undefined, 'expired', 'forged', 'fan', 'admin']
  it.each([
    { path: '/open', statuses: [200, 200, 200, 200, 200] },
    { path: '/maybe', statuses: [200, 401, 401, 200, 200] },
    { path: '/closed', statuses: [401, 401, 401, 200, 200] },
    { path: '/inner', statuses: [401, 401, 401, 403, 200] },
  ])(
    '$path answers visitor, expired, forged, user, operator with $statuses',
    async ({ path, statuses }) => {
      const responses = tokens.map((token) =>
        app.request(path, token ? { headers: { authorization: `Bearer ${token}` } } : {}),
      )
      expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(statuses)
    },
  )

  it('distinguishes an expired token from none, by the message that the PWA expects', async () => {
    const expired = await app.request('/closed', { headers: { authorization: 'Bearer expired' } })
    expect(await expired.json()).toEqual({ message: TOKEN_EXPIRED })
    expect(await (await app.request('/closed')).json()).toEqual({ message: STATUS_MESSAGES[401] })
  })
})

describe('input', () => {
  it('with broken UTF-8 is refused, in JSON and in a form', async () => {
    const broken = Buffer.from('{"amount":1,"word":"\xff\xfe"}', 'latin1')
    expect((await send('PUT', '/thing/a?word=q', broken)).status).toBe(400)
    const form = Buffer.from(
      '--b\r\ncontent-disposition: form-data; name="word"\r\n\r\n\xff\r\n--b--\r\n',
      'latin1',
    )
    expect((await send('POST', '/upload', form, 'multipart/form-data; boundary=b')).status).toBe(
      400,
    )
  })

  it('of more streamed bodies at once than a caller may send is refused', async () => {
    const halves = Array.from({ length: 9 }, () => new TransformStream<Uint8Array, Uint8Array>())
    const answers = halves.map(({ readable }) =>
      app.request('/upload', {
        method: 'POST',
        body: readable,
        duplex: 'half',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      } as RequestInit),
    )
    expect((await answers[8]!).status).toBe(429)
    for (const { writable } of halves) void writable.close().catch(() => {})
    const others = await Promise.all(answers.slice(0, 8))
    expect(others.map(({ status }) => status)).toEqual(Array(8).fill(400))
  })

  it('is read from params, query and body separately', async () => {
    const answer = await send('PUT', '/thing/a?word=q', '{"word":"b","id":"c"}')
    expect(answer.status).toBe(202)
    expect(await answer.json()).toEqual({
      params: { id: 'a' },
      query: { word: 'q' },
      body: { word: 'b', id: 'c' },
    })
  })

  it.each([
    { what: 'an unreadable body', body: '{', type: 'application/json', status: 400 },
    {
      what: 'a body without a bottom',
      body: `${'['.repeat(45_000)}${']'.repeat(45_000)}`,
      type: 'application/json',
      status: 400,
    },
    { what: 'a list where fields are due', body: '[]', type: 'application/json', status: 400 },
    { what: 'nothing where fields are due', body: 'null', type: 'application/json', status: 400 },
    { what: 'a form where JSON is due', body: 'word=a', type: 'text/plain', status: 415 },
    { what: 'a body of no type', body: '', type: '', status: 415 },
    {
      what: 'a huge body',
      body: `"${'a'.repeat(100_000)}"`,
      type: 'application/json',
      status: 413,
    },
  ])('with $what is refused with $status', async ({ body, type, status }) => {
    expect((await send('PUT', '/thing/a', body, type)).status).toBe(status)
  })

  it.each([
    { what: 'a form', path: '/shut', method: 'POST' },
    { what: 'JSON', path: '/either', method: 'POST' },
  ])('is not read before authentication: $what', async (request) => {
    let pulled = 0
    const body = new ReadableStream({
      pull(stream) {
        pulled += 64_000
        stream.enqueue(new Uint8Array(64_000))
        if (pulled > 1_000_000) stream.close()
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const init = { method: request.method, headers, body, duplex: 'half' } as RequestInit
    expect((await app.request(request.path, init)).status).toBe(401)
    // A stream prefetches one chunk.
    expect(pulled).toBeLessThanOrEqual(64_000)
  })

  it.each([
    { body: '{}', says: '言葉を入力してください' },
    { body: '{"word":1}', says: '言葉の形式が正しくありません' },
    { body: '{"word":"abcd"}', says: '言葉は3桁以下でなければなりません' },
  ])('error names the invalid field of $body', async ({ body, says }) => {
    const answer = await send('PUT', '/thing/a', body)
    expect(answer.status).toBe(422)
    expect(await answer.json()).toEqual({ message: STATUS_MESSAGES[422], errors: { word: [says] } })
  })

  it('may be a form with a file', async () => {
    const form = new FormData()
    form.set('word', 'や')
    form.set('image', new File(['x'], '絵.png'))
    const answer = await app.request('/upload', { method: 'POST', body: form })
    expect([answer.status, await answer.json()]).toEqual([201, { id: '1', word: 'や' }])
    expect((await send('POST', '/upload', '{}')).status).toBe(415)
    expect(media.paths()).toEqual([])
  })

  it('may not be a form that is larger than its pictures can be', async () => {
    const form = new FormData()
    form.set('image', new File([new Uint8Array(BODY_MAX_BYTES.multipart)], '絵.png'))
    expect((await app.request('/upload', { method: 'POST', body: form })).status).toBe(413)
    expect(media.paths()).toEqual([])
  })
})

describe('response', () => {
  it('omits fields that its schema does not name', async () => {
    expect(await (await app.request('/open')).json()).toEqual({ id: '1', word: 'null' })
  })

  it('is empty at 204', async () => {
    const answer = await send('DELETE', '/thing', '{"word":"a"}')
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  })

  it.each([
    { path: '/picture', status: 200, type: 'image/png', text: '\x01\x02' },
    { path: '/receipt', status: 200, type: 'text/html; charset=UTF-8', text: '<p>領収書</p>' },
    { path: '/away', status: 302, type: null, text: '' },
    {
      path: '/follow',
      status: 200,
      type: 'text/event-stream',
      text: 'id: 1\ndata: 最初\n\n',
    },
  ])('of $path has the content type of its kind', async ({ path, status, type, text }) => {
    const answer = await app.request(path)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe(type)
    expect(await answer.text()).toBe(text)
  })

  it('has Retry-After', async () => {
    const answer = await app.request('/busy')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '30'])
    expect(await answer.json()).toEqual({ message: STATUS_MESSAGES[503] })
  })

  it('hides the details of internal errors', async () => {
    const answer = await app.request('/broken')
    expect([answer.status, await answer.json()]).toEqual([500, { message: RETRY_LATER }])
    expect(log.lines.at(-1)).toMatchObject({
      level: 'error',
      facts: { request_id: answer.headers.get('x-request-id') },
    })
  })

  it('has a request id', async () => {
    const [one, other] = await Promise.all([app.request('/open'), app.request('/open')])
    expect(one.headers.get('x-request-id')).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}$/)
    expect(one.headers.get('x-request-id')).not.toBe(other.headers.get('x-request-id'))
  })

  it('of a list links to its next page, unless it is the last', async () => {
    const first = await app.request('/list?word=a')
    expect(first.headers.get('link')).toBe('</list?word=a&offset=2>; rel="next"')
    expect(first.headers.get('x-total-count')).toBe('6')
    expect(await first.json()).toHaveLength(2)
    const last = await app.request('/list?offset=4')
    expect(last.headers.get('link')).toBeNull()
  })

  it.each([
    { again: false, status: 201 },
    { again: true, status: 200 },
  ])('has the matching status when repeated: $again', async ({ again, status }) => {
    const answer = await post('/either', { again })
    expect(answer.status).toBe(status)
  })
})

describe('caching', () => {
  it('gives public responses an ETag, and answers 304 to clients that have them', async () => {
    const answer = await app.request('/open')
    const etag = answer.headers.get('etag')!
    expect(answer.headers.get('cache-control')).toBe('public, no-cache')
    const again = await app.request('/open', { headers: { 'if-none-match': `W/"x", ${etag}` } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const other = await app.request('/open', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })

  it('is forbidden for responses to a logged-in user', async () => {
    const headers = { authorization: 'Bearer fan' }
    for (const path of ['/maybe', '/closed']) {
      const answer = await app.request(path, { headers })
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.headers.get('etag')).toBeNull()
    }
    const visitor = await app.request('/maybe')
    expect(visitor.headers.get('vary')).toContain('authorization')
  })

  it('is forbidden for errors', async () => {
    const answer = await app.request('/busy')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})

describe('cookies', () => {
  it('are bound to the host, and hidden from scripts', async () => {
    const answer = await app.request('/enter', { method: 'POST' })
    expect(answer.headers.get('set-cookie')).toBe(
      '__Host-refresh_token=hush; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax',
    )
  })

  it.each([
    { from: 'our own page', headers: { origin: site }, status: 204 },
    {
      from: 'our own page, by its fetch',
      headers: { 'sec-fetch-site': 'same-origin' },
      status: 204,
    },
    { from: 'another site', headers: { origin: 'https://evil.example' }, status: 403 },
    {
      from: 'another site that says otherwise',
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      status: 403,
    },
    { from: 'another site of our host', headers: { 'sec-fetch-site': 'same-site' }, status: 403 },
    { from: 'nowhere', headers: {}, status: 403 },
  ])('authorize only requests of our own pages: $from', async ({ headers, status }) => {
    const cookie = '__Host-refresh_token=hush'
    const answer = await app.request('/leave', {
      method: 'POST',
      headers: { ...headers, cookie } as Record<string, string>,
    })
    expect(answer.status).toBe(status)
  })
})

describe('Idempotency-Key', () => {
  const pay = (key: string, amount: number, who = 'fan') =>
    post('/pay', { amount }, { authorization: `Bearer ${who}`, 'idempotency-key': key })

  it('returns the first response for a repeated request', async () => {
    const first = await pay('a', 1)
    const again = await pay('a', 1)
    expect(await again.text()).toBe(await first.text())
    expect(again.status).toBe(first.status)
  })

  it('runs one of several concurrent requests', async () => {
    const before = paid
    const answers = await Promise.all(Array.from({ length: 8 }, () => pay('at once', 1)))
    expect(paid - before).toBe(1)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  it('is released if a process with a clock that was ahead died during the request (72)', async () => {
    const { db } = database.engine
    clock.move(3_600_000)
    await pay('died', 1)
    const update = db.updateTable('idempotency').set({ status: null, answer: null })
    await update.where('created_at', '=', clock.now().toISOString()).execute()
    clock.move(-3_600_000)
    expect((await pay('died', 1)).status).toBe(200)
  })

  it('refuses another body with the same key', async () => {
    await pay('b', 1)
    expect((await pay('b', 2)).status).toBe(409)
  })

  it('belongs to one viewer', async () => {
    const before = paid
    await pay('c', 1)
    await pay('c', 1, 'other')
    expect(paid - before).toBe(2)
  })

  it('stores an error response, too', async () => {
    expect((await pay('d', 13)).status).toBe(402)
    const again = await pay('d', 13)
    expect([again.status, await again.json()]).toEqual([402, { message: STATUS_MESSAGES[402] }])
  })

  it('is ignored for reads', async () => {
    const count = async () =>
      (await database.engine.db.selectFrom('idempotency').selectAll().execute()).length
    const before = await count()
    const headers = { authorization: 'Bearer fan', 'idempotency-key': 'look' }
    for (const method of ['GET', 'HEAD'])
      expect((await app.request('/closed', { method, headers })).status).toBe(200)
    expect(await count()).toBe(before)
  })

  it('is released after an internal error', async () => {
    expect((await pay('e', 14)).status).toBe(500)
    expect((await pay('e', 1)).status).toBe(200)
  })
})

describe('rate limit', () => {
  it('applies to each caller separately', async () => {
    const ask = (who: string) =>
      app.request('/closed', { headers: { authorization: `Bearer ${who}` } })
    for (let n = 0; n < CALLS.max; n++) expect((await ask('rush')).status).toBe(200)
    const limited = await ask('rush')
    expect(limited.status).toBe(429)
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask('calm')).status).toBe(200)
    clock.move(CALLS.perMs)
    expect((await ask('rush')).status).toBe(200)
  })
})

describe('rate limit of unauthenticated requests', () => {
  const ask = (address: string, token?: string) =>
    app.request('/closed', token ? { headers: { authorization: `Bearer ${token}` } } : {}, {
      incoming: { socket: { remoteAddress: address } },
    })
  const statusesOf = async (address: (n: number) => string) => {
    const statuses = new Set<number>()
    for (let n = 0; n <= CALLS.max; n++) statuses.add((await ask(address(n), 'forged')).status)
    return [...statuses]
  }

  it('applies to refused requests, too', async () => {
    expect(await statusesOf(() => '198.51.100.1')).toEqual([401, 429])
    expect((await ask('198.51.100.2')).status).toBe(401)
  })

  it('counts an IPv6 /64 as one client', async () => {
    expect(await statusesOf((n) => `2001:db8:1:2::${n.toString(16)}`)).toEqual([401, 429])
    expect((await ask('2001:db8:1:2:3:4:5:6')).status).toBe(429)
    expect((await ask('2001:db8:1:3::1')).status).toBe(401)
  })

  it('trusts X-Forwarded-For only from a proxy on this machine', async () => {
    const claim = (address: string, n: number) =>
      app.request(
        '/closed',
        { headers: { 'x-forwarded-for': `203.0.113.${n % 250}` } },
        { incoming: { socket: { remoteAddress: address } } },
      )
    let last = 0
    for (let n = 0; n <= CALLS.max; n++) last = (await claim('198.51.100.3', n)).status
    expect(last).toBe(429)
    for (let n = 0; n <= CALLS.max; n++) last = (await claim('127.0.0.1', n)).status
    expect(last).toBe(401)
  })
})

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.request(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', authorization: 'Bearer fan', ...headers },
  })
