import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { fromCursor } from '#contract/lib/cursor.ts'
import { live } from '#contract/live/calls.ts'
import { talkCounts } from '#server/db/migrations/016-talk-counts.ts'
import { transact } from '#server/db/transact.ts'
import { eraseTexts } from '#server/features/account/erasing/text-queries.ts'
import { makeEvent, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { hideTalk, restoreTalk } from './hiding-queries.ts'
import { recountTalk } from './recount-talk.ts'

describe.each(databaseNames)('counts of an evening’s talk on %s', (database) => {
  let world: World
  const params = { id: 'live' }
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    for (const name of ['fan', 'other']) {
      await makeUser(world, name)
      await makeTicket(world, 'live', name)
    }
  })
  afterEach(() => world.close())

  const say = async (user: string, message = 'こんばんは') =>
    (await world.as(user)(live.postTalk, { params, body: { message } })).id
  const shown = async () => (await world.as('aoi')(events.getOwn, { params })).audience.talk

  it('are nothing before the first line', async () => {
    expect(await shown()).toEqual({ messages: 0, people: 0 })
  })

  it('follow each line and each deletion, without the owner’s', async () => {
    const first = await say('fan')
    await say('fan')
    await say('aoi')
    expect(await shown()).toEqual({ messages: 2, people: 1 })
    const only = await say('other')
    expect(await shown()).toEqual({ messages: 3, people: 2 })
    for (const message_id of [first, only, only])
      await world.as('aoi')(live.deleteTalk, { params: { ...params, message_id } })
    expect(await shown()).toEqual({ messages: 1, people: 1 })
  })

  it('leave out a line that an operator hides, until it is restored', async () => {
    const seq = fromCursor(await say('fan'))
    const at = world.clock.now().toISOString()
    await world.add('moderation', {
      id: 'hidden',
      cause: 'report',
      kind: 'talk',
      target_id: String(seq),
      event_id: 'live',
      author_id: 'fan',
      outcome: 'upheld',
      hidden: 1,
      reason: '規約に反するため',
      decided_by: null,
      decided_at: at,
      reversed_by: null,
      reversed_at: null,
      reversed_for: '',
    })
    await transact(world.db, (tx) => hideTalk(tx, { eventId: 'live', seq, by: 'hidden', at }))
    expect(await shown()).toEqual({ messages: 0, people: 0 })
    await transact(world.db, (tx) => restoreTalk(tx, 'hidden'))
    expect(await shown()).toEqual({ messages: 1, people: 1 })
  })

  it('leave out the lines of a deleted account', async () => {
    await say('fan')
    await say('other')
    const at = world.clock.now().toISOString()
    await transact(world.db, (tx) => eraseTexts(tx, 'fan', at))
    expect(await shown()).toEqual({ messages: 1, people: 1 })
  })

  it('are those of the lines that were there before the counts', async () => {
    const slip = await say('fan')
    await say('fan')
    await say('other')
    await world.as('fan')(live.deleteTalk, { params: { ...params, message_id: slip } })
    const counted = await shown()
    for (const table of ['talk_author', 'talk_total'])
      await sql`drop table ${sql.table(table)}`.execute(world.db)
    await transact(world.db, (tx) => world.engine.runScript(tx, talkCounts(world.engine.dialect)))
    expect(await shown()).toEqual(counted)
  })

  it('are corrected at night where a process of an older release wrote lines, never twice', async () => {
    await say('fan')
    const slip = await say('other')
    await say('other')
    const counted = await shown()
    await world.db.deleteFrom('talk_author').where('user_id', '=', 'other').execute()
    await world.db.updateTable('talk_total').set({ messages: 1, people: 1 }).execute()
    await Promise.all([recountTalk(world.deps), recountTalk(world.deps)])
    expect(await shown()).toEqual(counted)
    await world.as('aoi')(live.deleteTalk, { params: { ...params, message_id: slip } })
    await recountTalk(world.deps)
    expect(await shown()).toEqual({ messages: 2, people: 2 })
  })

  it('lose the lines that a process of an older release deleted', async () => {
    await say('fan')
    await say('other')
    await world.db.updateTable('talk').set({ deleted: 1 }).where('user_id', '=', 'other').execute()
    await recountTalk(world.deps)
    expect(await shown()).toEqual({ messages: 1, people: 1 })
  })
})
