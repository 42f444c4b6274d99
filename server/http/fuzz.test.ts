import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Shape } from '#contract/http/endpoint.ts'
import { toCursor } from '#contract/lib/cursor.ts'
import { REFRESH_IMPOSSIBLE } from '#contract/shared/messages.ts'
import {
  makeConversation,
  makeDigitalTicket,
  makeEvent,
  makeIssued,
  makeMember,
  makeRoom,
  makeThread,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { type DatabaseName, databaseNames, isFull } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import type { Route } from './routes.ts'

/** Requests per call, deterministic; environment variables change their number and the seed. */
const RUNS = Number(process.env.FUZZ_RUNS ?? (isFull ? 100 : 8))
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_120)
/** Calls that compute a password hash, which is slow by design. */
const SLOW = ['signUp', 'login'].map((name) => `/${name.toLowerCase()}`)
const SLOW_RUNS = Math.min(RUNS, 5)
/** Every engine gets requests, as some values are refused by a database only. */
const runsOn = (database: DatabaseName, runs: number) =>
  isFull || database === 'sqlite' ? runs : Math.ceil(runs / 2)

/** Ids that exist, to reach more than a 404. */
const KNOWN = ['aoi', 'fan', 'event', 'thread', 'ticket', 'issued', 'talk', toCursor(1), 'terms']

const HOSTILE = [
  '',
  ' ',
  '.',
  '..',
  '../../etc/passwd',
  '%2e%2e',
  '%00',
  '\0',
  '\r\nx-evil: 1',
  '\ud800',
  '\u2028',
  '\u202e',
  '\ufeff',
  '１０',
  '𠮷👨‍👩‍👧‍👦が',
  "' or 1=1 --",
  '"; drop table user; --',
  '*',
  '%',
  '_',
  '<script>',
  '__proto__',
  'constructor',
  'NaN',
  '1e400',
  '-1',
  '0',
  '99999999999999999999',
  '0000-01-01',
  '0000-01-03',
  '9999-12-31',
  '2026-02-30',
  'a'.repeat(10_000),
]

type Json = Record<string, unknown>
const text = fc.oneof(
  fc.constantFrom(...KNOWN),
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 30 }),
)
const garbage = fc.oneof(text, fc.jsonValue(), fc.double(), fc.constant(nested('[', ']')))

/** Arbitrary for a JSON schema; text if it is not specific. */
function fitting(schema: Json): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if (Array.isArray(schema.anyOf)) return fc.oneof(...(schema.anyOf as Json[]).map(fitting))
  if (schema.type === 'object') return record((schema.properties ?? {}) as Record<string, Json>)
  if (schema.type === 'array') return fc.array(fitting(schema.items as Json), { maxLength: 3 })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return fc.integer()
  if (schema.format === 'date') return fc.constantFrom('0000-01-03', '2026-11-20', '9999-12-31')
  if (schema.format === 'email') return fc.constantFrom('fan@room.test', 'ｆａｎ@room.test', 'a@b')
  return text
}

/** Every field may be valid, invalid or missing. */
const record = (fields: Record<string, Json>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        fc.oneof({ weight: 3, arbitrary: fitting(field) }, { weight: 1, arbitrary: garbage }),
      ]),
    ),
    { requiredKeys: [] },
  )

function nested(open: string, close: string) {
  let value: unknown = open + close
  for (let depth = 0; depth < 500; depth++) value = [value]
  return value
}

const inputOf = (part: z.ZodType | undefined) =>
  part ? fitting(z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })) : fc.constant({})

/** Raw bodies that no schema describes. */
const RAW: Record<string, string> = {
  'no body': '',
  'half a body': '{',
  null: 'null',
  'a list': '[]',
  'a text': '"text"',
  'a byte order mark': '\ufeff{}',
  'another prototype': '{"__proto__":{"operator":true}}',
  'a deep list': `${'['.repeat(45_000)}${']'.repeat(45_000)}`,
  'a deep object': `${'{"a":'.repeat(15_000)}1${'}'.repeat(15_000)}`,
  'a megabyte': `{"a":"${'a'.repeat(1_000_000)}"}`,
}

