import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { MESSAGE_MAX, MESSAGES_OF_ONE } from '#contract/inbox/limits.ts'
import {
  MESSAGE_ENDED,
  MESSAGE_MEMBERS,
  MESSAGE_OWN_ROOM,
  TOO_MANY_MESSAGES,
} from '#contract/inbox/messages.ts'
import { required, tooLong } from '#contract/shared/messages.ts'
import { recount } from '#server/jobs/recount.ts'
import { makeConversation, makeMember, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const FAMILY = '👨‍👩‍👧‍👦'

describe.each(apiDatabaseNames)('messages between people on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi', { title: '喫茶室' })
    await makeRoom(world, 'mio')
    for (const name of ['fan', 'other', 'former', 'late']) await makeUser(world, name)
    await makeMember(world, 'room-aoi', 'fan')
    await makeMember(world, 'room-aoi', 'other', { status: 'past_due' })
    await makeMember(world, 'room-aoi', 'former', { status: 'left' })
    await makeMember(world, 'room-aoi', 'late', { status: 'incomplete' })
  })
  afterEach(() => world.close())

  const write = (user: string | null, text: string, client_id?: string, id = 'aoi') =>
    world.as(user)(inbox.writeToOwner, { params: { id }, body: { text, client_id } })
  const answer = (user: string | null, id: string, text: string, client_id?: string) =>
    world.as(user)(inbox.answer, { params: { id }, body: { text, client_id } })
  const list = async (user: string) => (await world.as(user)(inbox.listConversations, {})).items
  const get = (user: string, id: string) =>
    world.as(user)(inbox.getConversation, { params: { id } })
  const unread = async (user: string) => (await world.as(user)(account.getMe, {})).unread_messages
  const refuse = (status: number, message?: string) =>
    expect.objectContaining({ status, ...(message && { message }) })
  const stored = () => world.db.selectFrom('message').select('text').orderBy('id').execute()

  it.each([
    { who: 'a visitor', user: null, id: 'aoi', status: 401 },
    {
      who: 'somebody who is not in the room',
      user: 'fan',
      id: 'mio',
      status: 403,
      word: MESSAGE_MEMBERS,
    },
    { who: 'one who left', user: 'former', id: 'aoi', status: 403, word: MESSAGE_MEMBERS },
    {
      who: 'one whose payment is overdue',
      user: 'late',
      id: 'aoi',
      status: 403,
      word: MESSAGE_MEMBERS,
    },
    { who: 'the owner, to themself', user: 'aoi', id: 'aoi', status: 409, word: MESSAGE_OWN_ROOM },
    { who: 'anybody, to a room that is not there', user: 'fan', id: 'gone', status: 404 },
  ])('refuses $who with $status', async ({ user, id, status, word }) => {
    await expect(write(user, 'あ', undefined, id)).rejects.toEqual(refuse(status, word))
    expect(await stored()).toEqual([])
  })

  it('reach the owner, who answers, in one conversation per member', async () => {
    const first = await write('fan', 'はじめまして')
    expect(first).toMatchObject({ text: 'はじめまして', mine: true, member: { name: 'fan' } })
    const id = first.conversation_id
    world.clock.move(1_000)
    expect((await write('fan', 'もうひとつ')).conversation_id).toBe(id)
    world.clock.move(1_000)
    expect((await write('other', 'わたしも')).conversation_id).not.toBe(id)
    expect(await list('aoi')).toMatchObject([
      { with: { name: 'other' }, last_text: 'わたしも', unread: 1 },
      {
        id,
        kind: 'room',
        title: '喫茶室',
        with: { name: 'fan' },
        last_text: 'もうひとつ',
        unread: 2,
      },
    ])
    expect([await unread('aoi'), await unread('fan')]).toEqual([3, 0])
    world.clock.move(1_000)
    await answer('aoi', id, 'ようこそ')
    expect([await unread('aoi'), await unread('fan'), await unread('other')]).toEqual([3, 1, 0])
    expect(await get('fan', id)).toMatchObject({
      messages: [
        { text: 'はじめまして' },
        { text: 'もうひとつ' },
        { text: 'ようこそ', mine: false },
      ],
      can: { answer: true },
    })
    expect(await unread('fan')).toBe(0)
  })

  it('share one conversation when they arrive concurrently, and each is counted', async () => {
    const messages = await Promise.all(Array.from({ length: 8 }, (_, n) => write('fan', `${n}`)))
    expect(new Set(messages.map(({ conversation_id }) => conversation_id)).size).toBe(1)
    await Promise.all([
      ...Array.from({ length: 5 }, (_, n) => answer('aoi', messages[0]!.conversation_id, `a${n}`)),
      ...Array.from({ length: 5 }, (_, n) => write('fan', `b${n}`)),
    ])
    expect([await unread('aoi'), await unread('fan')]).toEqual([13, 5])
    expect(await recount(world.deps)).toEqual([])
  })

  it('are stored once when sent repeatedly or concurrently (54)', async () => {
    const both = await Promise.all(Array.from({ length: 5 }, () => write('fan', 'い', 'c1')))
    expect(new Set(both.map(({ id }) => id)).size).toBe(1)
    const id = both[0]!.conversation_id
    for (let n = 0; n < 2; n++) await answer('fan', id, 'ろ', 'c2')
    expect((await stored()).map(({ text }) => text)).toEqual(['い', 'ろ'])
    expect(await unread('aoi')).toBe(2)
  })

  it('end when a member leaves the room: both can read, neither can write', async () => {
    const { conversation_id: id } = await write('fan', 'さようなら')
    const leave = { status: 'left' as const }
    await world.db.updateTable('membership').set(leave).where('user_id', '=', 'fan').execute()
    for (const user of ['fan', 'aoi']) {
      await expect(answer(user, id, 'まだ')).rejects.toEqual(refuse(403, MESSAGE_ENDED))
      expect(await get(user, id)).toMatchObject({
        messages: [{ text: 'さようなら' }],
        can: { answer: false },
      })
    }
    await world.db.updateTable('membership').set({ status: 'active' }).execute()
    expect((await write('fan', 'ただいま')).conversation_id).toBe(id)
    expect(await get('aoi', id)).toMatchObject({ can: { answer: true } })
  })

  it('end when the other account is deleted, and stay readable', async () => {
    const { conversation_id: id } = await write('fan', 'お元気で')
    await world.db.updateTable('user').set({ status: 'deleted' }).where('id', '=', 'fan').execute()
    await expect(answer('aoi', id, 'まだ')).rejects.toEqual(refuse(403, MESSAGE_ENDED))
    expect(await get('aoi', id)).toMatchObject({ messages: [{ text: 'お元気で' }] })
  })

  it('are private: another’s conversation is answered as unknown, and the service takes no answers', async () => {
    const { conversation_id: id } = await write('fan', 'ひみつ')
    for (const user of ['other', 'mio'])
      await expect(answer(user, id, 'のぞき')).rejects.toEqual(refuse(404))
    await expect(answer(null, id, 'のぞき')).rejects.toEqual(refuse(401))
    for (const kind of ['system', 'announcement'] as const) {
      await makeConversation(world, { fan: 0 }, [{ by: null, text: 'お知らせ' }], {
        id: kind,
        kind,
      })
      await expect(answer('fan', kind, '返信')).rejects.toEqual(refuse(403, MESSAGE_ENDED))
    }
  })

  it.each([
    { what: 'the most that people count', text: FAMILY.repeat(900) },
    { what: 'markup, as text', text: '<img src=x onerror=alert(1)>&amp;' },
    { what: 'several lines', text: '一行目\n\n三行目' },
  ])('accept $what unchanged (51, 53)', async ({ text }) => {
    expect((await write('fan', text)).text).toBe(text)
  })

  it.each([
    {
      what: 'one character too many',
      text: 'あ'.repeat(MESSAGE_MAX.chars + 1),
      word: tooLong('メッセージ', MESSAGE_MAX.chars),
    },
    { what: 'a book', text: 'a'.repeat(60_000), word: tooLong('メッセージ', MESSAGE_MAX.chars) },
    { what: 'nothing', text: '', word: required('メッセージ') },
    { what: 'blanks without width', text: '\u200b 　', word: required('メッセージ') },
  ])('refuse $what, naming the field (51, 52)', async ({ text, word }) => {
    await expect(write('fan', text)).rejects.toMatchObject({
      status: 422,
      errors: { text: [word] },
    })
  })

  it('are rate limited per person, across recipients', async () => {
    for (let n = 0; n < MESSAGES_OF_ONE.max; n++) await write('fan', `${n}`)
    await expect(write('fan', 'もうひとつ')).rejects.toEqual(refuse(429, TOO_MANY_MESSAGES))
    await write('other', 'わたしは別')
    world.clock.move(MESSAGES_OF_ONE.perMs)
    await write('fan', 'また')
  })

  it('have the same limit after the clock was ahead (72)', async () => {
    world.clock.move(MESSAGES_OF_ONE.perMs)
    for (let n = 1; n < MESSAGES_OF_ONE.max; n++) await write('fan', `${n}`)
    world.clock.move(-MESSAGES_OF_ONE.perMs)
    for (let n = 0; n < MESSAGES_OF_ONE.max; n++) await write('fan', `また${n}`)
    await expect(write('fan', 'もうひとつ')).rejects.toEqual(refuse(429, TOO_MANY_MESSAGES))
  })

  it('show one line of a long text in lists', async () => {
    await write('fan', `${'あ'.repeat(400)}\n終わり`)
    expect((await list('aoi'))[0]!.last_text).toBe('あ'.repeat(100))
  })
})
