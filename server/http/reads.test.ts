import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { API_BASE } from '#contract/http/endpoint.ts'
import { orders } from '#contract/orders/calls.ts'
import { type ReadResult, reads } from '#contract/reads/calls.ts'
import { READS_MAX } from '#contract/reads/limits.ts'
import { CALLS } from '#contract/shared/limits.ts'
import { makeUser } from '#server/testing/make.ts'
import { createCast, OBJECTS } from '#server/testing/rights/cast.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const { room, event, thread } = OBJECTS.own
let world: World
beforeAll(async () => {
  world = await createCast('sqlite')
})
afterAll(() => world.close())

const headersOf = async (user: string) => ({
  authorization: `Bearer ${await world.tokenOf(user)}`,
  'x-forwarded-for': '192.0.2.9',
})
const readAll = (user: string, calls: string[]) =>
  world.as(user)(reads.readAll, { body: { calls } })
const readOne = async (user: string, call: string) => (await readAll(user, [call]))[0]!

/** The answer to a call that is sent by itself. */
async function alone(user: string, call: string): Promise<ReadResult> {
  const answer = await world.fetch(API_BASE + call, { headers: await headersOf(user) })
  return {
    status: answer.status,
    body: answer.status === 204 ? null : await answer.text(),
    link: answer.headers.get('link'),
    total: answer.headers.get('x-total-count'),
  }
}

describe('a batch of reading calls', () => {
  const CALLED = [
    '/me',
    `/room/${room}`,
    `/event?room=${room}&limit=1`,
    `/event/${event}`,
    '/event/join?limit=100',
    `/room/${room}/thread`,
    `/room/${room}/thread/${thread}`,
    `/room/${OBJECTS.foreign.room}/thread`,
    '/room/nobody_has_this',
    '/event?limit=no',
    '/me/session',
    '/nothing',
  ]
  it.each(['fan', 'former', 'banned', 'aoi', 'mio', 'admin'])(
    'answers each call as if %s had sent it alone',
    async (user) => {
      const parts = await readAll(user, CALLED)
      const others = /"(id|last_seen_at|created_at|current)":/
      for (const [at, call] of CALLED.entries()) {
        const expected = await alone(user, call)
        // Each request of a test has a session of its own.
        if (call === '/me/session') expect(parts[at]!.body).toMatch(others)
        else expect(parts[at], call).toEqual(expected)
      }
    },
  )

  it.each([
    ['hands out tokens', '/refresh'],
    ['is a file', '/me/export'],
    ['has other readers than persons', '/operator/user'],
    ['is no call of the API', '/../../healthz'],
    ['is no call of the API', '/%2e%2e/%2e%2e/healthz'],
    ['is a batch', '/reads'],
  ])('contains nothing that %s', async (_, call) => {
    expect(await readOne('admin', call)).toMatchObject({ status: 404 })
    const browser = { ...(await headersOf('admin')), cookie: 'refresh_token=x' }
    const answer = await world.fetch(`${API_BASE}/reads`, {
      method: 'POST',
      headers: { ...browser, 'content-type': 'application/json' },
      body: JSON.stringify({ calls: [call] }),
    })
    expect(await answer.json()).toMatchObject([{ status: 404 }])
  })

  it.each([
    ['for operators', '/operator/session'],
    ['for operators who have typed their password again', '/operator/user'],
    ['for the phones of gates', `/room/${room}/digitalTicket/${OBJECTS.own.ticket}/gate/g/bundle`],
    ['with a file', '/me/export'],
  ])('answers a call %s without a body: the client sends it by itself', async (_, call) => {
    expect(await readOne('admin', call)).toEqual({
      ...{ status: 404, body: null, link: null, total: null },
    })
  })

  it('sends a list as JSON, and not as a table', async () => {
    const table = `${orders.listSales.path}?format=csv`
    expect((await alone('aoi', table)).status).toBe(200)
    expect(await readOne('aoi', table)).toMatchObject({ status: 404, body: null })
  })

  it('needs a login', async () => {
    const calls = ['/config']
    await expect(world.as(null)(reads.readAll, { body: { calls } })).rejects.toMatchObject({
      status: 401,
    })
  })

  it.each([
    ['none', []],
    ['more than fit', Array.from({ length: READS_MAX + 1 }, () => '/me')],
  ])('with %s is refused, and names the field', async (_, calls) => {
    const refused = readAll('fan', calls)
    await expect(refused).rejects.toMatchObject({
      status: 422,
      errors: { calls: [expect.any(String)] },
    })
  })

  it('may contain as many calls as its limit', async () => {
    const parts = await readAll(
      'fan',
      Array.from({ length: READS_MAX }, () => '/me'),
    )
    expect(parts.map(({ status }) => status)).toEqual(Array(READS_MAX).fill(200))
  })

  it('counts each of its calls against the rate limit of its caller', async () => {
    const fresh = await createWorld()
    await makeUser(fresh, 'fan')
    const call = fresh.as('fan')
    const calls = Array.from({ length: READS_MAX }, () => '/me')
    await call(account.getMe, {})
    const met: number[] = []
    while (met.length + Math.ceil(met.length / READS_MAX) + 1 < CALLS.max) {
      const parts = await call(reads.readAll, { body: { calls } })
      met.push(...parts.map(({ status }) => status))
    }
    await fresh.close()
    expect(met.slice(0, -1)).toEqual(Array(met.length - 1).fill(200))
    expect(met.at(-1)).toBe(429)
  })
})
