import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { REACTIONS_AT_ONCE, REACTIONS_HEADER } from '#contract/live/limits.ts'
import { EVENT_CHANGED } from '#server/ports/topics.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames, databaseNames } from '#server/testing/names.ts'
import { openTwoBuses } from '#server/testing/two-buses.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { follow, openSite } from '../testing/talk-site.ts'

const PATH = '/api/application/live/live/talk'
const params = { id: 'live' }

async function fill(world: World) {
  await makeRoom(world, 'aoi')
  for (const name of ['fan', 'other', 'member']) {
    await makeUser(world, name)
    await makeMember(world, 'room-aoi', name)
  }
  await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
  for (const name of ['fan', 'other']) await makeTicket(world, 'live', name)
}

describe.each(apiDatabaseNames)('reactions on %s', (database) => {
  let world: World
  /** A real socket, since reactions are counted there. */
  let site: Awaited<ReturnType<typeof openSite>>
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    world = await createWorld(database)
    await fill(world)
    site = await openSite(world)
  })
  afterEach(async () => {
    await world.close()
    vi.useRealTimers()
  })
  const second = () => vi.advanceTimersByTime(1_000)

  const reactBy = async (token: string, search = '?count=1') =>
    (
      await fetch(`${site.url}${PATH}/reactions${search}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
      })
    ).status
  const react = async (user: string, search?: string) => reactBy(await world.tokenOf(user), search)
  const shown = async (user = 'other') => {
    const headers = { authorization: `Bearer ${await world.tokenOf(user)}` }
    const answer = await fetch(site.url + PATH, { headers })
    await answer.arrayBuffer()
    return answer.headers.get(REACTIONS_HEADER)
  }
  const stored = async () => {
    const rows = await world.db.selectFrom('talk_reaction').selectAll().execute()
    return rows.reduce((sum, { reactions }) => sum + reactions, 0)
  }

  it.each([
    { why: 'no ticket', user: 'member', search: '?count=1', status: 403 },
    { why: 'none', user: 'fan', search: '?count=0', status: 422 },
    { why: 'too many', user: 'fan', search: `?count=${REACTIONS_AT_ONCE + 1}`, status: 422 },
    { why: 'no count', user: 'fan', search: '', status: 422 },
  ])('are refused: $why', async ({ user, search, status }) => {
    expect(await react(user, search)).toBe(status)
    second()
    expect(await shown()).toBeNull()
    expect(await stored()).toBe(0)
  })

  it('are shown to all viewers as one number, which is gone after a few seconds', async () => {
    const stream = await follow(site.url, await world.tokenOf('other'))
    expect(await react('fan', '?count=3')).toBe(204)
    expect(await shown()).toBeNull()
    second()
    expect(await shown()).toBe('3')
    expect(await react('other', `?count=${REACTIONS_AT_ONCE}`)).toBe(204)
    second()
    expect(await shown()).toBe(`${REACTIONS_AT_ONCE + 3}`)
    for (let n = 0; n < 4; n++) second()
    expect(await shown()).toBeNull()
    const sent = [
      await stream.next(),
      await stream.next(),
      await stream.next(),
      await stream.next(),
    ]
    expect(sent.map((event) => [event?.event, event?.data])).toEqual(
      [3, REACTIONS_AT_ONCE + 3, REACTIONS_AT_ONCE, 0].map((data) => ['reactions', data]),
    )
    expect(await world.as('other')(live.listTalk, { params, query: {} })).toEqual([])
  })

  it('are stored by the second, without the person', async () => {
    await react('fan', '?count=2')
    await react('other', '?count=3')
    await vi.waitFor(async () => expect(await stored()).toBe(5))
    const [row] = await world.db.selectFrom('talk_reaction').selectAll().execute()
    expect(Object.keys(row!).sort()).toEqual(['event_id', 'reactions', 'second'])
  })

  it('end with the talk', async () => {
    expect(await react('fan')).toBe(204)
    await world.db.updateTable('event').set({ publishment_flg: 3 }).execute()
    await world.deps.bus.publish(EVENT_CHANGED, 'live')
    expect(await react('fan')).toBe(403)
    await world.db.updateTable('event').set({ publishment_flg: 1, live_talk: 0 }).execute()
    await world.deps.bus.publish(EVENT_CHANGED, 'live')
    expect(await react('fan')).toBe(403)
  })

  it('need no database once rights are known', async () => {
    const token = await world.tokenOf('fan')
    expect(await reactBy(token)).toBe(204)
    await vi.waitFor(async () => expect(await stored()).toBe(1))
    await world.engine.close()
    expect(await reactBy(token)).toBe(204)
  })

  it('are limited per person', async () => {
    for (let n = 0; n < 60; n++) expect(await react('fan')).toBe(204)
    expect(await react('fan')).toBe(429)
    expect(await react('other')).toBe(204)
  })
})

describe.runIf(databaseNames.includes('postgres'))('reactions at two processes', () => {
  it('are shown at the other one, and counted once', async () => {
    const buses = await openTwoBuses()
    const world = await createWorld('postgres', {}, buses[0])
    await fill(world)
    const other = world.openNode(buses[1]!)
    const headers = { authorization: `Bearer ${await world.tokenOf('fan')}` }
    const { url } = await openSite(other)
    const stream = await follow(url, await world.tokenOf('other'))
    await world.fetch(`${PATH}/reactions?count=7`, { method: 'POST', headers })
    const event = await stream.next()
    expect(event).toMatchObject({ event: 'reactions', data: 7 })
    await vi.waitFor(async () => {
      const rows = await world.db.selectFrom('talk_reaction').selectAll().execute()
      expect(rows.map(({ reactions }) => reactions)).toEqual([7])
    })
    await world.close()
    await Promise.all(buses.map((bus) => bus.close()))
  })
})
