import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tickets } from '#contract/tickets/calls.ts'
import {
  inHours,
  makeDigitalTicket,
  makeIssued,
  makeRoom,
  makeStaff,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('digital tickets on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室' })
    for (const name of ['fan', 'stranger', 'mod', 'door']) await makeUser(world, name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeStaff(world, 'room-aoi', 'door', 'door')
    const add = (id: string, hours: number, row = {}) =>
      makeDigitalTicket(world, 'room-aoi', {
        id,
        title: id,
        starts_at: inHours(world, hours),
        valid_until: inHours(world, hours + 1),
        ...row,
      })
    await add('later', 48)
    await add('soon', 3)
    await add('past', -30)
    await add('ancient', -90)
    await add('draft', 5, { status: 'draft' })
    await add('off', 6, { status: 'cancelled' })
  })
  afterEach(() => world.close())

  const list = async (user: string | null) =>
    (await world.as(user)(tickets.listDigitalTickets, { params: { roomid: 'aoi' } })).items.map(
      ({ id }) => id,
    )
  const get = (user: string | null, id: string, roomid = 'aoi') =>
    world.as(user)(tickets.getDigitalTicket, { params: { roomid, id } })

  it.each([
    { who: 'a visitor', user: null },
    { who: 'a stranger', user: 'stranger' },
    { who: 'a moderator', user: 'mod' },
  ])('hides drafts and cancelled ones from $who', async ({ user }) => {
    expect(await list(user)).toEqual(['soon', 'later', 'past', 'ancient'])
    for (const id of ['draft', 'off', 'nothing'])
      await expect(get(user, id)).rejects.toMatchObject({ status: 404 })
  })

  it.each(['aoi', 'door'])('shows drafts and cancelled ones to %s', async (user) => {
    expect(await list(user)).toEqual(['soon', 'draft', 'off', 'later', 'past', 'ancient'])
    expect(await get(user, 'draft')).toMatchObject({
      status: 'draft',
      is_owner: user === 'aoi',
      works_door: user === 'door',
    })
  })

  it('shows gates to owner and door staff only', async () => {
    for (const user of ['fan', 'stranger', 'mod', null])
      expect(await get(user, 'soon')).toMatchObject({ is_owner: false, works_door: false })
  })

  it('answers 404 for a ticket in another room', async () => {
    await makeRoom(world, 'other')
    await expect(get('aoi', 'soon', 'other')).rejects.toMatchObject({ status: 404 })
    await expect(get('aoi', 'soon', 'nobody')).rejects.toMatchObject({ status: 404 })
  })

  it('shows seats, and whether the viewer holds a ticket', async () => {
    await makeIssued(world, 'soon', 'fan')
    await makeIssued(world, 'off', 'fan')
    expect(await get('fan', 'soon')).toMatchObject({ held: true, capacity: 10, remaining: 9 })
    expect(await get('stranger', 'soon')).toMatchObject({ held: false, remaining: 9 })
    expect(await get('fan', 'off')).toMatchObject({ status: 'cancelled', held: true })
  })

  it('lists the viewer’s own tickets, soonest first', async () => {
    for (const id of ['ancient', 'later', 'soon', 'past'])
      await makeIssued(world, id, 'fan', { id: `my-${id}` })
    await makeIssued(world, 'soon', 'stranger')
    const { items } = await world.as('fan')(tickets.listIssued, {})
    expect(items.map(({ id }) => id)).toEqual(['my-soon', 'my-later', 'my-past', 'my-ancient'])
    expect(items[0]).toMatchObject({
      holder_name: 'fanさん',
      status: 'valid',
      gate_hint: 'A入口',
      ticket: { id: 'soon', held: true, room: { id: 'aoi', title: '夜ふかし喫茶室' } },
    })
    await expect(world.as(null)(tickets.listIssued, {})).rejects.toMatchObject({ status: 401 })
  })

  it('answers another’s ticket as unknown, however its id is spelled (45)', async () => {
    await makeIssued(world, 'soon', 'fan', { id: 'mine' })
    const one = (user: string, id: string) => world.as(user)(tickets.getIssued, { params: { id } })
    expect(await one('fan', 'mine')).toMatchObject({ id: 'mine', credential: 'code mine' })
    const answers = await Promise.all(
      [one('stranger', 'mine'), one('aoi', 'mine'), one('fan', 'nothing')].map((call) =>
        call.catch((error: unknown) => error),
      ),
    )
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, message: '見つかりませんでした。' })
    const headers = { authorization: `Bearer ${await world.tokenOf('stranger')}` }
    const base = '/api/application/me/digitalTicket'
    for (const path of ['mine', '%6dine', 'x/%2e%2e/mine', '1', '%00', 'mine%2f', "mine'--"]) {
      const raw = await world.fetch(`${base}/${path}`, { headers })
      expect([path, raw.status < 500, await raw.text()]).toEqual([
        path,
        true,
        expect.not.stringContaining('code mine'),
      ])
    }
    const listed = await world.fetch(`${base}?id[]=mine&id=mine`, { headers })
    expect(await listed.json()).toEqual([])
  })
})
