import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeEvent, makeRoom } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { deleteRecordings } from './recording-retention.ts'

const DAY = 24 * 60 * 60_000

describe.each(databaseNames)('recordings on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
  })
  afterEach(() => world.close())

  const at = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
  async function recorded(id: string, event: object, ended_at: string | null) {
    await makeEvent(world, 'room-aoi', { id, ...event })
    const started_at = at(-3 * DAY)
    const state = ended_at ? 'ended' : 'on_air'
    await world.add('broadcast', {
      ...{ id: `b-${id}`, event_id: id, state, folder: `live/b-${id}`, gaps: '[]' },
      ...{ started_at, ended_at, bytes: null, kept_until: null },
    })
    world.recordings.record(`b-${id}`, new Date(started_at), 2)
  }

  it('are deleted a day after access has ended, not before', async () => {
    const ended = { publishment_flg: 3, archive: 1 } as const
    await recorded('open', { ...ended, archive_until: at(1) }, at(-2 * DAY))
    await recorded('closing', { ...ended, archive_until: at(-DAY) }, at(-2 * DAY))
    await recorded('closed', { ...ended, archive_until: at(-DAY - 1) }, at(-2 * DAY))
    await recorded('unwanted', { publishment_flg: 3, archive: 0 }, at(-DAY - 1))
    await recorded('fresh', { publishment_flg: 2, archive: 0 }, at(-DAY))
    await recorded('again', { publishment_flg: 1, archive: 0 }, at(-2 * DAY))
    await recorded('running', { publishment_flg: 1, archive: 0 }, null)
    await recorded('cancelled', { publishment_flg: 1, status: 'cancelled' }, at(-DAY - 1))
    expect(await deleteRecordings(world.deps)).toBe(3)
    const left = await world.db.selectFrom('broadcast').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual([
      'b-again',
      'b-closing',
      'b-fresh',
      'b-open',
      'b-running',
    ])
    for (const id of ['closed', 'unwanted'])
      expect((await world.recordings.read(`b-${id}`)).segments).toEqual([])
    expect((await world.recordings.read('b-open')).segments).toHaveLength(2)
  })

  it('are deleted with their captions, which archives elsewhere have, too', async () => {
    const caption = async (id: string, event: object, updated_at = at(-DAY - 1)) => {
      await makeEvent(world, 'room-aoi', { id, ...event })
      const text = 'WEBVTT\n\n00:01.000 --> 00:02.000\nい\n'
      await world.add('caption', { event_id: id, language: 'ja', text, updated_at })
    }
    const ended = { publishment_flg: 3, archive: 1 } as const
    await caption('open', { ...ended, archive_until: at(1) })
    await caption('closing', { ...ended, archive_until: at(-DAY) })
    await caption('closed', { ...ended, archive_until: at(-DAY - 1) })
    await caption('unlimited', { ...ended, archive_until: null })
    await caption('unwanted', { publishment_flg: 3, archive: 0 })
    await caption('fresh', { publishment_flg: 3, archive: 0 }, at(-DAY))
    await caption('before', { publishment_flg: 0, archive: 0 })
    await caption('cancelled', { publishment_flg: 1, status: 'cancelled' })
    await deleteRecordings(world.deps)
    const left = await world.db
      .selectFrom('caption')
      .select('event_id')
      .orderBy('event_id')
      .execute()
    expect(left.map(({ event_id }) => event_id)).toEqual([
      'before',
      'closing',
      'fresh',
      'open',
      'unlimited',
    ])
  })
})
