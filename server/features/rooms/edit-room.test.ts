import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { PRICE_WRONG } from '#contract/orders/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { ROOM_MAX, STAFF_MAX } from '#contract/rooms/limits.ts'
import {
  ROOM_HAD_ALREADY,
  ROOM_NEEDS_SELLER,
  ROOM_TITLE_NEEDED,
  STAFF_FULL,
  STAFF_IS_OWNER,
  STAFF_UNKNOWN,
} from '#contract/rooms/messages.ts'
import { LINKS_MAX, PRICE } from '#contract/shared/limits.ts'
import { LINKS_WRONG } from '#contract/shared/messages.ts'
import { TAG_TOO_LONG, TAGS_MAX, TAGS_TOO_MANY } from '#contract/shared/tags.ts'
import { formOf } from '#server/testing/form.ts'
import {
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeStaff,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

type Fields = Parameters<typeof formOf>[0]

describe.each(apiDatabaseNames)('room edited by its owner, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室', amount: 980, about: '金曜の落語' })
    await makeRoom(world, 'mio')
    for (const name of ['fan', 'mod', 'door', 'sora']) await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'fan', { amount: 980 })
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeStaff(world, 'room-aoi', 'door', 'door')
  })
  afterEach(() => world.close())

  const create = (fields: Fields, user: string | null = 'sora') =>
    world.as(user)(rooms.createRoom, { body: formOf(fields) })
  const change = (fields: Fields, user: string | null = 'aoi', id = 'aoi') =>
    world.as(user)(rooms.changeRoom, { params: { id }, body: formOf(fields) })
  const get = (id: string, user: string | null = null) =>
    world.as(user)(rooms.getRoom, { params: { id } })
  const findBy = async (search: string) =>
    (await world.as(null)(rooms.listRooms, { query: { search } })).items.map(({ id }) => id)
  const picture = async (background: string, width = 2_000) =>
    new File(
      [
        new Uint8Array(
          await sharp({ create: { width, height: 1_000, channels: 3, background } })
            .withExif({ IFD3: { GPSLatitude: '35/1 41/1 0/1' } })
            .jpeg()
            .toBuffer(),
        ),
      ],
      'room.jpg',
      { type: 'image/jpeg' },
    )
  const links = (...urls: string[]) =>
    JSON.stringify(urls.map((url, n) => ({ title: `リンク${n + 1}`, url })))

  it.each([
    { who: 'a visitor', user: null, status: 401 },
    { who: 'a stranger', user: 'sora', status: 403 },
    { who: 'a member', user: 'fan', status: 403 },
    { who: 'a moderator', user: 'mod', status: 403 },
    { who: 'another owner', user: 'mio', status: 403 },
  ])('refuses changes by $who: $status', async ({ user, status }) => {
    const name = { name: 'fan', role: 'moderator' } as const
    await expect(change({ title: '私の' }, user)).rejects.toMatchObject({ status })
    const params = { id: 'aoi' }
    await expect(world.as(user)(rooms.addStaff, { params, body: name })).rejects.toMatchObject({
      status,
    })
    await expect(
      world.as(user)(rooms.removeStaff, { params, body: { ...name, name: 'mod' } }),
    ).rejects.toMatchObject({ status })
    expect((await get('aoi')).title).toBe('夜ふかし喫茶室')
    expect(await world.as('aoi')(rooms.listStaff, { params })).toHaveLength(2)
  })

  it('can be created by a user without one, under their handle', async () => {
    const room = await create({
      title: ' そらの部屋 ',
      about: '窓を\r\nあけて',
      room_menus: links('https://example.com/a', 'http://example.com/b?c=d'),
    })
    expect(room).toMatchObject({
      id: 'sora',
      title: 'そらの部屋',
      about: '窓を\nあけて',
      amount: 0,
      subscribers: 0,
      state: 1,
      is_owner: true,
      room_menus: [
        { title: 'リンク1', url: 'https://example.com/a' },
        { title: 'リンク2', url: 'http://example.com/b?c=d' },
      ],
    })
    expect(await get('sora', 'fan')).toMatchObject({ title: 'そらの部屋', can: { join: true } })
    expect(await findBy('そら')).toEqual(['sora'])
  })

  it('is limited to one per user, also with concurrent creations', async () => {
    const results = await Promise.allSettled([create({ title: 'あ' }), create({ title: 'い' })])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(create({ title: 'う' })).rejects.toMatchObject({
      status: 409,
      message: ROOM_HAD_ALREADY,
    })
  })

  it('can have a fee only if its owner may sell; members keep their price', async () => {
    const expectedError = { status: 409, errors: { amount: [ROOM_NEEDS_SELLER] } }
    await expect(create({ title: 'あ', amount: 500 })).rejects.toMatchObject(expectedError)
    await create({ title: 'あ' })
    await expect(change({ amount: 500 }, 'sora', 'sora')).rejects.toMatchObject(expectedError)
    await makeSeller(world, 'sora')
    await makeMember(
      world,
      (
        await world.db
          .selectFrom('room')
          .select('id')
          .where('title', '=', 'あ')
          .executeTakeFirstOrThrow()
      ).id,
      'fan',
      { amount: 0 },
    )
    expect((await change({ amount: 500 }, 'sora', 'sora')).amount).toBe(500)
    const { items } = await world.as('fan')(rooms.listSubscribed, {})
    expect(items.find(({ id }) => id === 'sora')!.subscription.amount).toBe(0)
  })

  it.each([
    { field: 'title', input: { title: ' ' }, words: ROOM_TITLE_NEEDED },
    { field: 'title', input: { title: 'あ'.repeat(ROOM_MAX.title + 1) } },
    { field: 'about', input: { about: 'あ'.repeat(ROOM_MAX.about + 1) } },
    { field: 'amount', input: { amount: PRICE.min - 1 }, words: PRICE_WRONG },
    { field: 'amount', input: { amount: '３０００' }, words: PRICE_WRONG },
    { field: 'room_menus', input: { room_menus: 'ここ' }, words: LINKS_WRONG },
    {
      field: 'room_menus',
      input: { room_menus: links(...Array(LINKS_MAX.count + 1).fill('https://example.com')) },
      words: LINKS_WRONG,
    },
    {
      field: 'room_menus',
      input: { room_menus: links('https://example.com', 'javascript:alert(1)') },
      words: '2つ目のリンクのURLは https:// から入力してください',
    },
    {
      field: 'room_menus',
      input: { room_menus: links('example') },
      words: '1つ目のリンクのURLは https:// から入力してください',
    },
    {
      field: 'room_menus',
      input: { room_menus: '[{"title":" ","url":"https://example.com"}]' },
      words: '1つ目のリンクの名前を入力してください',
    },
    {
      field: 'room_menus',
      input: { room_menus: links('https://me:secret@example.com') },
      words: '1つ目のリンクのURLに、ユーザー名やパスワードは入れられません',
    },
  ])('reports an error at $field', async ({ field, input, words }) => {
    const error: { status: number; errors: Record<string, string[]> } = await change(input).then(
      () => ({ status: 200, errors: {} }),
      (reason) => reason,
    )
    expect(error.status).toBe(422)
    expect(error.errors[field]).toEqual(words ? [words] : [expect.stringContaining('文字以内')])
    expect(await get('aoi')).toMatchObject({ title: '夜ふかし喫茶室', amount: 980, room_menus: [] })
  })

  it('changes given fields, clears emptied ones, and updates the search of its events', async () => {
    await makeEvent(world, 'room-aoi', { id: 'late', title: '夜話', publishment_flg: 0 })
    await change({ room_menus: links('https://example.com/a') })
    expect(await change({ about: '' })).toMatchObject({ about: '', title: '夜ふかし喫茶室' })
    expect((await change({ title: '朝の台所' })).room_menus).toHaveLength(1)
    expect((await change({ room_menus: '[]' })).room_menus).toEqual([])
    expect(await findBy('夜ふかし')).toEqual([])
    expect(await findBy('台所')).toEqual(['aoi'])
    const search = async (terms: string) =>
      (await world.as(null)(events.listEvents, { query: { search: terms } })).items
    expect(await search('夜ふかし')).toEqual([])
    expect(await search('朝の台所')).toMatchObject([{ id: 'late' }])
  })

  it('has one of the genres, or none', async () => {
    expect((await change({ genre: 'reading' })).genre).toBe('reading')
    expect((await change({ about: '' })).genre).toBe('reading')
    await expect(change({ genre: 'gambling' })).rejects.toMatchObject({ status: 422 })
    expect((await change({ genre: '' })).genre).toBeNull()
  })

  it('has tags, which are normalized and found in any spelling', async () => {
    const tagged = async (tag: string) =>
      (await world.as(null)(rooms.listRooms, { query: { tag } })).items.map(({ id }) => id)
    expect((await change({ tags: '#朗読　ＡＳＭＲ 朗読, asmr' })).tags).toEqual(['朗読', 'ASMR'])
    expect((await change({ about: '' })).tags).toEqual(['朗読', 'ASMR'])
    for (const tag of ['朗読', '#ａｓｍｒ']) expect(await tagged(tag)).toEqual(['aoi'])
    expect(await tagged('朗')).toEqual([])
    expect(await findBy('asmr')).toEqual(['aoi'])
    expect((await change({ tags: '夜' })).tags).toEqual(['夜'])
    expect(await tagged('朗読')).toEqual([])
    expect((await change({ tags: '' })).tags).toEqual([])
    expect(await tagged('夜')).toEqual([])
    const created = await create({ title: '音の部屋', tags: '音楽' })
    expect(await tagged('音楽')).toEqual([created.id])
  })

  it.each([
    ['as many as may be', '一 二 三 四 五', null],
    ['one more', '一 二 三 四 五 六', [TAGS_TOO_MANY]],
    ['one of the longest', 'あ'.repeat(TAGS_MAX.length), null],
    ['one that is longer', 'あ'.repeat(TAGS_MAX.length + 1), [TAG_TOO_LONG]],
  ])('takes %s of the tags', async (_, tags, refused) => {
    const errors = await change({ tags }).then(
      () => null,
      (error) => error.errors.tags,
    )
    expect(errors).toEqual(refused)
  })

  it('processes pictures without location, sets its color, and deletes former pictures', async () => {
    const shown = await change({
      header_image: await picture('#2F5D62'),
      icon_image: await picture('#B9482F', 1_000),
    })
    const readMedia = (url: string | null) => world.deps.media.read(url!.replace('/media/', ''))
    const header = await sharp((await readMedia(shown.header_image_path))!).metadata()
    expect(header).toMatchObject({ format: 'webp', width: 1_600 })
    expect(header.exif).toBeUndefined()
    expect((await sharp((await readMedia(shown.icon_image_path))!).metadata()).width).toBe(600)
    expect(shown.tint).toMatch(/^#[23][0-9A-F]5[0-9A-F]6[0-9A-F]$/)
    const again = await change({ header_image: await picture('#111111'), icon_image: '' })
    expect(again.icon_image_path).toBeNull()
    expect(await readMedia(again.header_image_path)).not.toBeNull()
    for (const formerUrl of [shown.header_image_path, shown.icon_image_path])
      expect(await readMedia(formerUrl)).toBeNull()
    const broken = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png')
    await expect(change({ title: '別', icon_image: broken })).rejects.toMatchObject({
      status: 422,
      errors: { icon_image: [expect.stringContaining('画像')] },
    })
    expect(await get('aoi')).toMatchObject({ title: '夜ふかし喫茶室' })
  })

  it('adds staff, also with both roles, and removes them', async () => {
    const params = { id: 'aoi' }
    const add = (name: string, role: 'moderator' | 'door' = 'moderator') =>
      world.as('aoi')(rooms.addStaff, { params, body: { name, role } })
    expect(await add('@Fan')).toMatchObject({ name: 'fan', role: 'moderator' })
    expect((await get('aoi', 'fan')).can).toMatchObject({ moderate: true, post: true })
    await add('fan')
    await add('fan', 'door')
    expect(await world.as('aoi')(rooms.listStaff, { params })).toHaveLength(4)
    const body = { name: 'fan', role: 'moderator' } as const
    await world.as('aoi')(rooms.removeStaff, { params, body })
    await world.as('aoi')(rooms.removeStaff, { params, body })
    expect((await get('aoi', 'fan')).can).toMatchObject({ moderate: false, read: true })
    await expect(add('nobody')).rejects.toMatchObject({ errors: { name: [STAFF_UNKNOWN] } })
    await expect(add('aoi')).rejects.toMatchObject({ errors: { name: [STAFF_IS_OWNER] } })
    for (let n = 3; n < STAFF_MAX; n++) {
      await makeUser(world, `staff${n}`)
      await makeStaff(world, 'room-aoi', `staff${n}`, 'door')
    }
    await expect(add('sora')).rejects.toMatchObject({ status: 409, message: STAFF_FULL })
  })

  it('exports members as CSV without formulas', async () => {
    await makeUser(world, 'evil', { display_name: '=HYPERLINK("http://example.com")' })
    await makeMember(world, 'room-aoi', 'evil', {
      status: 'left',
      joined_at: '2026-10-31T15:00:00.000Z',
      left_at: '2026-11-20T14:59:59.000Z',
    })
    const table = async (user: string) =>
      world.fetch('/api/application/room/aoi/member?format=csv', {
        headers: { authorization: `Bearer ${await world.tokenOf(user)}` },
      })
    expect((await table('fan')).status).toBe(403)
    const answer = await table('mod')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const text = await answer.text()
    expect(text.split('\r\n')[0]).toContain('ユーザー名,表示名,状態')
    expect(text).toContain('fan,')
    expect(text).toContain("'=HYPERLINK")
    expect(text).toContain(',退会済み,2026/11/01 00:00,2026/11/20 23:59\r\n')
  })
})
