import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SUSPENDED_NAME } from '#contract/auth/messages.ts'
import { events } from '#contract/events/calls.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeSale,
  makeStaff,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('events on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室' })
    await makeRoom(world, 'other')
    for (const name of ['fan', 'member', 'stranger', 'mod']) await makeUser(world, name)
    for (const name of ['fan', 'member']) await makeMember(world, 'room-aoi', name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
  })
  afterEach(() => world.close())

  const event = (id: string, row: Parameters<typeof makeEvent>[2] = {}) =>
    makeEvent(world, 'room-aoi', { id, title: id, ...row })
  const get = (user: string | null, id: string) =>
    world.as(user)(events.getEvent, { params: { id } })
  const list = async (query = {}, user: string | null = null) =>
    (await world.as(user)(events.listEvents, { query })).items.map(({ id }) => id)

  /** Event id, `publishment_flg`, hours from now. */
  const fill = async () => {
    const plans = [
      ['later', 0, 48],
      ['soon', 0, 2],
      ['live', 1, -1],
      ['over', 2, -3],
      ['past', 3, -24],
      ['ancient', 3, -99],
    ] as const
    for (const [id, publishment_flg, hours] of plans)
      await event(id, {
        publishment_flg,
        start_at: inHours(world, hours),
        created_at: inHours(world, -hours),
      })
  }

  it.each([
    { who: 'a visitor', user: null, id: 'draft', status: 404 },
    { who: 'a member', user: 'fan', id: 'draft', status: 404 },
    { who: 'a moderator', user: 'mod', id: 'draft', status: 404 },
    { who: 'a visitor', user: null, id: 'banished', status: 404 },
    { who: 'a visitor', user: null, id: 'nothing', status: 404 },
  ])('refuses $who at $id with $status', async ({ user, id, status }) => {
    await event('draft', { status: 'draft' })
    await makeRoom(world, 'gone', { state: 9 })
    await makeEvent(world, 'room-gone', { id: 'banished' })
    await expect(get(user, id)).rejects.toMatchObject({ status, message: '見つかりませんでした。' })
    expect(await get('aoi', 'draft')).toMatchObject({ id: 'draft', is_owner: true })
    expect(await list()).not.toContain('banished')
  })

  it('names the owner of its room as host', async () => {
    await event('night')
    expect((await get(null, 'night')).host).toMatchObject({ name: 'aoi', official_flg: 0 })
    await world.db
      .updateTable('user')
      .set({ status: 'suspended' })
      .where('id', '=', 'aoi')
      .execute()
    expect((await get(null, 'night')).host).toMatchObject({
      name: 'aoi',
      display_name: SUSPENDED_NAME,
    })
  })

  it('lists free ones, and those of the next seven days', async () => {
    await fill()
    await event('paid', { amount: 500, start_at: inHours(world, 3) })
    await event('weekend', { start_at: inHours(world, 24 * 7 - 1) })
    await event('far', { start_at: inHours(world, 24 * 7) })
    // Late enough that it will not begin.
    await event('never', { start_at: inHours(world, -1) })
    await event('late', { start_at: inHours(world, -0.9) })
    const upcoming = { state: 'upcoming' }
    expect(await list(upcoming)).toEqual(['late', 'soon', 'paid', 'later', 'weekend', 'far'])
    expect(await list({ ...upcoming, free: 1 })).toEqual([
      'late',
      'soon',
      'later',
      'weekend',
      'far',
    ])
    expect(await list({ ...upcoming, period: 'week' })).toEqual([
      'late',
      'soon',
      'paid',
      'later',
      'weekend',
    ])
    expect(await list({ ...upcoming, genre: 'music' })).toEqual([])
    await world.db.updateTable('room').set({ genre: 'music' }).execute()
    expect(await list({ ...upcoming, genre: 'music', free: 1, period: 'week' })).toEqual([
      ...['late', 'soon', 'later', 'weekend'],
    ])
    expect(await list({ ...upcoming, period: 'week', free: 1, search: '夜ふかし' })).toEqual([
      'late',
      'soon',
      'later',
      'weekend',
    ])
  })

  it('lists those with a tag in the order of any list, narrowed as any other', async () => {
    await fill()
    await event('paid', { amount: 500, start_at: inHours(world, 3), tags: '朗読 夜' })
    await event('read', { start_at: inHours(world, 5), tags: '朗読' })
    await event('before', { publishment_flg: 3, start_at: inHours(world, -9), tags: '朗読' })
    await event('other', { tags: '朗読会' })
    expect(await list({ tag: '朗読' })).toEqual(['paid', 'read', 'before'])
    expect(await list({ tag: '朗読', state: 'upcoming', free: 1 })).toEqual(['read'])
    expect(await list({ tag: '朗読', search: 'paid' })).toEqual(['paid'])
    expect(await list({ tag: '星空' })).toEqual([])
    expect((await list({ tag: '' })).length).toBe(10)
  })

  const none = { buy: false, watch: false, speak: false, edit: false, moderate: false }
  it.each([
    { who: 'a visitor', user: null, can: none },
    { who: 'a stranger', user: 'stranger', can: none },
    { who: 'a member', user: 'member', can: { ...none, buy: true } },
    { who: 'a ticket holder', user: 'fan', can: { ...none, watch: true, speak: true } },
    { who: 'a moderator', user: 'mod', can: { ...none, watch: true, speak: true, moderate: true } },
    {
      who: 'the owner',
      user: 'aoi',
      can: { ...none, watch: true, speak: true, edit: true, moderate: true },
    },
  ])('returns the rights of $who at a live event', async ({ user, can }) => {
    await event('live', { publishment_flg: 1, sales_end_at: inHours(world, 1) })
    await makeTicket(world, 'live', 'fan')
    expect(await get(user, 'live')).toMatchObject({
      can,
      joined: user === 'fan',
      is_owner: user === 'aoi',
    })
  })

  it.each([
    { when: 'sales are over', row: { sales_end_at: '2026-11-20T03:00:00.000Z' } },
    { when: 'it is sold out', row: { capacity: 3, taken: 3 } },
    { when: 'it is cancelled', row: { status: 'cancelled' as const } },
    { when: 'it has ended', row: { publishment_flg: 3 as const } },
  ])('sells no ticket when $when', async ({ row }) => {
    await event('sale')
    expect(await get('member', 'sale')).toMatchObject({ can: { buy: true } })
    await event('shut', row)
    expect(await get('member', 'shut')).toMatchObject({ can: { buy: false } })
  })

  it('allows no talk before the start, with talk off or for the banned, who cannot watch either', async () => {
    await event('soon')
    await event('mute', { publishment_flg: 1, live_talk: 0 })
    await event('live', { publishment_flg: 1 })
    for (const id of ['soon', 'mute', 'live']) await makeTicket(world, id, 'fan')
    const speaks = async (id: string) => (await get('fan', id)).can.speak
    expect(await Promise.all(['soon', 'mute', 'live'].map(speaks))).toEqual([false, false, true])
    await world.add('talk_ban', {
      event_id: 'live',
      user_id: 'fan',
      banned_by: 'aoi',
      created_at: inHours(world, 0),
    })
    expect((await get('fan', 'live')).can).toMatchObject({ watch: false, speak: false })
  })

  it('shows current seats, archive and notification setting', async () => {
    await event('a', {
      capacity: 10,
      taken: 4,
      participants: 3,
      archive: 1,
      archive_until: inHours(world, 1),
    })
    await world.add('event_notify', {
      event_id: 'a',
      user_id: 'fan',
      created_at: inHours(world, 0),
    })
    expect(await get('fan', 'a')).toMatchObject({
      remaining: 6,
      participants: 3,
      archive: 1,
      notify: true,
      room: { id: 'aoi', title: '夜ふかし喫茶室' },
    })
    expect(await list({ state: 'archive' })).toEqual(['a'])
    world.clock.move(3_600_000)
    expect(await get('fan', 'a')).toMatchObject({ archive: 0 })
    expect(await list({ state: 'archive' })).toEqual([])
  })

  it('lists coming events in order, then past ones in reverse, across pages', async () => {
    await fill()
    const order = ['over', 'live', 'soon', 'later', 'past', 'ancient']
    expect(await list()).toEqual(order)
    for (const limit of [1, 2, 3, 4, 5]) {
      const pages: string[] = []
      for (let offset: number | null = 0; offset !== null; ) {
        const page: { items: { id: string }[]; next: number | null } = await world.as(null)(
          events.listEvents,
          { query: { limit, offset } },
        )
        pages.push(...page.items.map(({ id }) => id))
        offset = page.next
      }
      expect(pages).toEqual(order)
    }
  })

  it.each([
    ['upcoming', ['soon', 'later']],
    ['on_air', ['live']],
    ['live', ['over', 'live']],
    ['ended', ['past', 'ancient']],
  ])('lists events that are %s', async (state, expected) => {
    await fill()
    expect(await list({ state })).toEqual(expected)
  })

  it('sorts by creation and participants, filters by room and search text', async () => {
    await fill()
    await makeEvent(world, 'room-other', {
      id: 'far',
      title: '芝浜をきく',
      participants: 9,
      created_at: inHours(world, 500),
    })
    expect((await list({ sort: 'new' }))[0]).toBe('far')
    expect((await list({ sort: 'popular' }))[0]).toBe('far')
    expect(await list({ room: 'other' })).toEqual(['far'])
    expect(await list({ search: 'シバハマ' })).toEqual([])
    expect(await list({ search: '芝浜' })).toEqual(['far'])
    expect(await list({ search: '喫茶' })).toHaveLength(6)
    await expect(list({ room: 'nobody' })).rejects.toMatchObject({ status: 404 })
  })

  it('lists no drafts, cancelled events or events of closed rooms, unless filtered by room', async () => {
    await event('draft', { status: 'draft' })
    await event('off', { status: 'cancelled' })
    await makeRoom(world, 'shut', { state: 8 })
    await makeEvent(world, 'room-shut', { id: 'last', publishment_flg: 3 })
    expect(await list()).toEqual([])
    expect(await list({ room: 'shut' })).toEqual(['last'])
    expect(await get(null, 'off')).toMatchObject({ can: none })
  })

  it('lists the viewer’s own tickets only, soonest first', async () => {
    await fill()
    for (const id of ['ancient', 'later', 'soon']) await makeTicket(world, id, 'fan')
    await makeTicket(world, 'live', 'fan', { status: 'revoked' })
    await makeTicket(world, 'past', 'member')
    const joined = await world.as('fan')(events.listJoined, {})
    expect(joined.items.map(({ id }) => id)).toEqual(['soon', 'later', 'ancient'])
    expect(joined.items.every((item) => item.joined)).toBe(true)
    await expect(world.as(null)(events.listJoined, {})).rejects.toMatchObject({ status: 401 })
  })

  it('shows earnings of all own events to their owner only', async () => {
    await event('draft', { status: 'draft' })
    await event('sold', { amount: 1_000, start_at: inHours(world, 1) })
    await makeTicket(world, 'sold', 'fan')
    await makeSale(world, {
      buyer_id: 'fan',
      seller_id: 'aoi',
      kind: 'event',
      subject_id: 'sold',
      net: 864,
    })
    const own = await world.as('aoi')(events.listOwn, {})
    expect(own.items).toMatchObject([
      {
        id: 'sold',
        status: 'published',
        sales: { tickets: 1, gross: 1_000, net: 864, unbooked: 0 },
      },
      { id: 'draft', status: 'draft', sales: { tickets: 0, gross: 0, net: 0, unbooked: 0 } },
    ])
    expect((await world.as('fan')(events.listOwn, {})).items).toEqual([])
    const one = (user: string | null) => world.as(user)(events.getOwn, { params: { id: 'sold' } })
    expect(await one('aoi')).toMatchObject({ sales: { net: 864 } })
    await expect(one('fan')).rejects.toMatchObject({ status: 404 })
    await expect(one(null)).rejects.toMatchObject({ status: 401 })
  })
})
