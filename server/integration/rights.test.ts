import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '#contract/http/caller.ts'
import type { Endpoint } from '#contract/http/endpoint.ts'
import * as contract from '#contract/index.ts'
import { isForm } from '#server/http/body/form-files.ts'
import { type DatabaseName, databaseNames } from '#server/testing/names.ts'
import { ASKS, type Ask } from '#server/testing/rights/asks.ts'
import { createCast, OBJECTS, ROLES, WHOSE, type Whose } from '#server/testing/rights/cast.ts'
import { RIGHTS } from '#server/testing/rights/table.ts'
import type { World } from '#server/testing/world.ts'

const calls = Object.entries(contract).flatMap(([word, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${word}.${name}`,
    endpoint,
  })),
)

async function answerTo(of: World, user: string | null, endpoint: Endpoint, ask: Ask) {
  const headers = new Headers()
  if (user !== null) headers.set('authorization', `Bearer ${await of.tokenOf(user)}`)
  const isStream = ask.body instanceof ReadableStream
  const isWhole = isStream || ask.body instanceof FormData || ask.body instanceof Uint8Array
  if (isStream) headers.set('content-type', 'multipart/form-data; boundary=b')
  if (ask.body !== undefined && !isWhole) headers.set('content-type', 'application/json')
  if (ask.body instanceof Uint8Array) headers.set('content-type', 'application/octet-stream')
  const body = ask.body === undefined || isWhole ? ask.body : JSON.stringify(ask.body)
  const { status } = await of.fetch(urlOf(endpoint, ask as never), {
    method: endpoint.method,
    headers,
    ...(body !== undefined && { body: body as BodyInit, duplex: 'half' }),
  })
  return status
}

/** Statuses for each role, in the order of the columns. */
async function row(of: World, endpoint: Endpoint, ask: Ask) {
  const met: number[] = []
  for (const user of Object.values(ROLES)) met.push(await answerTo(of, user, endpoint, ask))
  return met.join(' ')
}

it('has a row of rights and a request for every call, and for no other', () => {
  const names = calls.map(({ name }) => name).sort()
  expect(Object.keys(RIGHTS).sort()).toEqual(names)
  expect(Object.keys(ASKS).sort()).toEqual(names)
})

const on = (database: DatabaseName) => databaseNames.filter((name) => name === database)
const askOf = (name: string, whose: Whose) => {
  const asking = ASKS[name]!
  return typeof asking === 'function' ? asking(OBJECTS[whose]) : asking
}

describe.each(on('sqlite'))('access rights on %s', (database) => {
  /** For calls without effects. */
  let still: World
  let used: World | undefined
  beforeAll(async () => {
    still = await createCast(database)
  })
  afterEach(async () => {
    await used?.close()
    used = undefined
  })
  afterAll(() => still.close())

  it.each(calls)('$name', async ({ name, endpoint }) => {
    const ids: Partial<Record<Whose, string>> = {}
    used = endpoint.method === 'GET' ? undefined : await createCast(database)
    // The own objects last: a call may suspend its callers, or delete the subject.
    for (const whose of WHOSE.toReversed()) {
      if (typeof ASKS[name] !== 'function' && whose !== 'own') continue
      ids[whose] = await row(used ?? still, endpoint, askOf(name, whose))
    }
    expect(ids).toEqual(RIGHTS[name])
  })

  const forms = calls.filter(({ endpoint: { kind } }) => isForm(kind))
  it.each(forms)('$name reads nothing of a form that its caller may not send', async (call) => {
    for (const [whose, statuses] of Object.entries(RIGHTS[call.name]!) as [Whose, string][]) {
      const refused = Object.values(ROLES).flatMap((user, at) => {
        const status = Number(statuses.split(' ')[at])
        return status < 400 || status === 422 ? [] : [{ user, status }]
      })
      for (const { user, status } of refused) {
        const { stream, pulled } = endlessForm()
        const ask = { ...askOf(call.name, whose), body: stream }
        expect(await answerTo(still, user, call.endpoint, ask), `${user}, ${whose}`).toBe(status)
        // A stream prefetches one chunk.
        expect(pulled(), `${user}, ${whose}`).toBeLessThanOrEqual(1)
      }
    }
  })
})

function endlessForm() {
  let count = 0
  const stream = new ReadableStream({
    pull(chunks) {
      count++
      chunks.enqueue(new Uint8Array(64_000))
    },
  })
  return { stream, pulled: () => count }
}

// Rights are checked above the database. Each call runs once per role here, to run its statements.
describe.each(on('postgres'))('calls of each role once, on %s', (database) => {
  let world: World
  beforeAll(async () => {
    world = await createCast(database)
  })
  afterAll(() => world.close())

  it.each(calls)('$name', async ({ name, endpoint }) => {
    const ask = () => row(world, endpoint, askOf(name, 'own'))
    const { own } = RIGHTS[name]!
    // Most calls answer the same after other calls; for the rest, use a fresh world.
    if ((await ask()) !== own) {
      await world.close()
      world = await createCast(database)
      expect(await ask()).toBe(own)
    }
  })
})
