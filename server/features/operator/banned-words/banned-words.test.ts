import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account/calls.ts'
import { auth } from '#contract/auth/calls.ts'
import { live } from '#contract/live/calls.ts'
import { operatorBannedWords } from '#contract/operator/banned-words/calls.ts'
import { WORD_KNOWN, WORD_TOO_SHORT } from '#contract/operator/messages.ts'
import { bannedWord } from '#contract/shared/messages.ts'
import {
  makeDigitalTicket,
  makeEvent,
  makeMember,
  makeRoom,
  makeThread,
  makeTicket,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { nameOf, readColumns } from '#server/testing/schema-source.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { PLACES } from './testing/places.ts'

const reason = '苦情が多いため'
it('banned words are refused in every column that others read', () => {
  const read = readColumns().filter(({ type }) => type === 'PublicText')
  const tried = [...PLACES.map(({ column }) => column), 'user.name']
  const step = 'assertAllowed where it is written, and a place that writes it in testing/places.ts'
  expect(read.map(nameOf).sort(), step).toEqual([...new Set(tried)].sort())
})

describe.each(apiDatabaseNames)('banned words on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database, { RATE_LIMITS: 'off' })
    await makeUser(world, 'admin', { role: 'operator' })
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeMember(world, 'room-aoi', 'fan')
    await makeThread(world, 'room-aoi', 'aoi', { id: 'thread' })
    await makeEvent(world, 'room-aoi', { id: 'on-air', publishment_flg: 1, live_talk: 1 })
    await makeTicket(world, 'on-air', 'fan')
    await makeDigitalTicket(world, 'room-aoi', { id: 'ticket', venue: '会場' })
  })
  afterEach(() => world.close())

  const add = (word: string) =>
    world.as('admin')(operatorBannedWords.addWord, { body: { word, reason } })
  const remove = (id: string) =>
    world.as('admin')(operatorBannedWords.removeWord, { params: { id }, body: { reason } })

  it.each(PLACES)(
    'are refused in $where, naming the field, until removed',
    async ({ write, field, named }) => {
      const { id } = await add('ダメことば')
      await expect(write(world, 'これは だめ・コトバ です')).rejects.toMatchObject({
        status: 422,
        errors: { [field]: [bannedWord(named)] },
      })
      await remove(id)
      await write(world, 'これは だめ・コトバ です')
    },
  )

  it('are refused in handles, at sign-up and at a change', async () => {
    await add('baka')
    await expect(
      world.as('fan')(account.changeName, { body: { name: 'b_aka_chan' } }),
    ).rejects.toMatchObject({ status: 422, errors: { name: [bannedWord('ユーザー名')] } })
    const newcomer = {
      email: 'new@room.test',
      name: 'obaka3',
      display_name: 'BAKA',
      birthY: 1990,
      birthM: 1,
      birthD: 1,
      gender: 9,
      terms: true,
    } as const
    await expect(world.as(null)(auth.signUp, { body: newcomer })).rejects.toMatchObject({
      status: 422,
      errors: { name: [expect.any(String)], display_name: [expect.any(String)] },
    })
  })

  it('are effective in every process at once', async () => {
    const node = world.openNode(world.deps.bus)
    const say = (message: string) =>
      node.as('fan')(live.postTalk, { params: { id: 'on-air' }, body: { message } })
    await say('ごきげんよう')
    const { id } = await add('ごきげん')
    await expect(say('ごきげんよう')).rejects.toMatchObject({ status: 422 })
    await remove(id)
    await say('ごきげんよう')
  })

  it('are read again after a while if the bus message of a change was lost', async () => {
    const say = (message: string) =>
      world.as('fan')(live.postTalk, { params: { id: 'on-air' }, body: { message } })
    await say('こんばんは')
    await world.add('ng_word', {
      id: 'w',
      word: 'こんばんは',
      folded: 'こんばんは',
      created_at: world.clock.now().toISOString(),
    })
    await say('こんばんは')
    world.clock.move(60_000)
    await expect(say('こんばんは')).rejects.toMatchObject({ status: 422 })
  })

  it('are stored once per normalized spelling, and each change is recorded', async () => {
    const { id } = await add('ネタバレ')
    await expect(add('ねた・ばれ')).rejects.toMatchObject({ errors: { word: [WORD_KNOWN] } })
    await expect(add('あ ー')).rejects.toMatchObject({ errors: { word: [WORD_TOO_SHORT] } })
    const list = () => world.as('admin')(operatorBannedWords.listBannedWords, {})
    expect(await list()).toMatchObject([{ id, word: 'ネタバレ' }])
    await remove(id)
    await expect(remove(id)).rejects.toMatchObject({ status: 404 })
    expect(await list()).toEqual([])
    const actions = await world.db.selectFrom('audit').selectAll().orderBy('id').execute()
    expect(actions.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['word.add', '{}', JSON.stringify({ word: 'ネタバレ', reason })],
      ['word.remove', JSON.stringify({ word: 'ネタバレ' }), JSON.stringify({ reason })],
    ])
  })
})
