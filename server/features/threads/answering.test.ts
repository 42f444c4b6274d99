import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMMENT_POSTS } from '#contract/limits.ts'
import { posting } from '#contract/posting.ts'
import { COMMENT_MAX } from '#contract/posting-limits.ts'
import { threads } from '#contract/threads.ts'
import {
  makeComment,
  makeMember,
  makeRoom,
  makeStaff,
  makeThread,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('answering threads on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld(database)
    await makeRoom(world, 'aoi')
    await makeRoom(world, 'other')
    for (const name of ['fan', 'second', 'former', 'stranger', 'mod', 'door'])
      await makeUser(world, name)
    for (const name of ['fan', 'second']) await makeMember(world, 'room-aoi', name)
    await makeMember(world, 'room-aoi', 'former', { status: 'left' })
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeStaff(world, 'room-aoi', 'door', 'door')
    await makeThread(world, 'room-aoi', 'aoi', { id: 'night' })
  })
  afterEach(() => world.close())

  const params = { roomid: 'aoi', threadid: 'night' }
  type Said = { text: string; parent_id?: string; client_id?: string }
  const say = (who: string | null, said: Said | string, at = params) =>
    world.as(who)(posting.postComment, {
      params: at,
      body: typeof said === 'string' ? { text: said } : said,
    })
  const remove = (who: string, commentid: string) =>
    world.as(who)(posting.deleteComment, { params: { ...params, commentid } })
  const react = (who: string | null, on = true, at = params) =>
    world.as(who)(on ? posting.react : posting.unreact, { params: at })
  const counts = async () => {
    const { comments, reactions } = await world.as('aoi')(threads.getThread, { params })
    return { comments, reactions }
  }

  it.each([
    { who: 'a visitor', user: null, status: 401 },
    { who: 'a stranger', user: 'stranger', status: 403 },
    { who: 'one who left', user: 'former', status: 403 },
    { who: 'the one at the door', user: 'door', status: 403 },
  ])('takes neither comment nor reaction from $who', async ({ user, status }) => {
    await expect(say(user, 'あ')).rejects.toMatchObject({ status })
    await expect(react(user)).rejects.toMatchObject({ status })
    await expect(react(user, false)).rejects.toMatchObject({ status })
    expect(await counts()).toEqual({ comments: 0, reactions: 0 })
  })

  it('takes comments, and answers one level deep', async () => {
    const first = await say('fan', 'はじめまして')
    expect(first).toMatchObject({ parent_id: null, can: { delete: true, reply: true } })
    const answer = await say('aoi', { text: 'ようこそ', parent_id: first.id })
    expect(answer).toMatchObject({ parent_id: first.id, can: { reply: false } })
    await expect(say('fan', { text: 'x', parent_id: answer.id })).rejects.toMatchObject({
      status: 409,
    })
    await expect(say('fan', { text: 'x', parent_id: 'none' })).rejects.toMatchObject({
      status: 404,
    })
    expect(await counts()).toMatchObject({ comments: 2 })
  })

  it('knows a comment again that its author’s device sends twice', async () => {
    const sent = { text: '圏外から', client_id: 'c1' }
    const both = await Promise.all([say('fan', sent), say('fan', sent)])
    expect(both[0].id).toBe(both[1].id)
    expect(both[0].client_id).toBe('c1')
    expect((await say('second', sent)).id).not.toBe(both[0].id)
    expect(await counts()).toMatchObject({ comments: 2 })
    const { items } = await world.as('second')(threads.listComments, { params })
    expect(items.map(({ client_id }) => client_id)).toEqual([undefined, 'c1'])
  })

  it('fault 52: refuses a comment that shows nothing, or too much', async () => {
    for (const text of ['', '  ', '\u200b\u200b', '\u202e', 'あ'.repeat(COMMENT_MAX + 1)])
      await expect(say('fan', text)).rejects.toMatchObject({
        status: 422,
        errors: { text: [expect.any(String)] },
      })
    expect((await say('fan', `あ${'\n'.repeat(10_000)}い`)).text).toBe('あ\n\nい')
    expect((await say('fan', '<b onclick=x>\u202e')).text).toBe('<b onclick=x>')
  })

  it('lets authors, the owner and moderators delete a comment, with its answers', async () => {
    const mine = await say('fan', 'ひとつ')
    await say('second', { text: 'こたえ', parent_id: mine.id })
    await say('mod', { text: 'こたえ', parent_id: mine.id })
    for (const who of ['second', 'stranger', 'door'])
      await expect(remove(who, mine.id)).rejects.toMatchObject({ status: 403 })
    const other = await say('second', 'べつ')
    await remove('fan', mine.id)
    expect(await counts()).toMatchObject({ comments: 1 })
    await expect(remove('fan', mine.id)).rejects.toMatchObject({ status: 404 })
    await remove('mod', other.id)
    expect(await counts()).toMatchObject({ comments: 0 })
  })

  it('counts a reaction once however often it is given or taken back, at once or not', async () => {
    await Promise.all([react('fan'), react('fan'), react('second')])
    expect(await react('fan')).toEqual({ reactions: 2, reacted: true })
    await Promise.all([react('fan', false), react('fan', false)])
    expect(await react('fan', false)).toEqual({ reactions: 1, reacted: false })
    expect(await counts()).toMatchObject({ reactions: 1 })
  })

  it('counts what twenty people say at the same time', async () => {
    const people = Array.from({ length: 20 }, (_, n) => `p${n}`)
    for (const name of people) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    const mine = await Promise.all(people.map((name) => say(name, name)))
    expect(await counts()).toMatchObject({ comments: 20 })
    await Promise.all(mine.map(({ id }, n) => remove(people[n]!, id)))
    expect(await counts()).toMatchObject({ comments: 0 })
  })

  it('knows threads and comments by their room', async () => {
    const comment = await makeComment(world, 'night', 'fan')
    await makeThread(world, 'room-other', 'other', { id: 'theirs' })
    const elsewhere = { roomid: 'other', threadid: 'night' }
    await expect(say('other', 'x', elsewhere)).rejects.toMatchObject({ status: 404 })
    await expect(react('other', true, elsewhere)).rejects.toMatchObject({ status: 404 })
    await expect(
      world.as('other')(posting.deleteComment, {
        params: { roomid: 'other', threadid: 'theirs', commentid: comment },
      }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('lets nobody comment without end', async () => {
    for (let n = 0; n < COMMENT_POSTS.max; n++) await say('fan', `${n}`)
    await expect(say('fan', 'x')).rejects.toMatchObject({ status: 429 })
    await say('second', 'ok')
  })
})
