import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rooms } from '#contract/rooms/calls.ts'
import { everyPage } from '#server/testing/every-page.ts'
import {
  inHours,
  makeEvent,
  makeMember,
  makeRoom,
  makeStaff,
  makeThread,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('rooms on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室', amount: 980, about: '金曜の落語' })
    for (const name of ['fan', 'late', 'former', 'stranger', 'mod', 'door'])
      await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'fan', { joined_at: inHours(world, -3) })
    await makeMember(world, 'room-aoi', 'late', {
      status: 'past_due',
      joined_at: inHours(world, -2),
    })
    await makeMember(world, 'room-aoi', 'former', { status: 'left', joined_at: inHours(world, -9) })
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeStaff(world, 'room-aoi', 'door', 'door')
  })
  afterEach(() => world.close())

  const list = (query = {}, user: string | null = null) =>
    world.as(user)(rooms.listRooms, { query })
  const get = (user: string | null, id = 'aoi') => world.as(user)(rooms.getRoom, { params: { id } })
  const names = async (query = {}) => (await list(query)).items.map(({ id }) => id)
  const membersOf = (user: string | null, query = {}) =>
    world.as(user)(rooms.listMembers, { params: { id: 'aoi' }, query })

  it.each([
    { who: 'a visitor', user: null, status: 401 },
    { who: 'a stranger', user: 'stranger', status: 403 },
    { who: 'a member', user: 'fan', status: 403 },
    { who: 'the one at the door', user: 'door', status: 403 },
  ])('refuses members and staff lists to $who with $status', async ({ user, status }) => {
    await expect(membersOf(user)).rejects.toMatchObject({ status })
    await expect(world.as(user)(rooms.listStaff, { params: { id: 'aoi' } })).rejects.toMatchObject({
      status,
    })
  })

  it('remembers a member’s last visit, which later threads are newer than', async () => {
    const visit = (user: string) => world.as(user)(rooms.visitRoom, { params: { id: 'aoi' } })
    const seenAt = async (user: string) => (await get(user)).seen_at
    const before = await seenAt('fan')
    world.clock.move(3_600_000)
    await makeThread(world, 'room-aoi', 'aoi')
    const news = async () =>
      (await world.as('fan')(rooms.listSubscribed, {})).items.map(({ new_threads }) => new_threads)
    expect([before! < world.clock.now().toISOString(), await news()]).toEqual([true, [1]])
    world.clock.move(1)
    await visit('fan')
    expect([await seenAt('fan'), await news()]).toEqual([world.clock.now().toISOString(), [0]])
    await visit('former')
    expect([await seenAt('former'), await seenAt('stranger')]).toEqual([undefined, undefined])
    const { last_seen_at } = await world.db
      .selectFrom('membership')
      .select('last_seen_at')
      .where('user_id', '=', 'former')
      .executeTakeFirstOrThrow()
    expect(last_seen_at).toBe(before)
  })

  const none = { join: false, post: false, edit: false, moderate: false, read: false }
  it.each([
    { who: 'a visitor', user: null, can: { ...none, join: true } },
    { who: 'a stranger', user: 'stranger', can: { ...none, join: true } },
    { who: 'one who left', user: 'former', can: { ...none, join: true } },
    { who: 'a member', user: 'fan', can: { ...none, read: true } },
    { who: 'a member behind with a payment', user: 'late', can: { ...none, read: true } },
    { who: 'the one at the door', user: 'door', can: { ...none, join: true } },
    {
      who: 'a moderator',
      user: 'mod',
      can: { ...none, join: true, post: true, moderate: true, read: true },
    },
    {
      who: 'the owner',
      user: 'aoi',
      can: { ...none, post: true, edit: true, moderate: true, read: true },
    },
  ])('returns the rights of $who', async ({ user, can }) => {
    expect(await get(user)).toMatchObject({
      can,
      is_owner: user === 'aoi',
      subscribed: user === 'fan' || user === 'late',
    })
  })

  it('shows a room with its menus in order and picture URLs', async () => {
    await world.db
      .updateTable('room')
      .set({ icon_image_path: 'public/a.png', tint: '#2F5D62' })
      .execute()
    const menu = { room_id: 'room-aoi', url: 'https://example.com' }
    await world.add('room_menu', { ...menu, id: 'm1', title: 'あと', position: 2 })
    await world.add('room_menu', { ...menu, id: 'm2', title: 'さき', position: 1 })
    expect(await get(null)).toMatchObject({
      id: 'aoi',
      subscribers: 2,
      tint: '#2F5D62',
      icon_image_path: '/media/public/a.png',
      header_image_path: null,
      owner: { name: 'aoi', display_name: 'aoiさん', official_flg: 0 },
      room_menus: [{ title: 'さき' }, { title: 'あと' }],
    })
  })

  it('hides a suspended room from all but its owner, and closed ones in lists', async () => {
    await makeRoom(world, 'gone', { state: 9 })
    await makeRoom(world, 'shut', { state: 8 })
    expect(await names()).toEqual(['aoi'])
    await expect(get(null, 'gone')).rejects.toMatchObject({ status: 404 })
    await expect(get('fan', 'gone')).rejects.toMatchObject({ status: 404 })
    await expect(get('fan', 'nobody')).rejects.toMatchObject({ status: 404 })
    expect(await get('gone', 'gone')).toMatchObject({
      state: 9,
      can: { ...none, edit: true, read: true, moderate: true },
    })
    expect(await get('fan', 'shut')).toMatchObject({ state: 8, can: none })
  })

  it('finds a room by its owner’s former handle', async () => {
    await world.add('name_history', {
      name: 'yofukashi',
      skeleton: 'yofukashl',
      user_id: 'aoi',
      changed_at: inHours(world, -1),
    })
    expect(await get(null, 'yofukashi')).toMatchObject({ id: 'aoi' })
  })

  it('lists newest or most popular first, with pages and a filter for official ones', async () => {
    await makeRoom(world, 'old', { created_at: inHours(world, -5), subscribers: 9 })
    await makeRoom(world, 'new', { created_at: inHours(world, 5) })
    await world.db.updateTable('user').set({ official_flg: 1 }).where('id', '=', 'old').execute()
    expect(await names()).toEqual(['new', 'aoi', 'old'])
    expect(await names({ sort: 'popular' })).toEqual(['old', 'aoi', 'new'])
    expect(await names({ official: 1 })).toEqual(['old'])
    await world.db
      .updateTable('room')
      .set({ genre: 'music' })
      .where('id', '=', 'room-aoi')
      .execute()
    expect(await names({ genre: 'music' })).toEqual(['aoi'])
    expect(await names({ genre: 'games' })).toEqual([])
    const first = await list({ limit: 2 })
    expect(first.next).toBe(2)
    const second = await list({ limit: 2, offset: first.next! })
    expect(second).toMatchObject({ items: [{ id: 'old' }], next: null })
  })

  it.each([
    ['喫茶', ['aoi']],
    ['落語', ['aoi']],
    ['ラクゴ', ['sansho']],
    ['らくご 長屋', ['sansho']],
    ['ＡＯＩ', ['aoi']],
    ['どこにもない', []],
    ['', ['sansho', 'aoi']],
  ])('finds 「%s」', async (search, expected) => {
    await makeRoom(world, 'sansho', { title: '長屋らくご会', created_at: inHours(world, 1) })
    expect(await names({ search })).toEqual(expected)
  })

  it('refuses a search that is too long with a message', async () => {
    await expect(names({ search: 'あ'.repeat(101) })).rejects.toMatchObject({
      status: 422,
      errors: { search: ['検索する言葉は100桁以下でなければなりません'] },
    })
  })

  it('lists members to owner and moderators, newest first, with filters for status and name', async () => {
    const findBy = async (user: string, query = {}) =>
      (await membersOf(user, query)).items.map(({ name, status }) => `${name} ${status}`)
    expect(await findBy('aoi')).toEqual(['late past_due', 'fan active', 'former left'])
    expect(await findBy('mod', { status: 'left' })).toEqual(['former left'])
    expect(await findBy('aoi', { search: 'fan' })).toEqual(['fan active'])
    expect(JSON.stringify(await membersOf('aoi'))).not.toContain('@')
  })

  it.each(['joined', '-joined', 'name', '-name', 'status', '-status', 'left', '-left'])(
    'lists members by %s, each of them once, also when others join between two pages',
    async (sort) => {
      const joined_at = inHours(world, -5)
      for (const name of ['ties1', 'ties2', 'ties3', 'ties4']) {
        await makeUser(world, name, { display_name: '同名' })
        await makeMember(world, 'room-aoi', name, { joined_at })
      }
      const namesIn = (members: { name: string }[]) => members.map(({ name }) => name)
      const before = namesIn((await membersOf('aoi', { sort })).items)
      expect(before).toHaveLength(7)
      const join = async () => {
        for (const [name, hours] of [
          ['first', -90],
          ['newest', -1],
        ] as const) {
          await makeUser(world, name, { display_name: name === 'first' ? '' : '龠' })
          await makeMember(world, 'room-aoi', name, { joined_at: inHours(world, hours) })
        }
      }
      const seen = namesIn(await everyPage((page) => membersOf('aoi', { sort, ...page }), join))
      expect(seen.filter((name) => before.includes(name))).toEqual(before)
      expect(new Set(seen).size).toBe(seen.length)
      const back = namesIn((await membersOf('aoi', { sort })).items)
      const opposite = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
      expect(namesIn((await membersOf('aoi', { sort: opposite })).items)).toEqual(back.reverse())
    },
  )

  it('lists members by the columns of the contract only, and shows nothing of suspended ones by their place', async () => {
    const order = async (sort: string) =>
      (await membersOf('aoi', { sort })).items.map(({ name }) => name)
    await world.db
      .updateTable('user')
      .set({ display_name: 'あ' })
      .where('name', '=', 'late')
      .execute()
    await world.db
      .updateTable('user')
      .set({ display_name: 'い' })
      .where('name', '=', 'former')
      .execute()
    await world.db
      .updateTable('user')
      .set({ display_name: 'う' })
      .where('name', '=', 'fan')
      .execute()
    expect(await order('name')).toEqual(['late', 'former', 'fan'])
    expect(await order('left')).toEqual(['fan', 'late', 'former'])
    await world.db
      .updateTable('user')
      .set({ status: 'suspended' })
      .where('name', '=', 'fan')
      .execute()
    expect(await order('name')).toEqual(['fan', 'late', 'former'])
    const page = await membersOf('aoi', { sort: 'name', limit: 1 })
    expect(page.after).not.toContain('う')
    for (const query of [
      { sort: 'email' },
      { after: 'late' },
      { after: '["email","",""]' },
      { after: '["name",1,""]' },
      { after: '["name","\\u0000",""]' },
    ])
      await expect(membersOf('aoi', query)).rejects.toMatchObject({ status: 422 })
  })

  it('lists the staff with their roles', async () => {
    const staff = await world.as('aoi')(rooms.listStaff, { params: { id: 'aoi' } })
    expect(staff.map(({ name, role }) => `${name} ${role}`).sort()).toEqual([
      'door door',
      'mod moderator',
    ])
  })

  it('lists joined rooms, with news and live state', async () => {
    await makeRoom(world, 'quiet', { last_posted_at: inHours(world, -30) })
    await makeMember(world, 'room-quiet', 'fan', { joined_at: inHours(world, -20) })
    await makeRoom(world, 'gone', { state: 9 })
    await makeMember(world, 'room-gone', 'fan')
    await makeEvent(world, 'room-aoi', { publishment_flg: 1 })
    await world.db
      .updateTable('room')
      .set({ last_posted_at: inHours(world, 1) })
      .where('id', '=', 'room-aoi')
      .execute()
    for (const [id, hours] of [
      ['before', -4],
      ['new', 1],
      ['newer', 2],
    ] as const)
      await makeThread(world, 'room-aoi', 'aoi', { id, created_at: inHours(world, hours) })
    for (const [id, hours] of [
      ['late', 50],
      ['next', 5],
      ['past', -5],
      ['draft', 1],
    ] as const)
      await makeEvent(world, 'room-aoi', {
        ...{ id, title: id, start_at: inHours(world, hours), end_at: inHours(world, hours + 1) },
        status: id === 'draft' ? 'draft' : 'published',
      })
    const { items } = await world.as('fan')(rooms.listSubscribed, {})
    expect(items).toMatchObject([
      {
        id: 'aoi',
        unread: true,
        new_threads: 2,
        next_event: { id: 'next', title: 'next', start: inHours(world, 5) },
        on_air: true,
        subscription: { status: 'active', cancel_at_period_end: false },
      },
      { id: 'quiet', unread: false, new_threads: 0, next_event: null, on_air: false },
    ])
    expect((await world.as('former')(rooms.listSubscribed, {})).items).toEqual([])
    await expect(world.as(null)(rooms.listSubscribed, {})).rejects.toMatchObject({ status: 401 })
  })
})
