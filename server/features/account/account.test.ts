import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { FEEDBACK_MAX } from '#contract/account/limits.ts'
import { BIRTHDAY_OF_MINOR, BIRTHDAY_WRONG, GUARDIAN_NEEDED } from '#contract/auth/messages.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { ADULT_AGE, FACE_SIDE } from '#contract/shared/limits.ts'
import { isPending } from '#server/ports/media.ts'
import { formOf } from '#server/testing/form.ts'
import { inHours, makeFollow, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('accounts on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '夜ふかし喫茶室', amount: 980 })
    await makeUser(world, 'fan', { icon_path: 'public/i.png', icon_small_path: 'public/s.png' })
  })
  afterEach(() => world.close())

  const me = (user: string | null) => world.as(user)(account.getMe, {})
  const profile = (user: string | null, name: string) =>
    world.as(user)(account.getProfile, { params: { name } })
  const all = (on: boolean) => ({
    event_reminder: on,
    room_news: on,
    message: on,
    payment: on,
    ticket: on,
    marketing: on,
    quiet_hours: on,
  })

  it('refuses private data to a visitor', async () => {
    await expect(me(null)).rejects.toMatchObject({ status: 401 })
    const body = { category: 'other' as const, text: 'やあ' }
    await expect(world.as(null)(account.sendFeedback, { body })).rejects.toMatchObject({
      status: 401,
    })
    await expect(
      world.as(null)(account.setNotification, { body: all(true) }),
    ).rejects.toMatchObject({ status: 401 })
  })

  it('shows the viewer’s own account', async () => {
    await world.add('customer', { user_id: 'fan', customer_ref: 'cus_1' })
    const card = {
      user_id: 'fan',
      brand: 'visa',
      exp_month: 1,
      exp_year: 2030,
      created_at: inHours(world, 0),
    }
    await world.add('saved_card', { ...card, id: 'c1', method_ref: 'pm_1', last4: '4242', main: 1 })
    await world.add('saved_card', { ...card, id: 'c2', method_ref: 'pm_2', last4: '4444', main: 0 })
    expect(await me('fan')).toMatchObject({
      name: 'fan',
      email: 'fan@room.test',
      has_customer_id: true,
      mainCard: { brand: 'visa', last4: '4242' },
      my_room: null,
      icon_image_path: '/media/public/i.png',
      birthY: 1990,
      gender: 9,
      role: 'member',
      notification: { message: true, marketing: false },
    })
    expect(await me('aoi')).toMatchObject({
      my_room: { id: 'aoi' },
      mainCard: null,
      has_customer_id: false,
    })
  })

  it('saves notification settings', async () => {
    for (const on of [false, true, false]) {
      expect(await world.as('fan')(account.setNotification, { body: all(on) })).toEqual(all(on))
      expect((await me('fan')).notification).toEqual(all(on))
    }
  })

  it('accepts feedback, except empty or too long', async () => {
    const send = (text: string) =>
      world.as('fan')(account.sendFeedback, { body: { category: 'opinion', text } })
    await expect(send('  ')).rejects.toMatchObject({ status: 422 })
    await expect(send('あ'.repeat(FEEDBACK_MAX + 1))).rejects.toMatchObject({ status: 422 })
    const { id } = await send('灯りがきれいです')
    const rows = await world.db.selectFrom('feedback').selectAll().execute()
    expect(rows).toMatchObject([
      { id, user_id: 'fan', category: 'opinion', text: '灯りがきれいです' },
    ])
  })

  it('shows a public page without private data', async () => {
    const link = { user_id: 'aoi', url: 'https://example.com' }
    await world.add('profile_link', { ...link, id: 'l1', title: 'あと', position: 2 })
    await world.add('profile_link', { ...link, id: 'l2', title: 'さき', position: 1 })
    await makeFollow(world, 'fan', 'aoi')
    const seen = await profile('fan', 'aoi')
    expect(seen).toMatchObject({
      name: 'aoi',
      followers: 1,
      following: 0,
      followed: true,
      links: [{ title: 'さき' }, { title: 'あと' }],
      room: { id: 'aoi', title: '夜ふかし喫茶室', amount: 980, subscribers: 0 },
    })
    expect(JSON.stringify(seen)).not.toMatch(/@|birth|1990/)
    expect(await profile(null, 'aoi')).toMatchObject({ followed: false })
    expect(await profile(null, 'fan')).toMatchObject({ room: null })
  })

  it('finds a page by a former handle, but not of a suspended or deleted user', async () => {
    await world.add('name_history', {
      name: 'old',
      skeleton: 'old',
      user_id: 'fan',
      changed_at: inHours(world, 0),
    })
    expect(await profile(null, 'old')).toMatchObject({ name: 'fan' })
    await makeUser(world, 'bad', { status: 'suspended' })
    await makeUser(world, 'left', { status: 'deleted' })
    for (const name of ['bad', 'left', 'nobody'])
      await expect(profile(null, name)).rejects.toMatchObject({ status: 404 })
  })

  it('hides a suspended room on its owner’s page', async () => {
    await world.db.updateTable('room').set({ state: 9 }).execute()
    expect(await profile(null, 'aoi')).toMatchObject({ room: null })
    expect(await profile('aoi', 'aoi')).toMatchObject({ room: { id: 'aoi' } })
  })

  describe('editing of a profile', () => {
    const write = (fields: Parameters<typeof formOf>[0], user: string | null = 'fan') =>
      world.as(user)(account.changeProfile, { body: formOf(fields) })
    const icon = async (background: string) => {
      const side = { width: 900, height: 900, channels: 3 as const, background }
      return new File([new Uint8Array(await sharp({ create: side }).png().toBuffer())], 'i.png')
    }

    it('changes the given fields, publicly and in search, and keeps the others', async () => {
      await expect(write({ about: 'い' }, null)).rejects.toMatchObject({ status: 401 })
      const links = JSON.stringify([{ title: 'ブログ', url: 'https://example.com/blog' }])
      await write({ display_name: ' 夜の子 ', links }, 'aoi')
      await write({ about: 'こんばんは\r\nどうぞ' }, 'aoi')
      expect(await profile(null, 'aoi')).toMatchObject({
        display_name: '夜の子',
        about: 'こんばんは\nどうぞ',
        links: [{ title: 'ブログ', url: 'https://example.com/blog' }],
      })
      const { items } = await world.as(null)(rooms.listRooms, { query: { search: '夜の子' } })
      expect(items).toMatchObject([{ id: 'aoi', owner: { display_name: '夜の子' } }])
      expect((await write({ about: '', links: '[]' }, 'aoi')).links).toEqual([])
      expect((await profile(null, 'aoi')).about).toBe('')
    })

    it('processes an icon in two sizes and deletes the former one', async () => {
      const read = (url: string | null) => world.deps.media.read(url!.replace('/media/', ''))
      const reads = vi.spyOn(world.deps.media, 'read')
      onTestFinished(() => reads.mockRestore())
      const first = await write({ icon: await icon('#B9482F') })
      const uploaded = reads.mock.calls.filter(([path]) => isPending(path))
      expect(uploaded, 'the upload is decoded once').toHaveLength(1)
      const widths = await Promise.all(
        [first.icon_image_path, first.icon_image_small_path].map(
          async (url) => (await sharp((await read(url))!).metadata()).width,
        ),
      )
      expect(widths).toEqual([FACE_SIDE.full, FACE_SIDE.small])
      expect((await write({ icon: '' })).icon_image_path).toBeNull()
      for (const formerPath of [first.icon_image_path, first.icon_image_small_path])
        expect(await read(formerPath)).toBeNull()
      const broken = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'i.png')
      await expect(write({ icon: broken })).rejects.toMatchObject({
        errors: { icon: [expect.stringContaining('画像')] },
      })
    })

    it('accepts only valid birthdays of an allowed age', async () => {
      await write({ birthY: 1990, birthM: 2, birthD: 28, gender: 9 })
      expect(await me('fan')).toMatchObject({ birthY: 1990, birthM: 2, birthD: 28, gender: 9 })
      await expect(write({ birthD: 30 })).rejects.toMatchObject({
        errors: { birthY: [BIRTHDAY_WRONG] },
      })
      const young = { birthY: Number(inHours(world, 0).slice(0, 4)) - ADULT_AGE + 1 }
      await expect(write(young)).rejects.toMatchObject({ errors: { birthY: [BIRTHDAY_OF_MINOR] } })
      await world.db
        .updateTable('user')
        .set({ guardian_consent_at: inHours(world, -1) })
        .where('id', '=', 'fan')
        .execute()
      expect(await write(young)).toMatchObject(young)
    })

    it('takes the first birthday of a person who was not asked at sign-up, of a minor with consent', async () => {
      const unasked = { birth_y: 0, birth_m: 0, birth_d: 0 }
      await world.db.updateTable('user').set(unasked).where('id', '=', 'fan').execute()
      expect(await write({ display_name: '楓' })).toMatchObject({ display_name: '楓', birthY: 0 })
      await expect(write({ birthY: 1990 })).rejects.toMatchObject({
        errors: { birthY: [BIRTHDAY_WRONG] },
      })
      const year = Number(inHours(world, 0).slice(0, 4)) - ADULT_AGE + 1
      const young = { birthY: year, birthM: 4, birthD: 12 }
      await expect(write(young)).rejects.toMatchObject({
        errors: { guardian_consent: [GUARDIAN_NEEDED] },
      })
      expect(await write({ ...young, guardian_consent: 1 })).toMatchObject(young)
      const { guardian_consent_at } = await world.db
        .selectFrom('user')
        .select('guardian_consent_at')
        .where('id', '=', 'fan')
        .executeTakeFirstOrThrow()
      expect(guardian_consent_at).toBe(inHours(world, 0))
    })

    it('ignores fields that are not part of a profile (67)', async () => {
      const before = await me('fan')
      await write({
        official_flg: 1,
        name: 'admin2',
        role: 'operator',
        email: 'x@example.com',
        id: 'aoi',
      })
      expect(await me('fan')).toEqual(before)
    })
  })
})
