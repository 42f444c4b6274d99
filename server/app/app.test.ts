import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/index.ts'
import { REFUSED } from '#contract/messages.ts'
import { enqueueAll } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { openWorld, type World } from '#server/testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const spell = ({ method, path }: Endpoint) => `${method} ${path}`
const tokenFor = {
  none: null,
  cookie: null,
  optional: null,
  viewer: 'member',
  operator: 'member',
  desk: 'member',
  door: 'gate',
}

it('mounts every call of the contract once, and nothing else', () => {
  const promised = Object.values(contract).flatMap((calls) => Object.values<Endpoint>(calls))
  const mounted = world.routes.map(({ endpoint }) => endpoint)
  expect(mounted.map(spell).sort()).toEqual(promised.map(spell).sort())
  expect(new Set(mounted.map(spell)).size).toBe(mounted.length)
})

it('checks every parameter of every path', () => {
  for (const { endpoint, shape } of world.routes)
    expect(Object.keys(shape.params?.shape ?? {}), spell(endpoint)).toEqual(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name),
    )
})

it('says what every JSON answer holds, unless it is nothing but a 204', () => {
  for (const { endpoint, shape } of world.routes) {
    const { kind = 'json', status } = endpoint
    const due =
      ['json', 'list', 'multipart', 'files', 'bytes', 'sse'].includes(kind) && status !== 204
    expect(shape.output !== undefined, spell(endpoint)).toBe(due)
  }
})

it('lets no visitor past a call that asks for a login, and no member past one for operators', async () => {
  const guarded = world.routes.filter(({ endpoint }) => tokenFor[endpoint.auth] !== null)
  expect(guarded.length).toBeGreaterThan(10)
  for (const { endpoint } of guarded) {
    const path = `/api/application${endpoint.path.replace(/:\w+/g, 'x')}`
    const answer = await world.fetch(path, { method: endpoint.method })
    expect(answer.status, spell(endpoint)).toBe(401)
  }
})

it('lets no other site use a cookie of ours', async () => {
  const byCookie = world.routes.filter(({ endpoint }) => endpoint.auth === 'cookie')
  expect(byCookie.length).toBeGreaterThan(2)
  for (const { endpoint } of byCookie) {
    const answer = await world.fetch(`/api/application${endpoint.path}`, {
      method: endpoint.method,
      headers: { origin: 'https://evil.example', cookie: 'refresh_token=x; reset_token=x' },
    })
    expect(answer.status, spell(endpoint)).toBe(403)
  }
})

it('publishes itself as valid OpenAPI 3.1', async () => {
  const answer = await world.fetch('/api/openapi.json')
  const description = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
  const checked = await new Validator().validate(description)
  expect(checked.errors ?? []).toEqual([])
  expect(checked.valid).toBe(true)
  const described = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.keys(item).map(
      (method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  )
  expect(described.sort()).toEqual(world.routes.map(({ endpoint }) => spell(endpoint)).sort())
})

it('answers 404 in JSON where nothing is', async () => {
  for (const path of ['/api/application/nothing', '/api/nothing']) {
    const response = await world.fetch(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: REFUSED[404] })
  }
})

it('tells whether it lives and whether it is ready', async () => {
  expect((await world.fetch('/healthz')).status).toBe(200)
  expect((await world.fetch('/readyz')).status).toBe(200)
  await world.engine.close()
  const unready = await world.fetch('/readyz')
  expect([unready.status, unready.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await world.fetch('/healthz')).status).toBe(200)
})

it('shows its figures to who has the token, and to nobody where none is set', async () => {
  expect((await world.fetch('/metrics')).status).toBe(404)
  const guarded = await openWorld('sqlite', { METRICS_TOKEN: 'measure' })
  const ask = (token: string) =>
    guarded.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect((await ask('other')).status).toBe(401)
  expect(await (await ask('measure')).text()).toContain('room_request_seconds')
  await guarded.close()
})

it('tells in figures what work is late, and what was given up', async () => {
  const guarded = await openWorld('sqlite', { METRICS_TOKEN: 'measure' })
  onTestFinished(guarded.close)
  const { engine, clock } = guarded
  const ask = async () => {
    const headers = { authorization: 'Bearer measure' }
    const text = await (await guarded.fetch('/metrics', { headers })).text()
    const figure = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
    return ['due', 'late_seconds', 'given_up'].map((name) => figure(`room_work_${name}`))
  }
  const blank = { topic: 'nobody does it', payload: {}, now: clock.now().toISOString() }
  const works = ['first', 'second', 'third'].map((id) => ({ ...blank, id, key: id }))
  await transact(engine.db, (tx) => enqueueAll(tx, works))
  clock.move(90_000)
  expect(await ask()).toEqual([3, 90, 0])
  const givenUp = { done_at: clock.now().toISOString(), error: 'Error: never' }
  await engine.db.updateTable('outbox').set(givenUp).where('id', '=', 'first').execute()
  expect(await ask()).toEqual([2, 90, 1])
  await engine.db.updateTable('outbox').set({ done_at: blank.now }).execute()
  expect(await ask()).toEqual([0, 0, 1])
})

it('sends every answer with the headers that keep strangers out', async () => {
  const { headers } = await world.fetch('/healthz')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('strict-transport-security')).toBeNull()
})

it('writes no line longer than a person can read', async () => {
  await world.fetch(`/api/application/room/${'a'.repeat(10_000)}`)
  expect(JSON.stringify(world.log.lines).length).toBeLessThan(1_000)
})

it('keeps what people type, and who they are, out of its log', async () => {
  await world.fetch('/api/application/room?search=himitsu', {
    headers: { authorization: 'Bearer himitsu' },
  })
  await world.fetch('/api/application/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'himitsu@example.com', password: 'himitsu' }),
  })
  await world.fetch('/api/application/newroom/himitsu@example.com')
  await world.fetch('/api/application/room/himitsu%40example.com/thread')
  expect(world.log.lines.length).toBeGreaterThan(3)
  expect(JSON.stringify(world.log.lines)).not.toContain('himitsu')
})
