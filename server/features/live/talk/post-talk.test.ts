import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { toCursor } from '#contract/lib/cursor.ts'
import { live } from '#contract/live/calls.ts'
import { TALK_MAX_CHARS, TALK_POSTS } from '#contract/live/limits.ts'
import { TALK_NG_WORD, talkSlow, talkTooFast, WATCHING_BANNED } from '#contract/live/messages.ts'
import { TALK_NOT_YET, TALK_OFF, TALK_OVER } from '#contract/live/post-blocked.ts'
import { tooLong } from '#contract/shared/messages.ts'
import type { Schema } from '#server/db/schema.ts'
import {
  makeEvent,
  makeMember,
  makeRoom,
  makeStaff,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { stored } from '../testing/talk-site.ts'

const FAMILY = '👨‍👩‍👧‍👦'

describe.each(apiDatabaseNames)('posting to talk on %s', (database) => {
  let world: World
  const params = { id: 'live' }

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'other', 'member', 'mod']) await makeUser(world, name)
    for (const name of ['fan', 'other', 'member']) await makeMember(world, 'room-aoi', name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    for (const name of ['fan', 'other']) await makeTicket(world, 'live', name)
  })
  afterEach(() => world.close())

  const postTalk = (user: string | null, message: string, client_id?: string, id = 'live') =>
    world.as(user)(live.postTalk, { params: { id }, body: { message, client_id } })
  const read = (user = 'other', query = {}) => world.as(user)(live.listTalk, { params, query })
  const refuse = (status: number, message?: string) =>
    expect.objectContaining({ status, ...(message && { message }) })
  const setEvent = (row: Partial<Schema['event']>) =>
    world.db.updateTable('event').set(row).where('id', '=', 'live').execute()
  const post = async (user: string, body: unknown) =>
    world.fetch('/api/application/live/live/talk', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await world.tokenOf(user)}`,
        'content-type': 'application/json',
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const fieldErrors = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { errors: Record<string, string[]> }).errors,
  ]

  it('stores and numbers a message, and shows it to others at once', async () => {
    expect(await read()).toEqual([])
    const first = await postTalk('fan', 'こんばんは')
    const second = await postTalk('aoi', 'ようこそ')
    expect([first.id, second.id]).toEqual([toCursor(1), toCursor(2)])
    expect(first).toMatchObject({ message: 'こんばんは', is_owner: false, member: { name: 'fan' } })
    expect(second).toMatchObject({ is_owner: true })
    expect(await read()).toEqual([first, second])
    expect(await read('other', { after: first.id })).toEqual([second])
  })

  it.each([
    { who: 'a visitor', user: null, id: 'live', status: 401 },
    { who: 'a member without a ticket', user: 'member', id: 'live', status: 403 },
    { who: 'anyone, at an event that is not there', user: 'fan', id: 'gone', status: 404 },
  ])('refuses $who with $status (55)', async ({ user, id, status }) => {
    await expect(postTalk(user, 'あ', undefined, id)).rejects.toEqual(refuse(status))
    expect(await stored(world)).toEqual([])
  })

  it('refuses a holder of another event’s ticket, whichever id is used (55)', async () => {
    await makeEvent(world, 'room-aoi', { id: 'second', publishment_flg: 1 })
    await makeTicket(world, 'second', 'member')
    await postTalk('member', 'ここなら', undefined, 'second')
    await expect(postTalk('member', 'あ')).rejects.toEqual(refuse(403))
    await expect(postTalk('fan', 'あ', undefined, 'second')).rejects.toEqual(refuse(403))
  })

  it.each<{ what: string; row: Partial<Schema['event']>; word: string }>([
    { what: 'talk is off', row: { live_talk: 0 }, word: TALK_OFF },
    { what: 'the stream has not begun', row: { publishment_flg: 0 }, word: TALK_NOT_YET },
    { what: 'all is over', row: { publishment_flg: 3 }, word: TALK_OVER },
  ])(
    '55: says in words that $what, and lets nobody speak, the owner neither',
    async ({ row, word }) => {
      await setEvent(row)
      for (const user of ['fan', 'aoi', 'mod'])
        await expect(postTalk(user, 'あ')).rejects.toEqual(refuse(403, word))
      expect(await stored(world)).toEqual([])
    },
  )

  it('is possible after the stream while talk is open', async () => {
    await setEvent({ publishment_flg: 2 })
    expect(await postTalk('fan', 'おつかれさま')).toMatchObject({ message: 'おつかれさま' })
  })

  it.each([
    { what: '200 characters outside the BMP', text: '𠮷'.repeat(TALK_MAX_CHARS) },
    { what: '90 families, 990 units', text: FAMILY.repeat(90) },
    { what: '200 が in two parts', text: 'か\u3099'.repeat(TALK_MAX_CHARS) },
  ])('accepts $what unchanged (51)', async ({ text }) => {
    expect((await postTalk('fan', text)).message).toBe(text)
  })

  it.each([
    { what: '201 characters', text: '𠮷'.repeat(TALK_MAX_CHARS + 1) },
    { what: '91 families, 1,001 units', text: FAMILY.repeat(91) },
    { what: 'a book', text: 'あ'.repeat(30_000) },
  ])('refuses $what in Japanese, naming the field (51)', async ({ text }) => {
    const answer = await post('fan', { message: text })
    expect(await fieldErrors(answer)).toEqual([422, { message: [tooLong('メッセージ', 200)] }])
  })

  it('refuses half a surrogate pair, naming the field (51)', async () => {
    const answer = await post('fan', '{"message":"a\\ud83d"}')
    expect(await fieldErrors(answer)).toEqual([
      422,
      { message: ['メッセージの形式が正しくありません'] },
    ])
  })

  it.each([
    { what: 'nothing', text: '' },
    { what: 'blanks', text: '  　' },
    { what: 'a blank without width', text: '\u200b' },
    { what: '10,000 line feeds', text: '\n'.repeat(10_000) },
    { what: 'a mark that turns the line round', text: '\u202e' },
    { what: 'accents without a letter', text: '\u0301\u0301' },
  ])('refuses $what as empty (52)', async ({ text }) => {
    const answer = await post('fan', { message: text })
    expect(await fieldErrors(answer)).toEqual([422, { message: ['メッセージを入力してください'] }])
  })

  it('stores stacked, reversed or stretched characters in a contained form (52)', async () => {
    const posted = await postTalk('fan', `a${'\u0301'.repeat(80)}\u202e${'\n'.repeat(500)}b`)
    expect(posted.message).toBe(`a${'\u0301'.repeat(4)}\n\nb`)
  })

  it('stores markup as text (53)', async () => {
    const text = '<img src=x onerror=alert(1)><script>alert(2)</script>&amp;'
    expect((await postTalk('fan', text)).message).toBe(text)
    expect((await read())[0]!.message).toBe(text)
  })

  it('stores a message once when sent twice, in sequence or concurrently (54)', async () => {
    const first = await post('fan', { message: 'い', client_id: 'c1' })
    const again = await post('fan', { message: 'い', client_id: 'c1' })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(await again.json()).toEqual(await first.json())
    const both = await Promise.all(
      Array.from({ length: 5 }, () => post('other', { message: 'ろ', client_id: 'c1' })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
    const ids = await Promise.all(
      both.map(async (one) => ((await one.json()) as { id: string }).id),
    )
    expect(new Set(ids).size).toBe(1)
    expect((await stored(world)).map(({ message }) => message)).toEqual(['い', 'ろ'])
  })

  it('returns the same message to a retry, also after five more and after its deletion (54)', async () => {
    const posted = await postTalk('fan', 'い', 'c1')
    for (let n = 0; n < TALK_POSTS.max - 1; n++) await postTalk('fan', `${n}`)
    expect(await postTalk('fan', 'い', 'c1')).toEqual(posted)
    await world.as('fan')(live.deleteTalk, { params: { ...params, message_id: posted.id } })
    expect(await postTalk('fan', 'い', 'c1')).toEqual({ ...posted, message: '' })
  })

  it('numbers concurrent messages without gaps or duplicates, in the same order for all', async () => {
    world.close()
    world = await createWorld(database, { RATE_LIMITS: 'off' })
    await makeRoom(world, 'aoi')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1, capacity: 100 })
    const people = Array.from({ length: 8 }, (_, n) => `fan${n}`)
    for (const name of people) {
      await makeUser(world, name)
      await makeTicket(world, 'live', name)
    }
    const posted = await Promise.all(
      people.flatMap((name) => Array.from({ length: 5 }, (_, n) => postTalk(name, `${name} ${n}`))),
    )
    expect(posted.map(({ id }) => id).sort()).toEqual(
      Array.from({ length: 40 }, (_, n) => toCursor(n + 1)),
    )
    const rows = await stored(world)
    for (const { id, message } of posted)
      expect(rows.find(({ seq }) => toCursor(seq) === id)!.message).toBe(message)
  })

  it('allows one person five messages in ten seconds, then returns the waiting time (56)', async () => {
    const answers = []
    for (let n = 0; n < 50; n++) answers.push(await post('fan', { message: `${n}` }))
    expect(answers.map(({ status }) => status)).toEqual([
      ...Array.from({ length: TALK_POSTS.max }, () => 201),
      ...Array.from({ length: 45 }, () => 429),
    ])
    expect(answers[5]!.headers.get('retry-after')).toBe('10')
    expect(await answers[5]!.json()).toEqual({ message: talkTooFast(10) })
    expect(await postTalk('other', 'わたしは別')).toMatchObject({ message: 'わたしは別' })
    world.clock.move(TALK_POSTS.perMs)
    expect(await postTalk('fan', 'また')).toMatchObject({ message: 'また' })
  })

  it('limits across all events, in a sliding window (56)', async () => {
    await makeEvent(world, 'room-aoi', { id: 'second', publishment_flg: 1 })
    await makeTicket(world, 'second', 'fan')
    world.clock.move(9_000)
    for (let n = 0; n < 3; n++) await postTalk('fan', `${n}`)
    world.clock.move(2_000)
    for (let n = 0; n < 2; n++) await postTalk('fan', `${n}`, undefined, 'second')
    const response = await post('fan', { message: '六つめ' })
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '8'])
    world.clock.move(8_000)
    for (let n = 0; n < 3; n++) await postTalk('fan', `${n}`)
    await expect(postTalk('fan', '九つめ')).rejects.toEqual(refuse(429, talkTooFast(2)))
  })

  it('refuses disguised banned words and accepts others', async () => {
    const body = { slow_seconds: 0, ng_words: ['ネタバレ', 'ネタバレ'] }
    expect(await world.as('aoi')(live.putTalkSetting, { params, body })).toEqual({
      slow_seconds: 0,
      ng_words: ['ネタバレ'],
    })
    const answer = await post('fan', { message: 'ｎｅ…ね　た\u200bばばばれ！' })
    expect(await fieldErrors(answer)).toEqual([422, { message: [TALK_NG_WORD] }])
    expect(await postTalk('fan', 'ねた')).toMatchObject({ message: 'ねた' })
  })

  it('limits guests in slow mode, but not hosts', async () => {
    const body = { slow_seconds: 30, ng_words: [] }
    await world.as('mod')(live.putTalkSetting, { params, body })
    expect(await world.as('aoi')(live.getTalkSetting, { params })).toEqual(body)
    const both = await Promise.all([post('fan', { message: 'い' }), post('fan', { message: 'ろ' })])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 429])
    const response = both.find(({ status }) => status === 429)!
    expect(response.headers.get('retry-after')).toBe('30')
    expect(await response.json()).toEqual({ message: talkSlow(30, 30) })
    world.clock.move(29_999)
    await expect(postTalk('fan', 'は')).rejects.toEqual(refuse(429))
    world.clock.move(1)
    await postTalk('fan', 'は')
    for (const host of ['aoi', 'aoi', 'mod', 'mod']) await postTalk(host, 'どうぞ')
    expect(await stored(world)).toHaveLength(6)
  })

  it('blocks nobody in slow mode because of a clock that was ahead', async () => {
    const body = { slow_seconds: 30, ng_words: [] }
    await world.as('mod')(live.putTalkSetting, { params, body })
    const HOUR_MS = 60 * 60_000
    world.clock.move(HOUR_MS)
    await postTalk('fan', 'い')
    world.clock.move(-HOUR_MS)
    await postTalk('fan', 'ろ')
    await expect(postTalk('fan', 'は')).rejects.toEqual(refuse(429, talkSlow(30, 30)))
    // Set back by less than the pause: the waiting time counts from now and is not longer than the pause.
    world.clock.move(30_000)
    await postTalk('fan', 'に')
    world.clock.move(-10_000)
    await expect(postTalk('fan', 'ほ')).rejects.toEqual(refuse(429, talkSlow(30, 30)))
    world.clock.move(40_000)
    await postTalk('fan', 'へ')
  })

  it.each([
    { who: 'its author', user: 'fan', status: 204 },
    { who: 'the owner', user: 'aoi', status: 204 },
    { who: 'a moderator', user: 'mod', status: 204 },
    { who: 'another guest', user: 'other', status: 403 },
    { who: 'a member without a ticket', user: 'member', status: 403 },
  ])('allows $who to delete a message: $status', async ({ user, status }) => {
    const posted = await postTalk('fan', 'まちがい')
    await read()
    const deletion = world.as(user)(live.deleteTalk, {
      params: { ...params, message_id: posted.id },
    })
    if (status === 403) {
      await expect(deletion).rejects.toEqual(refuse(403))
      expect(await read()).toEqual([{ ...posted, client_id: undefined }])
      return
    }
    await deletion
    expect(await read()).toEqual([])
    expect(await read('other', { after: posted.id })).toMatchObject([
      { deletes: posted.id, message: '' },
    ])
    expect((await stored(world)).map(({ message }) => message)).toEqual(['', ''])
  })

  it('deletes a message once, despite concurrent calls, and never by another event’s id', async () => {
    await makeEvent(world, 'room-aoi', { id: 'second', publishment_flg: 1 })
    const posted = await postTalk('fan', 'まちがい')
    const remove = (user: string, id = 'live', message_id = posted.id) =>
      world.as(user)(live.deleteTalk, { params: { id, message_id } })
    await expect(remove('aoi', 'second')).rejects.toEqual(refuse(404))
    await expect(remove('aoi', 'live', "' or 1=1")).rejects.toEqual(refuse(404))
    await Promise.all([remove('aoi'), remove('fan'), remove('mod')])
    await remove('aoi')
    const rows = await stored(world)
    expect(rows.map(({ deletes }) => deletes)).toEqual([null, 1])
    await expect(remove('aoi', 'live', toCursor(2))).rejects.toEqual(refuse(404)) // a tombstone cannot be deleted
  })

  const ban = (user: string, name: string) =>
    world.as(user)(live.banFromTalk, { params, body: { name } })

  it('refuses a banned person, to read or to write, until the ban is lifted', async () => {
    await postTalk('fan', 'やあ')
    await ban('aoi', 'fan')
    await ban('mod', 'fan')
    const barred = refuse(403, WATCHING_BANNED)
    await expect(postTalk('fan', 'なぜ')).rejects.toEqual(barred)
    await expect(read('fan')).rejects.toEqual(barred)
    expect(await read('mod')).toHaveLength(1)
    const event = await world.as('fan')(events.getEvent, { params })
    expect(event).toMatchObject({ joined: true, can: { watch: false, speak: false } })
    expect((await world.as('mod')(live.listBanned, { params })).map(({ name }) => name)).toEqual([
      'fan',
    ])
    await world.as('mod')(live.unbanFromTalk, { params, body: { name: 'fan' } })
    expect(await world.as('mod')(live.listBanned, { params })).toEqual([])
    await postTalk('fan', 'ただいま')
    expect(await read('fan')).toHaveLength(2)
  })

  it('refuses every message answered after the ban', async () => {
    const attempts = Array.from({ length: 4 }, (_, n) => postTalk('fan', `${n}`).then(() => n))
    const banned = ban('aoi', 'fan').then(() => stored(world))
    await Promise.allSettled(attempts)
    const whenAnswered = await banned
    await expect(postTalk('fan', 'あとから')).rejects.toEqual(refuse(403, WATCHING_BANNED))
    expect(await stored(world)).toEqual(whenAnswered)
  })

  it.each(['fan', 'member'])('leaves moderation to hosts: %s is refused', async (user) => {
    const body = { slow_seconds: 0, ng_words: [] }
    const attempts = [
      ban(user, 'other'),
      world.as(user)(live.unbanFromTalk, { params, body: { name: 'other' } }),
      world.as(user)(live.listBanned, { params }),
      world.as(user)(live.getTalkSetting, { params }),
      world.as(user)(live.putTalkSetting, { params, body }),
    ]
    for (const tried of await Promise.allSettled(attempts))
      expect(tried).toMatchObject({ status: 'rejected', reason: { status: 403 } })
  })

  it('refuses a ban of hosts and of unknown people', async () => {
    for (const name of ['aoi', 'mod']) await expect(ban('mod', name)).rejects.toEqual(refuse(403))
    await expect(ban('mod', 'nobody')).rejects.toEqual(refuse(404))
  })

  it.each([
    { slow_seconds: -1, ng_words: [] },
    { slow_seconds: 601, ng_words: [] },
    { slow_seconds: 0, ng_words: [''] },
    { slow_seconds: 0, ng_words: Array.from({ length: 101 }, (_, n) => `${n}`) },
  ])('refuses the invalid rules %j', async (body) => {
    await expect(world.as('aoi')(live.putTalkSetting, { params, body })).rejects.toEqual(
      refuse(422),
    )
  })
})
