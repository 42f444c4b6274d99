import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { auth } from '#contract/auth/calls.ts'
import { live, type TalkMessage } from '#contract/live/calls.ts'
import { type Bus, memoryBus } from '#server/ports/bus.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openTwoBuses } from '#server/testing/two-buses.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { follow, openSite, stored } from '../testing/talk-site.ts'

const PATH = '/api/application/live/live/talk'

describe.runIf(databaseNames.includes('postgres'))('two processes on one database', () => {
  let world: World
  let buses: Bus[]
  let token: string
  beforeEach(async () => {
    buses = await openTwoBuses()
    world = await createWorld('postgres', { RATE_LIMITS: 'off' }, buses[0])
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    await makeTicket(world, 'live', 'fan')
    token = await world.tokenOf('fan')
  })
  afterEach(async () => {
    await world.close()
    await Promise.all(buses.map((bus) => bus.close()))
  })

  type Fetch = World['fetch']
  const ask = async (fetch: Fetch, search = '') => {
    const answer = await fetch(PATH + search, { headers: { authorization: `Bearer ${token}` } })
    return (await answer.json()) as TalkMessage[]
  }
  const post = async (fetch: Fetch, message: string, client_id?: string) => {
    const answer = await fetch(PATH, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ message, client_id }),
    })
    return { status: answer.status, message: (await answer.json()) as TalkMessage }
  }

  it('show lines posted at the other one, by stream and by poll', async () => {
    const other = world.openNode(buses[1]!)
    const site = await openSite(other)
    expect(await ask(other.fetch)).toEqual([])
    const stream = await follow(site.url, token)
    const { message } = await post(world.fetch, 'やあ')
    expect((await stream.next())!.data).toEqual(message)
    expect(await ask(other.fetch)).toEqual([message])
  })

  it('read lines from the database when a bus message is lost', async () => {
    const deaf = world.openNode(memoryBus())
    expect(await ask(deaf.fetch)).toEqual([])
    const { message } = await post(world.fetch, 'やあ')
    await vi.waitFor(async () => expect(await ask(deaf.fetch)).toEqual([message]), {
      timeout: 60_000,
    })
  })

  it('store a line sent to both once, and number all lines without gaps or duplicates', async () => {
    const other = world.openNode(buses[1]!)
    const answers = await Promise.all(
      [world.fetch, other.fetch, world.fetch, other.fetch].map((fetch) =>
        post(fetch, 'いちど', 'c1'),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    await Promise.all(
      Array.from({ length: 60 }, (_, n) => post([world, other][n % 2]!.fetch, `${n}`)),
    )
    const rows = await stored(world)
    expect(rows.map(({ seq }) => seq)).toEqual(Array.from({ length: 61 }, (_, n) => n + 1))
    const last = await ask(world.fetch, '?offset=100')
    expect(last).toHaveLength(61)
    await vi.waitFor(async () => expect(await ask(other.fetch, '?offset=100')).toEqual(last))
  })

  it('refuse a session ended at the other one at once', async () => {
    const other = world.openNode(buses[1]!)
    const own = world.as('fan')
    const [session] = (await own(auth.listSessions, {})).filter(({ current }) => !current)
    expect((await post(other.fetch, 'まだいる')).status).toBe(201)
    await own(auth.endSession, { params: { id: session!.id } })
    const expectRejected = async () => expect((await post(other.fetch, 'なぜ')).status).toBe(401)
    await vi.waitFor(expectRejected, { timeout: 60_000 })
  })

  it('refuse after a right was lost at the other one at once', async () => {
    const other = world.openNode(buses[1]!)
    await ask(other.fetch)
    await world.as('aoi')(live.banFromTalk, { params: { id: 'live' }, body: { name: 'fan' } })
    expect((await post(other.fetch, 'なぜ')).status).toBe(403)
  })
})
