import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { threads } from '#contract/threads/calls.ts'
import {
  inHours,
  makeComment,
  makeMember,
  makeReaction,
  makeRoom,
  makeStaff,
  makeThread,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('threads on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'former', 'stranger', 'mod', 'door']) await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'fan')
    await makeMember(world, 'room-aoi', 'former', { status: 'left' })
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeStaff(world, 'room-aoi', 'door', 'door')
    await makeThread(world, 'room-aoi', 'aoi', {
      id: 'night',
      title: '今夜のこと',
      text: 'ないしょ',
    })
    const media = {
      thread_id: 'night',
      small_path: null,
      thumbnail_path: null,
      width: 1000,
      height: 562,
      bytes: 0,
    }
    await world.add('thread_media', {
      ...media,
      id: 'm2',
      kind: 'image',
      position: 1,
      path: 'members/b.png',
    })
    await world.add('thread_media', {
      ...media,
      id: 'm1',
      kind: 'image',
      position: 0,
      path: 'members/a.png',
    })
    await world.add('thread_media', {
      ...media,
      id: 'm3',
      kind: 'audio',
      position: 0,
      path: 'members/c.wav',
    })
  })
  afterEach(() => world.close())

  const at = { roomid: 'aoi', threadid: 'night' }
  const get = (user: string | null, params = at) => world.as(user)(threads.getThread, { params })
  const list = (user: string | null, query = {}) =>
    world.as(user)(threads.listThreads, { params: { roomid: 'aoi' }, query })
  const comments = (user: string | null, query = {}) =>
    world.as(user)(threads.listComments, { params: at, query })

  it('shows others the beginning of a previewed thread, at most half of it, and what follows', async () => {
    const preview = async (row: { text: string; is_previewed: 0 | 1 }) => {
      await world.db.updateTable('thread').set(row).where('id', '=', 'night').execute()
      const shown = await get(null)
      expect((await list('stranger')).items[0]).toEqual(await get('stranger'))
      expect(shown).not.toHaveProperty('text')
      expect(shown).not.toHaveProperty('images')
      return shown.preview
    }
    const files = { images: 2, has_audio: true, has_video: false }
    expect(await preview({ text: 'ないしょ', is_previewed: 0 })).toBeUndefined()
    expect(await preview({ text: 'ないしょ', is_previewed: 1 })).toEqual({
      ...{ text: 'ない', characters: 2 },
      ...files,
    })
    expect(await preview({ text: 'あ'.repeat(500), is_previewed: 1 })).toEqual({
      ...{ text: 'あ'.repeat(60), characters: 440 },
      ...files,
    })
    expect(await get('fan')).not.toHaveProperty('preview')
  })

  it('counts the threads of a room for those who may not read them', async () => {
    expect((await list(null)).total).toBe(1)
    expect((await list('fan')).total).toBeNull()
  })

  it.each([
    { who: 'a visitor', user: null },
    { who: 'a stranger', user: 'stranger' },
    { who: 'one who left', user: 'former' },
    { who: 'the one at the door', user: 'door' },
  ])('shows $who that a thread exists, without its content', async ({ user }) => {
    const expected = {
      title: '今夜のこと',
      locked: true,
      member: { name: 'aoi' },
      can: { edit: false, delete: false, pin: false, comment: false, react: false },
    }
    const [listed] = (await list(user)).items
    for (const seen of [await get(user), listed]) {
      expect(seen).toMatchObject(expected)
      for (const inside of ['text', 'images', 'audio_path', 'video_path', 'video_thumbnail_path'])
        expect(seen).not.toHaveProperty(inside)
      expect(JSON.stringify(seen)).not.toMatch(/ないしょ|members/)
    }
  })

  it.each([
    { who: 'a visitor', user: null, status: 401 },
    { who: 'a stranger', user: 'stranger', status: 403 },
    { who: 'one who left', user: 'former', status: 403 },
    { who: 'the one at the door', user: 'door', status: 403 },
  ])('refuses comments to $who with $status', async ({ user, status }) => {
    await expect(comments(user)).rejects.toMatchObject({ status })
  })

  it.each([
    { who: 'a member', user: 'fan', can: { edit: false, delete: false, pin: false } },
    { who: 'a moderator', user: 'mod', can: { edit: false, delete: true, pin: true } },
    { who: 'its author', user: 'aoi', can: { edit: true, delete: true, pin: true } },
  ])('shows a thread to $who with signed image URLs', async ({ user, can }) => {
    const thread = await get(user)
    expect(thread).toMatchObject({
      text: 'ないしょ',
      locked: false,
      can: { ...can, comment: true, react: true },
    })
    expect(thread.images!.map(({ path }) => path.split('?')[0])).toEqual([
      '/media/members/a.png',
      '/media/members/b.png',
    ])
    for (const path of [thread.images![0]!.path, thread.audio_path!])
      expect(path).toMatch(/\?expires=\d+&signature=[\w-]{43}$/)
    expect(thread.video_path).toBeNull()
  })

  it('require the thread’s own room, in a visible state', async () => {
    await makeRoom(world, 'other')
    await makeRoom(world, 'gone', { state: 9 })
    await makeThread(world, 'room-gone', 'gone', { id: 'bad' })
    await expect(get('fan', { ...at, roomid: 'other' })).rejects.toMatchObject({ status: 404 })
    await expect(get('fan', { ...at, threadid: 'none' })).rejects.toMatchObject({ status: 404 })
    await expect(get('fan', { roomid: 'gone', threadid: 'bad' })).rejects.toMatchObject({
      status: 404,
    })
    expect(await get('gone', { roomid: 'gone', threadid: 'bad' })).toMatchObject({ locked: false })
  })

  it('lists pinned ones first, then newest first, across pages', async () => {
    await makeThread(world, 'room-aoi', 'aoi', {
      id: 'rules',
      pinned: 1,
      created_at: inHours(world, -90),
    })
    await makeThread(world, 'room-aoi', 'mod', { id: 'fresh', created_at: inHours(world, 1) })
    const all = (await list('fan')).items.map(({ id }) => id)
    expect(all).toEqual(['rules', 'fresh', 'night'])
    const second = await list('fan', { limit: 2, offset: 2 })
    expect(second).toMatchObject({ items: [{ id: 'night' }], next: null })
  })

  it('counts reactions and comments, and marks the viewer’s own', async () => {
    await makeReaction(world, 'night', 'fan')
    await makeComment(world, 'night', 'fan')
    expect(await get('fan')).toMatchObject({ reactions: 1, comments: 1, reacted: true })
    expect(await get(null)).toMatchObject({ reactions: 1, comments: 1, reacted: false })
  })

  it('lists comments oldest first, with the reader’s rights', async () => {
    await makeComment(world, 'night', 'mod', { id: 'second', created_at: inHours(world, 2) })
    await makeComment(world, 'night', 'fan', { id: 'first', created_at: inHours(world, 1) })
    await makeComment(world, 'night', 'aoi', {
      id: 'reply',
      parent_id: 'first',
      created_at: inHours(world, 3),
    })
    const list = await comments('fan')
    expect(list).toMatchObject({
      total: 3,
      items: [
        { id: 'first', can: { delete: true, reply: true } },
        { id: 'second', can: { delete: false, reply: true } },
        { id: 'reply', parent_id: 'first', can: { delete: false, reply: false } },
      ],
    })
    expect((await comments('mod')).items.every(({ can }) => can.delete)).toBe(true)
    expect((await comments('fan', { limit: 1, offset: 1 })).items).toMatchObject([{ id: 'second' }])
  })
})
