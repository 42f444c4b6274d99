import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { threads } from '#contract/threads/calls.ts'
import { COMMENT_POSTS } from '#contract/threads/limits.ts'
import { COMMENT_MAX } from '#contract/threads/posting-limits.ts'
import { posting } from '#contract/threads/write-calls.ts'
import {
  makeComment,
  makeMember,
  makeRoom,
  makeStaff,
  makeThread,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('comments and reactions on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
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
  type CommentInput = { text: string; parent_id?: string; client_id?: string }
  const postComment = (who: string | null, input: CommentInput | string, at = params) =>
    world.as(who)(posting.postComment, {
      params: at,
      body: typeof input === 'string' ? { text: input } : input,
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
  ])('are refused from $who', async ({ user, status }) => {
    await expect(postComment(user, 'あ')).rejects.toMatchObject({ status })
    await expect(react(user)).rejects.toMatchObject({ status })
    await expect(react(user, false)).rejects.toMatchObject({ status })
    expect(await counts()).toEqual({ comments: 0, reactions: 0 })
  })

  it('accept comments and answers one level deep', async () => {
    const first = await postComment('fan', 'はじめまして')
    expect(first).toMatchObject({ parent_id: null, can: { delete: true, reply: true } })
    const answer = await postComment('aoi', { text: 'ようこそ', parent_id: first.id })
    expect(answer).toMatchObject({ parent_id: first.id, can: { reply: false } })
    await expect(postComment('fan', { text: 'x', parent_id: answer.id })).rejects.toMatchObject({
      status: 409,
    })
    await expect(postComment('fan', { text: 'x', parent_id: 'none' })).rejects.toMatchObject({
      status: 404,
    })
    expect(await counts()).toMatchObject({ comments: 2 })
  })

  it('store a comment once if its client sends it twice', async () => {
    const sent = { text: '圏外から', client_id: 'c1' }
    const both = await Promise.all([postComment('fan', sent), postComment('fan', sent)])
    expect(both[0].id).toBe(both[1].id)
    expect(both[0].client_id).toBe('c1')
    expect((await postComment('second', sent)).id).not.toBe(both[0].id)
    expect(await counts()).toMatchObject({ comments: 2 })
    const { items } = await world.as('second')(threads.listComments, { params })
    expect(items.map(({ client_id }) => client_id)).toEqual([undefined, 'c1'])
  })

  it('refuse an empty or too long comment (52)', async () => {
    for (const text of ['', '  ', '\u200b\u200b', '\u202e', 'あ'.repeat(COMMENT_MAX + 1)])
      await expect(postComment('fan', text)).rejects.toMatchObject({
        status: 422,
        errors: { text: [expect.any(String)] },
      })
    expect((await postComment('fan', `あ${'\n'.repeat(10_000)}い`)).text).toBe('あ\n\nい')
    expect((await postComment('fan', '<b onclick=x>\u202e')).text).toBe('<b onclick=x>')
  })

  it('can be deleted by author, owner and moderators, with answers', async () => {
    const comment = await postComment('fan', 'ひとつ')
    await postComment('second', { text: 'こたえ', parent_id: comment.id })
    await postComment('mod', { text: 'こたえ', parent_id: comment.id })
    for (const who of ['second', 'stranger', 'door'])
      await expect(remove(who, comment.id)).rejects.toMatchObject({ status: 403 })
    const other = await postComment('second', 'べつ')
    await remove('fan', comment.id)
    expect(await counts()).toMatchObject({ comments: 1 })
    await expect(remove('fan', comment.id)).rejects.toMatchObject({ status: 404 })
    await remove('mod', other.id)
    expect(await counts()).toMatchObject({ comments: 0 })
  })

  it('count a reaction once, for repeated and concurrent calls', async () => {
    await Promise.all([react('fan'), react('fan'), react('second')])
    expect(await react('fan')).toEqual({ reactions: 2, reacted: true })
    await Promise.all([react('fan', false), react('fan', false)])
    expect(await react('fan', false)).toEqual({ reactions: 1, reacted: false })
    expect(await counts()).toMatchObject({ reactions: 1 })
  })

  it('are counted correctly for twenty concurrent people', async () => {
    const people = Array.from({ length: 20 }, (_, n) => `p${n}`)
    for (const name of people) {
      await makeUser(world, name)
      await makeMember(world, 'room-aoi', name)
    }
    const comments = await Promise.all(people.map((name) => postComment(name, name)))
    expect(await counts()).toMatchObject({ comments: 20 })
    await Promise.all(comments.map(({ id }, n) => remove(people[n]!, id)))
    expect(await counts()).toMatchObject({ comments: 0 })
  })

  it('require thread and comment to belong to the room', async () => {
    const comment = await makeComment(world, 'night', 'fan')
    await makeThread(world, 'room-other', 'other', { id: 'theirs' })
    const otherParams = { roomid: 'other', threadid: 'night' }
    await expect(postComment('other', 'x', otherParams)).rejects.toMatchObject({ status: 404 })
    await expect(react('other', true, otherParams)).rejects.toMatchObject({ status: 404 })
    await expect(
      world.as('other')(posting.deleteComment, {
        params: { roomid: 'other', threadid: 'theirs', commentid: comment },
      }),
    ).rejects.toMatchObject({ status: 404 })
  })

  it('are rate limited', async () => {
    for (let n = 0; n < COMMENT_POSTS.max; n++) await postComment('fan', `${n}`)
    await expect(postComment('fan', 'x')).rejects.toMatchObject({ status: 429 })
    await postComment('second', 'ok')
  })
})
