import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { urlOf } from '#contract/caller.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/index.ts'
import { type DatabaseName, databaseNames } from '#server/testing/names.ts'
import { ASKS, type Ask } from '#server/testing/rights/asks.ts'
import { openCast, ROLES, THINGS, WHOSE, type Whose } from '#server/testing/rights/cast.ts'
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
  const isWhole = ask.body instanceof FormData || ask.body instanceof Uint8Array
  if (ask.body !== undefined && !isWhole) headers.set('content-type', 'application/json')
  if (ask.body instanceof Uint8Array) headers.set('content-type', 'application/octet-stream')
  const body = ask.body === undefined || isWhole ? ask.body : JSON.stringify(ask.body)
  const { status } = await of.fetch(urlOf(endpoint, ask as never), {
    method: endpoint.method,
    headers,
    ...(body !== undefined && { body: body as BodyInit }),
  })
  return status
}

/** The statuses that everybody meets, in the order of the columns. */
async function row(of: World, endpoint: Endpoint, ask: Ask) {
  const met: number[] = []
  for (const user of Object.values(ROLES)) met.push(await answerTo(of, user, endpoint, ask))
  return met.join(' ')
}

it('has a row of rights and a request for every call there is, and for no other', () => {
  const names = calls.map(({ name }) => name).sort()
  expect(Object.keys(RIGHTS).sort()).toEqual(names)
  expect(Object.keys(ASKS).sort()).toEqual(names)
})

const on = (wanted: DatabaseName) => databaseNames.filter((name) => name === wanted)
const askOf = (name: string, whose: Whose) => {
  const asking = ASKS[name]!
  return typeof asking === 'function' ? asking(THINGS[whose]) : asking
}

describe.each(on('sqlite'))('who may do what, on %s', (database) => {
  /** For what changes nothing. */
  let still: World
  let used: World | undefined
  beforeAll(async () => {
    still = await openCast(database)
  })
  afterEach(async () => {
    await used?.close()
    used = undefined
  })
  afterAll(() => still.close())

  it.each(calls)('$name', async ({ name, endpoint }) => {
    const found: Partial<Record<Whose, string>> = {}
    // What is not theirs first: what is, may be gone afterwards.
    for (const whose of WHOSE.toReversed()) {
      if (typeof ASKS[name] !== 'function' && whose !== 'own') continue
      used = endpoint.method === 'GET' ? undefined : await openCast(database)
      found[whose] = await row(used ?? still, endpoint, askOf(name, whose))
      await used?.close()
      used = undefined
    }
    expect(found).toEqual(RIGHTS[name])
  })
})

// The right is decided above the database. Here each call is made once a role, so that its statements run there, too.
describe.each(on('postgres'))('who may do what, on %s', (database) => {
  let world: World
  beforeAll(async () => {
    world = await openCast(database)
  })
  afterAll(() => world.close())

  it.each(calls)('$name', async ({ name, endpoint }) => {
    const ask = () => row(world, endpoint, askOf(name, 'own'))
    const { own } = RIGHTS[name]!
    // Most calls answer alike in a world that the calls before have changed. The others are asked in a new one.
    if ((await ask()) !== own) {
      await world.close()
      world = await openCast(database)
      expect(await ask()).toBe(own)
    }
  })
})
