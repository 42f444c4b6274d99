import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { FEEDBACK_MAX } from '#contract/limits.ts'
import { inHours, makeFollow, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'

describe.each(databaseNames)('accounts on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await openWorld(database)
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

  it('refuses a visitor what is one’s own', async () => {
    await expect(me(null)).rejects.toMatchObject({ status: 401 })
    const body = { category: 'other' as const, text: 'やあ' }
    await expect(world.as(null)(account.sendFeedback, { body })).rejects.toMatchObject({
      status: 401,
    })
    await expect(
      world.as(null)(account.setNotification, { body: all(true) }),
    ).rejects.toMatchObject({ status: 401 })
  })

  it('shows one oneself', async () => {
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

  it('keeps what notifications one wants', async () => {
    for (const on of [false, true, false]) {
      expect(await world.as('fan')(account.setNotification, { body: all(on) })).toEqual(all(on))
      expect((await me('fan')).notification).toEqual(all(on))
    }
  })

  it('takes feedback, and refuses what is empty or too long', async () => {
    const send = (text: string) =>
      world.as('fan')(account.sendFeedback, { body: { category: 'opinion', text } })
    await expect(send('  ')).rejects.toMatchObject({ status: 422 })
    await expect(send('あ'.repeat(FEEDBACK_MAX + 1))).rejects.toMatchObject({ status: 422 })
    const { id } = await send('灯りがきれいです')
    const kept = await world.db.selectFrom('feedback').selectAll().execute()
    expect(kept).toMatchObject([
      { id, user_id: 'fan', category: 'opinion', text: '灯りがきれいです' },
    ])
  })

  it('shows a public page without what is private', async () => {
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

  it('finds a page by a former name, and none of one who is suspended or gone', async () => {
    await world.add('name_history', { name: 'old', user_id: 'fan', changed_at: inHours(world, 0) })
    expect(await profile(null, 'old')).toMatchObject({ name: 'fan' })
    await makeUser(world, 'bad', { status: 'suspended' })
    await makeUser(world, 'left', { status: 'deleted' })
    for (const name of ['bad', 'left', 'nobody'])
      await expect(profile(null, name)).rejects.toMatchObject({ status: 404 })
  })

  it('keeps a suspended room off its owner’s page', async () => {
    await world.db.updateTable('room').set({ state: 9 }).execute()
    expect(await profile(null, 'aoi')).toMatchObject({ room: null })
    expect(await profile('aoi', 'aoi')).toMatchObject({ room: { id: 'aoi' } })
  })
})
