import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { rooms } from '#contract/rooms/calls.ts'
import { SEARCH_MAX } from '#contract/shared/limits.ts'
import { makeEvent, makeMember, makeRoom, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

/** Names of rooms, events and people alike. */
const CALLED = {
  rakugo: '落語の小部屋 寄席ノート',
  music: '音楽会',
  jazz: 'ジャズ喫茶 JAZZ＆Coffee',
  ramen: 'らーめん部 ラーメン二郎めぐり',
  cat: '猫と子猫',
  gaga: 'ガガーリン通り がっこう',
  kaka: 'かかし祭り',
  cafe: 'Ｃａｆé 100%ひみつ_基地',
  sale: '100円ひみつ基地',
  quoted: '「夜」と"quoted" it\'s \\ path',
  emoji: '星見の会🎷👨‍👩‍👧 𠮷野',
  kyoto: '東京と京都の朗読',
  number: '第12回 ２０２６年冬',
  old: '髙橋さんの澤',
} as const
type Name = keyof typeof CALLED
const ALL = Object.keys(CALLED) as Name[]

const QUERIES: [what: string, query: string, found: Name[]][] = [
  ['two letters', '落語', ['rakugo']],
  ['two letters that begin another word', '音楽', ['music']],
  ['one letter', '猫', ['cat']],
  ['one letter in the middle of a word', '語', ['rakugo']],
  ['one kana, of either kind', 'と', ['cat', 'kyoto', 'quoted', 'rakugo']],
  ['hiragana for katakana', 'じゃず', ['jazz']],
  ['katakana for hiragana', 'ラーメン', ['ramen']],
  ['half-width kana', 'ｼﾞｬｽﾞ', ['jazz']],
  ['half-width kana with a mark of its own', 'ｶﾞｶﾞｰﾘﾝ', ['gaga']],
  ['a voiced kana, and no other', 'がっこう', ['gaga']],
  ['an unvoiced kana, and no voiced one', 'かか', ['kaka']],
  ['a long vowel in half width', 'ﾗｰﾒﾝ', ['ramen']],
  ['a long vowel spelled out, which is another word', 'らあめん', []],
  ['capitals', 'JAZZ', ['jazz']],
  ['small letters', 'jazz', ['jazz']],
  ['full-width letters', 'ｊＡｚｚ', ['jazz']],
  ['letters of both widths over a sign', 'jazz&coffee', ['jazz']],
  ['an accent', 'café', ['cafe']],
  ['an accent left out', 'cafe', ['cafe']],
  ['full-width figures', '１２', ['number']],
  ['figures', '2026', ['number']],
  ['two words, both of them', '京都 東京', ['kyoto']],
  ['two words apart by a wide space', '落語　寄席', ['rakugo']],
  ['many spaces', '  落語   寄席  ', ['rakugo']],
  ['two words of which one is missing', '落語 猫', []],
  ['pairs that are there, but no such word', '東京都', []],
  ['a percent sign as itself', '100%', ['cafe']],
  ['a low line as itself', 'つ_基', ['cafe']],
  ['a word beside which a sign could stand', 'ひみつ', ['cafe', 'sale']],
  ['a double quote', '"quoted"', ['quoted']],
  ['a single quote', "it's", ['quoted']],
  ['a backslash', '\\', ['quoted']],
  ['a bracket', '「夜」', ['quoted']],
  ['an emoji', '🎷', ['emoji']],
  ['an emoji of several', '👨‍👩‍👧', ['emoji']],
  ['an emoji that is part of one', '👧', ['emoji']],
  ['a letter outside the basic plane', '𠮷野', ['emoji']],
  ['what nobody sees inside a word', '落\u200b語', ['rakugo']],
  ['what turns the writing around', '\u202e落語', ['rakugo']],
  ['an old letter, which is another', '高橋', []],
  ['an old letter as it is', '髙橋', ['old']],
  ['what would be all, elsewhere', '%', ['cafe']],
  ['what would be anything, elsewhere', '_', ['cafe']],
  ['a star', '*', []],
  ['a beginning', '落語*', []],
  ['words of a query language', '落語 OR 猫', []],
  ['another such word', 'NOT 落語', []],
  ['a command', "'; drop table room; --", []],
  ['nobody’s word', '該当なし', []],
  ['as much as may be asked', '落'.repeat(SEARCH_MAX), []],
]
/** Blank queries: they match everything. */
const NOTHING: [what: string, query: string][] = [
  ['nothing', ''],
  ['blanks', ' 　'],
]
/** Queries of invisible characters: they match nothing. */
const UNSEEN: [what: string, query: string][] = [['what nobody sees', '\u200b\u2060']]

describe.each(databaseNames)('search on %s', (database) => {
  let world: World
  beforeAll(async () => {
    world = await createWorld(database, { RATE_LIMITS: 'off' })
    await makeRoom(world, 'host', { title: 'ZZ', about: '' })
    await makeRoom(world, 'closed', { title: CALLED.rakugo, state: 8 })
    await makeRoom(world, 'suspended', { title: CALLED.rakugo, state: 9 })
    await makeEvent(world, 'room-host', { id: 'draft', title: CALLED.rakugo, status: 'draft' })
    for (const name of ALL) {
      await makeRoom(world, name, { title: CALLED[name], about: '' })
      await makeEvent(world, 'room-host', {
        id: `event-${name}`,
        title: CALLED[name],
        about: '',
        status: 'published',
      })
      await makeUser(world, `p${name}`, { display_name: CALLED[name] })
      await makeMember(world, 'room-host', `p${name}`)
    }
  })
  afterAll(() => world.close())

  const limit = 100
  /** Through the routes of the app: public ones, and the members' list as its owner. */
  const kinds = {
    rooms: async (search: string) =>
      (await world.as(null)(rooms.listRooms, { query: { search, limit } })).items.map(
        ({ id }) => id,
      ),
    events: async (search: string) =>
      (await world.as(null)(events.listEvents, { query: { search, limit } })).items.map(({ id }) =>
        id.replace('event-', ''),
      ),
    people: async (search: string) =>
      (
        await world.as('host')(rooms.listMembers, {
          params: { id: 'host' },
          query: { search, limit },
        })
      ).items.map(({ name }) => name.replace(/^p/, '')),
  }

  describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('for %s', (kind) => {
    const find = async (query: string) => (await kinds[kind](query)).toSorted()

    it.each(QUERIES)('finds by %s: %s', async (_, query, expected) => {
      expect(await find(query)).toEqual(expected.toSorted())
    })
    it.each(NOTHING)('by %s shows everything', async (_, query) => {
      expect(await find(query)).toEqual(expect.arrayContaining(ALL))
    })
    it.each(UNSEEN)('by %s matches nothing', async (_, query) => {
      expect(await find(query)).toEqual([])
    })
  })

  it('is refused when too long', async () => {
    const query = { search: '落'.repeat(SEARCH_MAX + 1) }
    for (const call of [rooms.listRooms, events.listEvents])
      await expect(world.as(null)(call, { query })).rejects.toMatchObject({ status: 422 })
  })

  it('finds a room by its owner’s name and handle, and an event by its room’s title', async () => {
    expect(await kinds.rooms('rakugo')).toContain('rakugo')
    expect(await kinds.events('ZZ')).toHaveLength(ALL.length)
  })
})
