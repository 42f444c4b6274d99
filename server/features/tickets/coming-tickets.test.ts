import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { tickets } from '#contract/tickets/calls.ts'
import { hashPassword } from '#server/features/auth/password/password.ts'
import { formOf } from '#server/testing/form.ts'
import { inHours, makeDigitalTicket, makeRoom } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { indexComing } from './search-text.ts'

const password = 'long and secret'

describe.each(databaseNames)('coming events at venues, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室', genre: 'reading' })
    await makeRoom(world, 'mio', { title: '台所の音', genre: 'cooking' })
  })
  afterEach(() => world.close())

  const opening = (hours: number) => ({
    opens_at: inHours(world, hours),
    starts_at: inHours(world, hours + 1),
    valid_until: inHours(world, hours + 4),
  })
  const found = async (query: object = {}) =>
    (await world.as(null)(tickets.listComingTickets, { query })).items.map(({ id }) => id)

  it('are listed from all open rooms, the next first, without drafts, cancelled and past ones', async () => {
    await makeDigitalTicket(world, 'room-aoi', { id: 'later', ...opening(48) })
    await makeDigitalTicket(world, 'room-mio', { id: 'soon', ...opening(2) })
    await makeDigitalTicket(world, 'room-mio', { id: 'open', ...opening(-2) })
    await makeDigitalTicket(world, 'room-mio', { id: 'over', ...opening(-5) })
    for (const status of ['draft', 'cancelled'] as const)
      await makeDigitalTicket(world, 'room-mio', { id: status, ...opening(3), status })
    expect(await found()).toEqual(['open', 'soon', 'later'])
    for (const state of [8, 9] as const) {
      await world.db.updateTable('room').set({ state }).where('id', '=', 'room-mio').execute()
      expect(await found()).toEqual(['later'])
    }
  })

  it('are found by title, place and room, by genre, and within a week', async () => {
    await makeDigitalTicket(world, 'room-aoi', {
      ...{ id: 'reading', title: '朗読の夜', venue: '灯ホール', ...opening(24) },
    })
    await makeDigitalTicket(world, 'room-mio', {
      ...{ id: 'cooking', title: '味噌の会', venue: '青山', ...opening(24 * 8) },
    })
    expect(await found({ search: '朗読' })).toEqual(['reading'])
    expect(await found({ search: '灯ホール' })).toEqual(['reading'])
    expect(await found({ search: '台所' })).toEqual(['cooking'])
    expect(await found({ search: '朗読 台所' })).toEqual([])
    expect(await found({ genre: 'cooking' })).toEqual(['cooking'])
    expect(await found({ period: 'week' })).toEqual(['reading'])
  })

  it('are found by what their owner has changed, and by the new title of the room', async () => {
    await makeDigitalTicket(world, 'room-aoi', {
      ...{ id: 'night', title: '朗読の夜', venue: '灯ホール', ...opening(24) },
    })
    await world.as('aoi')(tickets.changeTicket, {
      params: { roomid: 'aoi', id: 'night' },
      body: formOf({ title: '星の夜' }),
    })
    expect(await found({ search: '朗読' })).toEqual([])
    expect(await found({ search: '星の夜' })).toEqual(['night'])
    const renamed = { params: { id: 'aoi' }, body: formOf({ title: '明け方喫茶' }) }
    await world.as('aoi')(rooms.changeRoom, renamed)
    expect(await found({ search: '明け方' })).toEqual(['night'])
    const made = await world.as('aoi')(tickets.createTicket, {
      params: { roomid: 'aoi' },
      body: formOf({ title: '月の夜' }),
    })
    expect(await indexed(made.id)).toBe(1)
    await world.as('aoi')(tickets.deleteTicket, { params: { roomid: 'aoi', id: made.id } })
    expect(await indexed(made.id)).toBe(0)
  })

  const indexed = async (id: string) => {
    const texts = await world.engine.search.listWithoutReading(world.db, 100)
    return texts.filter((text) => text.kind === 'ticket' && text.id === id).length
  }

  it('are found if a release without them in its search has written them', async () => {
    await makeDigitalTicket(world, 'room-aoi', { id: 'old', title: '朗読の夜', ...opening(24) })
    await world.db.transaction().execute((tx) => world.engine.search.remove(tx, 'ticket', 'old'))
    expect(await found({ search: '朗読' })).toEqual([])
    await indexComing(world.deps)
    expect(await found({ search: '朗読' })).toEqual(['old'])
  })

  it('are in no search once their owner has left', async () => {
    await makeDigitalTicket(world, 'room-aoi', { id: 'draft', status: 'draft', ...opening(24) })
    expect(await indexed('draft')).toBe(1)
    const password_hash = await hashPassword(password)
    await world.db.updateTable('user').set({ password_hash }).where('id', '=', 'aoi').execute()
    await world.as('aoi')(account.leave, { body: { password } })
    await world.deliver()
    expect(await indexed('draft')).toBe(0)
  })
})
