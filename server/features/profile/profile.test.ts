import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profile } from '#contract/profile/calls.ts'
import { inHours, makeFollow, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('following on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    for (const name of ['aoi', 'fan', 'other']) await makeUser(world, name)
    await makeUser(world, 'bad', { status: 'suspended' })
  })
  afterEach(() => world.close())

  const follow = (user: string | null, name = 'aoi') =>
    world.as(user)(profile.follow, { params: { name } })
  const unfollow = (user: string | null, name = 'aoi') =>
    world.as(user)(profile.unfollow, { params: { name } })
  const counts = (id: string) =>
    world.db
      .selectFrom('user')
      .select(['followers', 'following'])
      .where('id', '=', id)
      .executeTakeFirst()

  it.each([
    { who: 'a visitor', user: null, name: 'aoi', status: 401 },
    { who: 'anyone who follows nobody we know', user: 'fan', name: 'nobody', status: 404 },
    { who: 'anyone who follows one suspended', user: 'fan', name: 'bad', status: 404 },
    { who: 'one who follows themself', user: 'aoi', name: 'aoi', status: 403 },
  ])('refuses $who with $status and changes no count', async ({ user, name, status }) => {
    await expect(follow(user, name)).rejects.toMatchObject({ status })
    await expect(unfollow(user, name)).rejects.toMatchObject({ status })
    expect(await counts('aoi')).toEqual({ followers: 0, following: 0 })
  })

  it('counts on both sides once, however often requested', async () => {
    expect(await follow('fan')).toEqual({ followers: 1, followed: true })
    expect(await follow('fan')).toEqual({ followers: 1, followed: true })
    expect(await counts('fan')).toEqual({ followers: 0, following: 1 })
    expect(await unfollow('fan')).toEqual({ followers: 0, followed: false })
    expect(await unfollow('fan')).toEqual({ followers: 0, followed: false })
    expect(await counts('fan')).toEqual({ followers: 0, following: 0 })
  })

  it('keeps counts correct when two people follow each other concurrently', async () => {
    await Promise.all(
      Array.from({ length: 6 }, (_, n) => [
        n % 2 ? follow('fan', 'aoi') : unfollow('fan', 'aoi'),
        n % 2 ? follow('aoi', 'fan') : unfollow('aoi', 'fan'),
      ]).flat(),
    )
    const rows = await world.db.selectFrom('follow').selectAll().execute()
    for (const id of ['aoi', 'fan'])
      expect(await counts(id)).toEqual({
        followers: rows.filter(({ followee_id }) => followee_id === id).length,
        following: rows.filter(({ follower_id }) => follower_id === id).length,
      })
  })

  it('lists both directions, newest first, and whom the viewer follows', async () => {
    await makeFollow(world, 'fan', 'aoi', inHours(world, -2))
    await makeFollow(world, 'other', 'aoi', inHours(world, -1))
    await makeFollow(world, 'bad', 'aoi')
    await makeFollow(world, 'fan', 'other')
    const params = { name: 'aoi' }
    const followers = await world.as('fan')(profile.listFollowers, { params })
    expect(followers.items).toMatchObject([
      { name: 'other', followed: true },
      { name: 'fan', followed: false },
    ])
    const following = await world.as(null)(profile.listFollowing, { params: { name: 'fan' } })
    expect(following.items.map(({ name }) => name)).toEqual(['other', 'aoi'])
    const second = await world.as(null)(profile.listFollowers, {
      params,
      query: { limit: 1, offset: 1 },
    })
    expect(second).toMatchObject({ items: [{ name: 'fan' }], next: null })
    await expect(
      world.as(null)(profile.listFollowers, { params: { name: 'nobody' } }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe.each(apiDatabaseNames)('people, on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
  })
  afterEach(() => world.close())

  const found = async (search: string, window = {}) => {
    const list = await world.as(null)(profile.searchPeople, { query: { search, ...window } })
    return list.items.map(({ name }) => name)
  }

  it('are found by a part of the name or the handle, the newest first, without suspended ones', async () => {
    await makeUser(world, 'haruka', { display_name: '遥' })
    await makeUser(world, 'sora', { display_name: 'はるさめ' })
    await makeUser(world, 'gone', { display_name: 'はるか', status: 'suspended' })
    await makeUser(world, 'mio', { display_name: '小春' })
    expect(await found('はる')).toEqual(['sora'])
    expect(await found('haru')).toEqual(['haruka'])
    expect(await found('@haruka')).toEqual(['haruka'])
    expect(await found('春')).toEqual(['mio'])
    expect(await found('room.test')).toEqual([])
  })

  it('are not listed without words', async () => {
    await makeUser(world, 'haruka')
    for (const search of ['', ' '])
      await expect(found(search)).rejects.toMatchObject({ status: 422 })
  })
})
