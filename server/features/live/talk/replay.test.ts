import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { REPLAY_BEFORE, REPLAY_SPAN_MS } from '#contract/live/limits.ts'
import { ARCHIVE_NONE } from '#contract/live/messages.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'

const FROM = '2026-11-20T11:00:00.000Z'
const at = (ms: number) => new Date(Date.parse(FROM) + ms).toISOString()

describe.each(databaseNames)('the replay of a talk on %s', (database) => {
  let world: World
  const params = { id: 'over' }
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeUser(world, 'stranger')
    await makeMember(world, 'room-aoi', 'fan')
    await makeEvent(world, 'room-aoi', { id: 'over', publishment_flg: 3, archive: 1 })
    await makeTicket(world, 'over', 'fan')
  })
  afterEach(() => world.close())

  let seq = 0
  const say = async (ms: number, message: string, more: object = {}) => {
    seq += 1
    const row = { event_id: 'over', seq, user_id: 'fan', message, client_id: null, deletes: null }
    await world.db
      .insertInto('talk')
      .values({ ...row, deleted: 0, question: 0, created_at: at(ms), ...more })
      .execute()
    return seq
  }
  const mark = (ms: number, mark: 'pin' | 'unpin', about: number) =>
    say(ms, '', { mark, about, deletes: seq + 1, user_id: 'aoi' })
  const replay = (from: string, user = 'fan') =>
    world.as(user)(live.getReplay, { params, query: { from } })
  const texts = async (from: string) => (await replay(from)).lines.map(({ message }) => message)

  it('is refused without a ticket, and once the archive is closed', async () => {
    const refused = (message?: string) =>
      expect.objectContaining({ status: 403, ...(message && { message }) })
    await expect(replay(FROM, 'stranger')).rejects.toEqual(refused())
    await world.db
      .updateTable('event')
      .set({ archive_until: world.clock.now().toISOString() })
      .where('id', '=', 'over')
      .execute()
    await expect(replay(FROM)).rejects.toEqual(refused(ARCHIVE_NONE))
    await world.db.updateTable('event').set({ archive: 0 }).where('id', '=', 'over').execute()
    await expect(replay(FROM, 'aoi')).rejects.toEqual(refused(ARCHIVE_NONE))
  })

  it('has the lines of its part of the evening, and some before', async () => {
    await say(-1, 'まえ')
    await say(0, 'はじめ')
    await say(10, '消した', { deleted: 1 })
    await say(REPLAY_SPAN_MS - 1, 'おわり')
    await say(REPLAY_SPAN_MS, 'つぎ')
    expect(await texts(FROM)).toEqual(['まえ', 'はじめ', 'おわり'])
    expect(await texts(at(REPLAY_SPAN_MS))).toEqual(['まえ', 'はじめ', 'おわり', 'つぎ'])
    expect(await texts(at(10 * REPLAY_SPAN_MS))).toEqual(['まえ', 'はじめ', 'おわり', 'つぎ'])
  })

  it('has no more earlier lines than fill a screen', async () => {
    for (let n = 0; n < REPLAY_BEFORE + 1; n++) await say(n, `${n}`)
    expect((await texts(at(REPLAY_SPAN_MS)))[0]).toBe('1')
    await say(REPLAY_SPAN_MS, 'いま')
    expect((await texts(at(REPLAY_SPAN_MS)))[0]).toBe('1')
    expect((await texts(at(REPLAY_SPAN_MS))).at(-1)).toBe('いま')
  })

  it('has what was pinned when, without deleted lines', async () => {
    const one = await say(-50, 'ピン')
    const gone = await say(-40, '消した', { deleted: 1 })
    await mark(-30, 'pin', gone)
    await mark(-20, 'pin', one)
    await mark(500, 'unpin', one)
    await mark(700, 'pin', gone)
    await mark(REPLAY_SPAN_MS, 'pin', one)
    const { lines, pins } = await replay(FROM)
    expect(lines.map(({ message }) => message)).toEqual(['ピン'])
    expect(pins.map((pin) => [pin.at, pin.pinned?.message])).toEqual([
      [at(-20), 'ピン'],
      [at(500), undefined],
      [at(700), undefined],
    ])
  })

  it('has the reactions of each second, and those that are still shown at its start', async () => {
    for (const ms of [-4_000, -3_000, 0, REPLAY_SPAN_MS - 1_000, REPLAY_SPAN_MS])
      await world.db
        .insertInto('talk_reaction')
        .values({ event_id: 'over', second: at(ms), reactions: 2 })
        .execute()
    expect((await replay(FROM)).reactions.map(({ second }) => second)).toEqual(
      [-3_000, 0, REPLAY_SPAN_MS - 1_000].map(at),
    )
  })
})
