import { Validator } from '@seriousme/openapi-schema-validator'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { Endpoint } from '#contract/http/endpoint.ts'
import * as contract from '#contract/index.ts'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { enqueueAll } from '#server/db/outbox.ts'
import { transact } from '#server/db/transact.ts'
import { createWorld, type World } from '#server/testing/world.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
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

it('app mounts every call of the contract once, and nothing else', () => {
  const promised = Object.values(contract).flatMap((calls) => Object.values<Endpoint>(calls))
  const mounted = world.routes.map(({ endpoint }) => endpoint)
  expect(mounted.map(spell).sort()).toEqual(promised.map(spell).sort())
  expect(new Set(mounted.map(spell)).size).toBe(mounted.length)
})

it('every path parameter has a schema', () => {
  for (const { endpoint, shape } of world.routes)
    expect(Object.keys(shape.params?.shape ?? {}), spell(endpoint)).toEqual(
      [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name),
    )
})

it('every JSON answer has a schema, except plain 204s', () => {
  for (const { endpoint, shape } of world.routes) {
    const { kind = 'json', status } = endpoint
    const due =
      ['json', 'list', 'multipart', 'files', 'bytes', 'sse'].includes(kind) && status !== 204
    expect(shape.output !== undefined, spell(endpoint)).toBe(due)
  }
})

it('calls with a login refuse visitors, and those for operators refuse members', async () => {
  const guarded = world.routes.filter(({ endpoint }) => tokenFor[endpoint.auth] !== null)
  expect(guarded.length).toBeGreaterThan(10)
  for (const { endpoint } of guarded) {
    const path = `/api/application${endpoint.path.replace(/:\w+/g, 'x')}`
    const answer = await world.fetch(path, { method: endpoint.method })
    expect(answer.status, spell(endpoint)).toBe(401)
  }
})

it('calls with a cookie refuse other sites', async () => {
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

it('app publishes valid OpenAPI 3.1', async () => {
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

it('app answers unknown paths with 404 in JSON', async () => {
  for (const path of ['/api/application/nothing', '/api/nothing']) {
    const response = await world.fetch(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ message: STATUS_MESSAGES[404] })
  }
})

it('app reports liveness and readiness', async () => {
  expect((await world.fetch('/healthz')).status).toBe(200)
  expect((await world.fetch('/readyz')).status).toBe(200)
  await world.engine.close()
  const unready = await world.fetch('/readyz')
  expect([unready.status, unready.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await world.fetch('/healthz')).status).toBe(200)
})

it('metrics need the configured token, and are disabled without one', async () => {
  expect((await world.fetch('/metrics')).status).toBe(404)
  const guarded = await createWorld('sqlite', { METRICS_TOKEN: 'measure' })
  const ask = (token: string) =>
    guarded.fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
  expect((await ask('other')).status).toBe(401)
  const metrics = await (await ask('measure')).text()
  expect(metrics).toContain('room_request_seconds')
  expect(metrics).toContain('nodejs_eventloop_lag_max_seconds')
  expect(metrics).toContain('room_stream_spoiled_runs_total 0')
  await guarded.close()
})

it('metrics contain late work, and work that was given up', async () => {
  const guarded = await createWorld('sqlite', { METRICS_TOKEN: 'measure' })
  onTestFinished(guarded.close)
  const { engine, clock } = guarded
  const ask = async () => {
    const headers = { authorization: 'Bearer measure' }
    const text = await (await guarded.fetch('/metrics', { headers })).text()
    const metric = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
    return ['due', 'late_seconds', 'given_up'].map((name) => metric(`room_work_${name}`))
  }
  const [blank, begun] = [{ topic: 'nobody does it', payload: {} }, clock.now().toISOString()]
  const works = ['first', 'second', 'third'].map((id) => ({ ...blank, id, key: id }))
  await transact(engine.db, (tx) => enqueueAll(world.deps, tx, works))
  clock.move(90_000)
  expect(await ask()).toEqual([3, 90, 0])
  const givenUp = { done_at: clock.now().toISOString(), error: 'Error: never' }
  await engine.db.updateTable('outbox').set(givenUp).where('id', '=', 'first').execute()
  expect(await ask()).toEqual([2, 90, 1])
  await engine.db.updateTable('outbox').set({ done_at: begun }).execute()
  expect(await ask()).toEqual([0, 0, 1])
})

it('every response has security headers', async () => {
  const { headers } = await world.fetch('/healthz')
  expect(headers.get('content-security-policy')).toContain("script-src 'self'")
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('strict-transport-security')).toBeNull()
})

it('log lines have a readable length', async () => {
  await world.fetch(`/api/application/room/${'a'.repeat(10_000)}`)
  expect(JSON.stringify(world.log.lines).length).toBeLessThan(1_000)
})

it('log contains no texts or identities of users', async () => {
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
