import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EVENT_ENDED } from '#contract/events/messages.ts'
import { urlOf } from '#contract/http/caller.ts'
import { toCursor } from '#contract/lib/cursor.ts'
import { live } from '#contract/live/calls.ts'
import { TALK_PAGE_SIZE } from '#contract/live/limits.ts'
import {
  ARCHIVE_NONE,
  EVENT_WAITING,
  TALK_GOES_ON,
  WATCHING_BANNED,
} from '#contract/live/messages.ts'
import {
  makeEvent,
  makeMember,
  makeRoom,
  makeStaff,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { statementsDuring } from '#server/testing/statements.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { openSite } from './testing/talk-site.ts'

describe.each(apiDatabaseNames)('live event on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'member', 'mod']) await makeUser(world, name)
    for (const name of ['fan', 'member']) await makeMember(world, 'room-aoi', name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    await makeEvent(world, 'room-aoi', { id: 'draft', status: 'draft' })
    await makeTicket(world, 'live', 'fan')
  })
  afterEach(() => world.close())

  const params = { id: 'live' }
  const calls = [live.getLiveUrl, live.getArchiveUrl, live.listTalk]
  const read = (query = {}, user = 'fan') => world.as(user)(live.listTalk, { params, query })
  const seqs = async (query = {}) => (await read(query)).map(({ message }) => Number(message))
  const range = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => from + n)
  const addTalk = (seq: number, row = {}) =>
    world.add('talk', {
      event_id: 'live',
      seq,
      user_id: 'fan',
      message: `${seq}`,
      client_id: null,
      deleted: 0,
      deletes: null,
      question: 0,
      created_at: world.clock.now().toISOString(),
      ...row,
    })

  it.each([
    { who: 'a visitor', user: null, id: 'live', status: 401 },
    { who: 'a member without a ticket', user: 'member', id: 'live', status: 403 },
    { who: 'anyone, at an event that is not there', user: 'fan', id: 'gone', status: 404 },
    { who: 'a moderator, at a draft', user: 'mod', id: 'draft', status: 404 },
  ])('refuses stream and talk to $who with $status', async ({ user, id, status }) => {
    for (const call of calls)
      await expect(world.as(user)(call, { params: { id } })).rejects.toMatchObject({ status })
  })

  it('answers waiting viewers without a database query, until they lose the right', async () => {
    const site = await openSite(world)
    const headers = { authorization: `Bearer ${await world.tokenOf('fan')}` }
    const wait = async () => {
      const answer = await fetch(site.url + urlOf(live.getLiveUrl, { params }), { headers })
      return { status: answer.status, body: await answer.json() }
    }
    await wait()
    let again: Awaited<ReturnType<typeof wait>> | undefined
    expect(await statementsDuring(async () => void (again = await wait()))).toEqual([])
    expect(again).toEqual({ status: 200, body: { message: EVENT_WAITING } })
    await world.as('aoi')(live.banFromTalk, { params, body: { name: 'fan' } })
    expect(await wait()).toEqual({ status: 403, body: { message: WATCHING_BANNED } })
  })

  it.each([
    [0, EVENT_WAITING],
    [1, EVENT_WAITING],
    [2, TALK_GOES_ON],
    [3, EVENT_ENDED],
  ] as const)('has no stream in state %i: %s', async (publishment_flg, message) => {
    await world.db.updateTable('event').set({ publishment_flg }).execute()
    expect(await world.as('fan')(live.getLiveUrl, { params })).toEqual({ message })
    expect(await world.as('fan')(live.getArchiveUrl, { params })).toEqual({
      message: ARCHIVE_NONE,
    })
  })

  it('lists the newest lines oldest first, and pages back from the oldest loaded', async () => {
    for (const seq of range(1, TALK_PAGE_SIZE + 2)) await addTalk(seq)
    expect(await seqs()).toEqual(range(3, 17))
    expect(await seqs({ point: toCursor(3) })).toEqual([1, 2])
    expect(await seqs({ offset: 2 })).toEqual([16, 17])
    expect(await seqs({ after: toCursor(15) })).toEqual([16, 17])
    expect(await seqs({ after: 'vvvvvvv' })).toEqual([])
    await expect(seqs({ after: 'x' })).rejects.toMatchObject({ status: 422 })
  })

  it('includes deletions for streaming clients only', async () => {
    await addTalk(1, { deleted: 1, message: '' })
    await addTalk(2)
    await addTalk(3, { deletes: 1, message: '', user_id: 'aoi' })
    expect(await seqs()).toEqual([2])
    expect(await read({ after: toCursor(2) })).toMatchObject([
      { id: toCursor(3), deletes: toCursor(1), message: '' },
    ])
  })

  it('marks the host, and returns a client id to its author only', async () => {
    await addTalk(1, { client_id: 'c1' })
    await addTalk(2, { user_id: 'aoi' })
    const [own, host] = await read()
    expect(own).toMatchObject({ is_owner: false, client_id: 'c1', member: { name: 'fan' } })
    expect(host).toMatchObject({ is_owner: true })
    expect((await read({}, 'mod'))[0]).not.toHaveProperty('client_id')
  })

  it('allows reading while talk is off', async () => {
    await addTalk(1)
    await world.db.updateTable('event').set({ live_talk: 0 }).execute()
    expect(await seqs()).toEqual([1])
  })
})
