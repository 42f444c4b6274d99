import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { ANNOUNCEMENT_MAX, ANNOUNCEMENTS_OF_ROOM } from '#contract/inbox/limits.ts'
import { TOO_MANY_ANNOUNCEMENTS } from '#contract/inbox/messages.ts'
import { required, tooLong } from '#contract/shared/messages.ts'
import { recount } from '#server/jobs/recount.ts'
import { makeMember, makeRoom, makeStaff, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import * as dying from './announcements.ts'
import * as living from './announcements.ts'

describe.each(apiDatabaseNames)('announcement of a room on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '喫茶室' })
    for (const name of ['fan', 'behind', 'former', 'stranger', 'mod']) await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'fan')
    await makeMember(world, 'room-aoi', 'behind', { status: 'past_due' })
    await makeMember(world, 'room-aoi', 'former', { status: 'left' })
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
  })
  afterEach(() => world.close())

  const announce = (
    user: string | null,
    body: Partial<Record<'title' | 'text' | 'client_id', string>> = {},
  ) =>
    world.as(user)(inbox.announce, {
      params: { id: 'aoi' },
      body: { title: '今夜のこと', text: '八時に始めます。', ...body },
    })
  const list = async (user: string) => (await world.as(user)(inbox.listConversations, {})).items
  const unread = async (user: string) => (await world.as(user)(account.getMe, {})).unread_messages
  const counts = () =>
    Promise.all(['fan', 'behind', 'former', 'stranger', 'mod', 'aoi'].map(unread))

  it.each([
    { who: 'a visitor', user: null, status: 401 },
    { who: 'a member', user: 'fan', status: 403 },
    { who: 'a moderator', user: 'mod', status: 403 },
    { who: 'a stranger', user: 'stranger', status: 403 },
  ])('is refused from $who: $status', async ({ user, status }) => {
    await expect(announce(user)).rejects.toMatchObject({ status })
    await world.deliver()
    expect(await counts()).toEqual([0, 0, 0, 0, 0, 0])
  })

  it('reaches every member once and nobody else; its author can read it, too', async () => {
    await announce('aoi')
    expect(await unread('fan')).toBe(0)
    await world.deliver()
    expect(await counts()).toEqual([1, 1, 0, 0, 0, 0])
    const [found] = await list('fan')
    expect(found).toMatchObject({
      kind: 'announcement',
      title: '今夜のこと',
      with: { name: 'aoi' },
      last_text: '八時に始めます。',
      unread: 1,
    })
    expect(await list('aoi')).toMatchObject([{ title: '今夜のこと', unread: 0 }])
    const params = { id: found!.id }
    expect(await world.as('fan')(inbox.getConversation, { params })).toMatchObject({
      messages: [{ text: '八時に始めます。', mine: false }],
      can: { answer: false },
    })
    expect(await unread('fan')).toBe(0)
    await expect(world.as('mod')(inbox.getConversation, { params })).rejects.toMatchObject({
      status: 404,
    })
  })

  it('does not reach later members, even before its delivery', async () => {
    await announce('aoi')
    world.clock.move(1)
    await makeMember(world, 'room-aoi', 'stranger')
    await world.deliver()
    expect(await counts()).toEqual([1, 1, 0, 0, 0, 0])
  })

  it('is delivered once when sent repeatedly or concurrently', async () => {
    await Promise.all(Array.from({ length: 4 }, () => announce('aoi', { client_id: 'c1' })))
    await announce('aoi', { client_id: 'c1' })
    await world.deliver()
    expect(await counts()).toEqual([1, 1, 0, 0, 0, 0])
  })

  it('reaches each member once, despite a crash and two concurrent deliveries', async () => {
    const people = Array.from({ length: 230 }, (_, n) => `p${String(n).padStart(3, '0')}`)
    for (const name of people) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    await announce('aoi')
    const { id } = await world.db.selectFrom('announcement').select('id').executeTakeFirstOrThrow()
    let looks = 0
    // Each batch of a hundred reads the clock twice, for the list and for pushes: the second batch fails within its transaction.
    const now = () => {
      if (++looks > 2) throw new Error('power cut')
      return world.clock.now()
    }
    await expect(
      dying.handle({ ...world.deps, clock: { ...world.clock, now } }, { id }),
    ).rejects.toThrow('power cut')
    const reached = async () =>
      Number(
        (
          await world.db
            .selectFrom('conversation_member')
            .select((eb) => eb.fn.sum('unread').as('sum'))
            .where('conversation_id', '=', id)
            .executeTakeFirstOrThrow()
        ).sum,
      )
    expect(await reached()).toBe(100)
    await Promise.all([
      living.handle(world.deps, { id }),
      living.handle(world.deps, { id }),
      world.deliver(),
    ])
    expect(await reached()).toBe(232)
    expect(await recount(world.deps)).toEqual([])
  })

  it('is not delivered if the room was suspended meanwhile', async () => {
    await announce('aoi')
    await world.db.updateTable('room').set({ state: 9 }).where('id', '=', 'room-aoi').execute()
    await world.deliver()
    expect(await unread('fan')).toBe(0)
    await expect(announce('aoi')).rejects.toMatchObject({ status: 403 })
  })

  it('has a daily limit', async () => {
    for (let n = 0; n < ANNOUNCEMENTS_OF_ROOM.max; n++) await announce('aoi')
    await expect(announce('aoi')).rejects.toMatchObject({
      status: 429,
      message: TOO_MANY_ANNOUNCEMENTS,
    })
    world.clock.move(ANNOUNCEMENTS_OF_ROOM.perMs)
    await announce('aoi')
  })

  it('has the same daily limit after the clock was ahead (72)', async () => {
    world.clock.move(ANNOUNCEMENTS_OF_ROOM.perMs)
    for (let n = 1; n < ANNOUNCEMENTS_OF_ROOM.max; n++) await announce('aoi')
    world.clock.move(-ANNOUNCEMENTS_OF_ROOM.perMs)
    for (let n = 0; n < ANNOUNCEMENTS_OF_ROOM.max; n++) await announce('aoi')
    await expect(announce('aoi')).rejects.toMatchObject({ status: 429 })
  })

  it.each([
    { body: { title: '' }, errors: { title: [required('タイトル')] } },
    {
      body: { title: 'あ'.repeat(51) },
      errors: { title: [tooLong('タイトル', ANNOUNCEMENT_MAX.title)] },
    },
    { body: { text: ' \u200b' }, errors: { text: [required('本文')] } },
    {
      body: { text: 'あ'.repeat(2_001) },
      errors: { text: [tooLong('本文', ANNOUNCEMENT_MAX.chars)] },
    },
  ])('refuses $errors (51, 52)', async ({ body, errors }) => {
    await expect(announce('aoi', body)).rejects.toMatchObject({ status: 422, errors })
  })
})
