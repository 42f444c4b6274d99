import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const NONE = { count: 0, people: [] }

describe.each(apiDatabaseNames)('public members on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { amount: 0 })
    for (const name of ['fan', 'silent']) {
      await makeUser(world, name)
      await world.as(name)(rooms.subscribe, { body: { room_id: 'aoi' } })
    }
  })
  afterEach(() => world.close())

  const publish = (name: string, isPublic: boolean) =>
    world.as(name)(account.setMemberships, { body: { public: isPublic } })
  const shown = (user: string | null = null) =>
    world.as(user)(rooms.listPublicMembers, { params: { id: 'aoi' } })
  const names = async () => (await shown()).people.map(({ name }) => name).toSorted()

  it('are only those who agreed, for everybody, and until they say otherwise', async () => {
    expect(await shown()).toEqual(NONE)
    expect(await publish('fan', true)).toEqual({ public: true })
    expect((await world.as('fan')(account.getMe, {})).publishes_memberships).toBe(true)
    expect((await world.as('fan')(account.getMe, {})).publishes_attendance).toBe(false)
    for (const user of [null, 'silent', 'fan', 'aoi'])
      expect(await shown(user)).toMatchObject({
        count: 1,
        people: [{ name: 'fan', display_name: 'fanさん' }],
      })
    await publish('fan', false)
    expect(await shown()).toEqual(NONE)
  })

  it('are in the room: also those who join later, and not those who leave', async () => {
    await makeUser(world, 'late')
    for (const name of ['fan', 'late']) await publish(name, true)
    expect(await names()).toEqual(['fan'])
    await world.as('late')(rooms.subscribe, { body: { room_id: 'aoi' } })
    expect(await names()).toEqual(['fan', 'late'])
    await world.as('fan')(rooms.unsubscribe, { params: { id: 'aoi' } })
    expect(await names()).toEqual(['late'])
  })

  it.each([
    ['is suspended', { status: 'suspended' }],
    ['has the setting off, whatever the copy says', { publishes_memberships: 0 }],
  ] as const)('do not include somebody who %s', async (_, change) => {
    for (const name of ['fan', 'silent']) await publish(name, true)
    await world.db.updateTable('user').set(change).where('id', '=', 'fan').execute()
    expect(await names()).toEqual(['silent'])
    expect((await shown()).count).toBe(1)
  })

  it('of a suspended room are not found', async () => {
    await world.db.updateTable('room').set({ state: 9 }).execute()
    await expect(shown()).rejects.toMatchObject({ status: 404 })
  })
})
