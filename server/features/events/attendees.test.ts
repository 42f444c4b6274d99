import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { events } from '#contract/events/calls.ts'
import { FACES_COUNTED_MAX, FACES_SHOWN } from '#contract/shared/limits.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { readTable } from '#server/testing/read-table.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const NONE = { count: 0, people: [] }

describe.each(apiDatabaseNames)('attendees on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeEvent(world, 'room-aoi', { id: 'night' })
    for (const name of ['fan', 'other', 'silent']) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
      await makeTicket(world, 'night', name)
    }
  })
  afterEach(() => world.close())

  const publish = (name: string, isPublic: boolean) =>
    world.as(name)(account.setAttendance, { body: { public: isPublic } })
  const attendees = (user: string | null = null, id = 'night') =>
    world.as(user)(events.listAttendees, { params: { id } })
  const attendee = (name: string, id = 'night') =>
    world.as(null)(events.getAttendee, { params: { id, name } })
  const names = async () => (await attendees()).people.map(({ name }) => name)

  it('are only those who agreed, for everybody, and until they say otherwise', async () => {
    expect(await attendees()).toEqual(NONE)
    expect((await world.as('fan')(account.getMe, {})).publishes_attendance).toBe(false)
    expect(await publish('fan', true)).toEqual({ public: true })
    expect((await world.as('fan')(account.getMe, {})).publishes_attendance).toBe(true)
    for (const user of [null, 'silent', 'fan', 'aoi'])
      expect(await attendees(user)).toEqual({
        count: 1,
        people: [
          {
            ...{ name: 'fan', display_name: 'fanさん' },
            ...{ icon_image_small_path: null, official_flg: 0 },
          },
        ],
      })
    expect((await attendee('fan')).display_name).toBe('fanさん')
    await expect(attendee('silent')).rejects.toMatchObject({ status: 404 })
    await publish('fan', false)
    expect(await attendees()).toEqual(NONE)
    await expect(attendee('fan')).rejects.toMatchObject({ status: 404 })
  })

  it('have a ticket: also one taken later, and none that was given back', async () => {
    await publish('aoi', true)
    await makeUser(world, 'late')
    await makeMember(world, 'room-aoi', 'late')
    await publish('late', true)
    await publish('fan', true)
    await world.as('late')(events.join, { body: { event_id: 'night' } })
    expect((await names()).toSorted()).toEqual(['fan', 'late'])
    await world.db
      .updateTable('entitlement')
      .set({ status: 'revoked' })
      .where('user_id', '=', 'late')
      .execute()
    expect(await names()).toEqual(['fan'])
  })

  it.each<[string, () => Promise<unknown>]>([
    [
      'is suspended',
      () =>
        world.db.updateTable('user').set({ status: 'suspended' }).where('id', '=', 'fan').execute(),
    ],
    [
      'is banned from the event',
      () => {
        const ban = { event_id: 'night', user_id: 'fan', banned_by: 'aoi' }
        return world.add('talk_ban', { ...ban, created_at: inHours(world, 0) })
      },
    ],
    [
      'has the setting off, whatever the copy on the ticket says',
      () => world.db.updateTable('user').set({ publishes_attendance: 0 }).execute(),
    ],
  ])('do not include somebody who %s', async (_, change) => {
    await publish('fan', true)
    await publish('other', true)
    expect((await names()).toSorted()).toEqual(['fan', 'other'])
    await change()
    expect(await names()).not.toContain('fan')
    await expect(attendee('fan')).rejects.toMatchObject({ status: 404 })
    expect((await attendees()).count).toBeLessThan(2)
  })

  it('do not include a deleted account', async () => {
    await makeUser(world, 'gone')
    await makeMember(world, 'room-aoi', 'gone')
    await publish('gone', true)
    await makeTicket(world, 'night', 'gone', { is_public: 1 })
    expect(await names()).toEqual(['gone'])
    await world.db.updateTable('user').set({ status: 'deleted' }).where('id', '=', 'gone').execute()
    expect(await attendees()).toEqual(NONE)
  })

  it('are shown until the event ends, and not of a cancelled one', async () => {
    await publish('fan', true)
    const update = (row: { publishment_flg?: 1 | 2 | 3; status?: 'cancelled' | 'published' }) =>
      world.db.updateTable('event').set(row).where('id', '=', 'night').execute()
    for (const publishment_flg of [1, 2] as const) {
      await update({ publishment_flg })
      expect(await names()).toEqual(['fan'])
    }
    await update({ publishment_flg: 3 })
    expect(await attendees()).toEqual(NONE)
    await expect(attendee('fan')).rejects.toMatchObject({ status: 404 })
    await update({ publishment_flg: 1, status: 'cancelled' })
    expect(await attendees()).toEqual(NONE)
  })

  it('of an event that is not visible are not found', async () => {
    await makeEvent(world, 'room-aoi', { id: 'draft', status: 'draft' })
    await expect(attendees(null, 'draft')).rejects.toMatchObject({ status: 404 })
    await expect(attendee('fan', 'draft')).rejects.toMatchObject({ status: 404 })
    await expect(attendees(null, 'nothing')).rejects.toMatchObject({ status: 404 })
  })

  it('are shown newest first, a few of them, and counted up to a limit', async () => {
    const [user] = (await readTable(world.db, 'user')).filter(({ id }) => id === 'fan')
    const [ticket] = (await readTable(world.db, 'entitlement')).filter(
      ({ user_id }) => user_id === 'fan',
    )
    const ids = Array.from({ length: FACES_COUNTED_MAX + 1 }, (_, n) => `p${1_000 + n}`)
    for (let from = 0; from < ids.length; from += 100) {
      const some = ids.slice(from, from + 100)
      await world.db
        .insertInto('user')
        .values(
          some.map((id) => ({
            ...user!,
            ...{ id, name: id, name_skeleton: id, email: `${id}@room.test` },
            publishes_attendance: 1 as const,
          })),
        )
        .execute()
      await world.db
        .insertInto('entitlement')
        .values(some.map((id) => ({ ...ticket!, id, user_id: id, is_public: 1 as const })))
        .execute()
    }
    const { count, people } = await attendees()
    expect(count).toBe(FACES_COUNTED_MAX)
    expect(people.map(({ name }) => name)).toEqual(ids.slice(-FACES_SHOWN).reverse())
  })
})
