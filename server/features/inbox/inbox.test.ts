import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { inbox } from '#contract/inbox/calls.ts'
import { MESSAGES_AT_ONCE } from '#contract/inbox/limits.ts'
import { inHours, makeConversation, makeRoom, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

describe.each(apiDatabaseNames)('inbox on %s', (database) => {
  let world: World

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeUser(world, 'stranger')
    const messages = [
      { by: 'fan', text: 'はじめまして', at: inHours(world, -5) },
      { by: 'aoi', text: 'ようこそ', at: inHours(world, -4) },
    ]
    await makeConversation(world, { fan: 2, aoi: 0 }, messages, { id: 'talk', room_id: 'room-aoi' })
    const word = [{ by: 'aoi', text: '今夜八時です', at: inHours(world, -1) }]
    const row = {
      id: 'news',
      kind: 'announcement' as const,
      room_id: 'room-aoi',
      title: 'お知らせ',
    }
    await makeConversation(world, { fan: 1, stranger: 1 }, word, row)
    const service = [{ by: null, text: 'ようこそ Room へ', at: inHours(world, -9) }]
    await makeConversation(world, { fan: 0 }, service, { id: 'system', kind: 'system' })
  })
  afterEach(() => world.close())

  const list = async (user: string | null) =>
    (await world.as(user)(inbox.listConversations, {})).items
  const get = (user: string | null, id: string) =>
    world.as(user)(inbox.getConversation, { params: { id } })
  const unread = async (user: string) => (await world.as(user)(account.getMe, {})).unread_messages

  it('answers alike for another’s conversation and a missing one', async () => {
    const answers = await Promise.all(
      ['talk', 'nothing'].map((id) => get('stranger', id).catch((error: unknown) => error)),
    )
    expect(answers).toMatchObject([{ status: 404 }, { status: 404 }])
    expect(answers.map((error) => (error as Error).message)).toEqual([
      '見つかりませんでした。',
      '見つかりませんでした。',
    ])
    await expect(get(null, 'talk')).rejects.toMatchObject({ status: 401 })
    await expect(list(null)).rejects.toMatchObject({ status: 401 })
  })

  it('sorts conversations by their last message and shows the other person', async () => {
    expect(await list('fan')).toMatchObject([
      { id: 'news', kind: 'announcement', title: 'お知らせ', with: { name: 'aoi' }, unread: 1 },
      { id: 'talk', kind: 'room', with: { name: 'aoi' }, last_text: 'ようこそ', unread: 2 },
      { id: 'system', kind: 'system', with: null, unread: 0 },
    ])
    expect(await list('aoi')).toMatchObject([{ id: 'talk', with: { name: 'fan' }, unread: 0 }])
  })

  it('shows messages oldest first, with their authors', async () => {
    expect((await get('fan', 'talk')).messages).toMatchObject([
      { text: 'はじめまして', mine: true },
      { text: 'ようこそ', mine: false, member: { name: 'aoi' } },
    ])
    expect((await get('fan', 'system')).messages).toMatchObject([{ mine: false, member: null }])
  })

  it('pages through a long conversation without gaps or duplicates', async () => {
    const total = 2 * MESSAGES_AT_ONCE + 1
    const texts = Array.from({ length: total }, (_, at) => `${at + 1}通目`)
    // Two messages per instant: the cursor needs the id as well.
    const messages = texts.map((text, at) => ({
      by: 'aoi',
      text,
      at: inHours(world, Math.floor(at / 2) - total),
    }))
    await makeConversation(world, { fan: 1, aoi: 0 }, messages, { id: 'long', kind: 'system' })
    const page = (point?: string) =>
      world.as('fan')(inbox.getConversation, { params: { id: 'long' }, query: { point } })
    const newest = await page()
    const older = await page(newest.messages[0]!.id)
    const oldest = await page(older.messages[0]!.id)
    const pages = [oldest, older, newest]
    expect(pages.map(({ messages, more }) => [messages.length, more])).toEqual([
      [1, false],
      [MESSAGES_AT_ONCE, true],
      [MESSAGES_AT_ONCE, true],
    ])
    const all = pages.flatMap(({ messages }) => messages)
    expect(all.map(({ text }) => text).toSorted()).toEqual(texts.toSorted())
    expect(all.map(({ created_at }) => created_at)).toEqual(messages.map(({ at }) => at))
    const [first] = all
    expect(await page(first!.id)).toMatchObject({ messages: [], more: false })
  })

  it('refuses a cursor from another conversation', async () => {
    const foreignId = (await get('stranger', 'news')).messages[0]!.id
    const request = { params: { id: 'talk' }, query: { point: foreignId } }
    await expect(world.as('fan')(inbox.getConversation, request)).rejects.toMatchObject({
      status: 404,
    })
  })

  it('marks messages as read for the newest page only', async () => {
    const known = (await get('aoi', 'talk')).messages[1]!.id
    const request = { params: { id: 'talk' }, query: { point: known } }
    expect(await world.as('fan')(inbox.getConversation, request)).toMatchObject({
      messages: [{ text: 'はじめまして' }],
      unread: 2,
    })
    expect(await unread('fan')).toBe(3)
  })

  it('loads a conversation ahead without marking its messages as read', async () => {
    const request = { params: { id: 'talk' }, query: { ahead: '1' as const } }
    expect(await world.as('fan')(inbox.getConversation, request)).toMatchObject({ unread: 2 })
    expect(await unread('fan')).toBe(3)
  })

  it('marks messages as read once', async () => {
    expect(await unread('fan')).toBe(3)
    expect(await get('fan', 'talk')).toMatchObject({ unread: 0 })
    expect(await unread('fan')).toBe(1)
    await get('fan', 'talk')
    expect(await unread('fan')).toBe(1)
    expect(await unread('stranger')).toBe(1)
  })

  it('marks messages as read once when read concurrently', async () => {
    const fan = world.as('fan')
    expect((await fan(account.getMe, {})).unread_messages).toBe(3)
    const ids = ['talk', 'news'].flatMap((id) => Array.from({ length: 8 }, () => id))
    await Promise.all(ids.map((id) => fan(inbox.getConversation, { params: { id } })))
    expect(await unread('fan')).toBe(0)
  })
})