interface RandomRequest {
  params: Json
  query: Json
  body: string
  type: string
  who: string | null
  key: string | undefined
  accept: string
}

const requestsTo = ({ params, query, body }: Shape) =>
  fc.record({
    params: inputOf(params),
    query: inputOf(query),
    body: fc.oneof(
      { weight: 4, arbitrary: inputOf(body).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: fc.constantFrom(...Object.keys(RAW)) },
    ),
    type: fc.constantFrom('application/json', 'application/json', 'application/json', 'text/plain'),
    who: fc.constantFrom(null, 'fan', 'aoi', 'admin'),
    key: fc.constantFrom(undefined, undefined, 'key', 'k'.repeat(10_000)),
    accept: fc.constantFrom('*', '""', '"a', 'W/', ','),
  }) as fc.Arbitrary<RandomRequest>

const word = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)) ?? ''
/** Lone surrogates cannot be encoded in a URL: replaced like browsers do. */
const encode = (value: unknown) => encodeURIComponent(word(value).toWellFormed())

function urlOf({ endpoint }: Route, { params, query }: RandomRequest) {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encode(params[name]) || 'x')
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${encode(name)}=${encode(one)}`),
  )
  return `/api/application${path}?${pairs.join('&')}`
}

async function fill(world: World) {
  await makeRoom(world, 'aoi')
  for (const name of ['fan', 'other']) await makeUser(world, name)
  await makeUser(world, 'admin', { role: 'operator' })
  await makeMember(world, 'room-aoi', 'fan')
  await makeEvent(world, 'room-aoi', { id: 'event', publishment_flg: 1 })
  await makeTicket(world, 'event', 'fan')
  await makeThread(world, 'room-aoi', 'aoi', { id: 'thread' })
  await makeDigitalTicket(world, 'room-aoi', { id: 'ticket' })
  await makeIssued(world, 'ticket', 'fan', { id: 'issued' })
  await makeConversation(world, { fan: 1, aoi: 0 }, [{ by: 'aoi', text: 'はい' }], { id: 'talk' })
}

describe.each(databaseNames)('random requests to the API on %s', (database) => {
  let world: World
  const tokens = new Map<string, string>()
  beforeAll(async () => {
    world = await createWorld(database, { RATE_LIMITS: 'off' })
    await fill(world)
    for (const name of ['fan', 'aoi', 'admin']) tokens.set(name, await world.tokenOf(name))
  })
  afterAll(() => world.close())

  async function ask(route: Route, request: RandomRequest) {
    const { method, auth } = route.endpoint
    const headers = new Headers({ origin: 'http://room.test', 'if-none-match': request.accept })
    if (request.who) headers.set('authorization', `Bearer ${tokens.get(request.who)}`)
    if (request.key) headers.set('idempotency-key', request.key)
    if (auth === 'cookie') headers.set('cookie', `refresh_token=${encode(request.query)}`)
    if (method !== 'GET') headers.set('content-type', request.type)
    const body = method === 'GET' ? null : (RAW[request.body] ?? request.body)
    return world.fetch(urlOf(route, request), { method, headers, body })
  }

  it('are answered in JSON, and never with a 500', async () => {
    for (const route of world.routes) {
      const numRuns = runsOn(database, SLOW.includes(route.endpoint.path) ? SLOW_RUNS : RUNS)
      const spelled = `${route.endpoint.method} ${route.endpoint.path}`
      const property = fc.asyncProperty(requestsTo(route.shape), async (request) => {
        const answer = await ask(route, request)
        const text = await answer.text()
        if (text.includes(REFRESH_IMPOSSIBLE)) return
        expect(answer.status, `${spelled} ${text}`).toBeLessThan(500)
        if (answer.status >= 400) expect(JSON.parse(text)).toHaveProperty('message')
      })
      await fc.assert(property, { numRuns, seed: SEED, endOnFailure: true })
    }
  }, 600_000)
})
