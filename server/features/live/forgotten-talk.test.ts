import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TALK_FORGOTTEN_MS } from '#contract/live/limits.ts'
import { recurringJobs } from '#server/jobs/index.ts'
import { makeEvent, makeRoom } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { closeForgottenTalk } from './forgotten-talk.ts'

describe.each(databaseNames)('talk left open by its owner on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
  })
  afterEach(() => world.close())

  const flags = async () => {
    const rows = await world.db.selectFrom('event').select(['id', 'publishment_flg']).execute()
    return Object.fromEntries(rows.map(({ id, publishment_flg }) => [id, publishment_flg]))
  }

  it('is closed a day after the last change of its event, unless a stream is open', async () => {
    const updated_at = world.clock.now().toISOString()
    for (const publishment_flg of [0, 1, 2, 3] as const)
      await makeEvent(world, 'room-aoi', { id: `f${publishment_flg}`, publishment_flg, updated_at })
    await makeEvent(world, 'room-aoi', { id: 'back', publishment_flg: 2, updated_at })
    await world.add('broadcast', {
      ...{ id: 'b', event_id: 'back', state: 'preview', folder: 'live/b', gaps: '[]' },
      ...{ started_at: updated_at, ended_at: null, bytes: null, kept_until: null },
    })
    const rooms = world.db.updateTable('room').where('id', '=', 'room-aoi')
    await rooms.set({ state: 9, updated_at }).execute()
    world.clock.move(TALK_FORGOTTEN_MS)
    await closeForgottenTalk(world.deps)
    expect(await flags(), 'suspended').toMatchObject({ f2: 2 })
    await rooms.set({ state: 1, updated_at: world.clock.now().toISOString() }).execute()
    world.clock.move(TALK_FORGOTTEN_MS - 1)
    await closeForgottenTalk(world.deps)
    expect(await flags()).toEqual({ f0: 0, f1: 1, f2: 2, f3: 3, back: 2 })
    world.clock.move(1)
    await closeForgottenTalk(world.deps)
    expect(await flags()).toEqual({ f0: 0, f1: 1, f2: 3, f3: 3, back: 2 })
  })

  it('is closed by a recurring job', () => {
    const nothing = async () => {}
    const regular = { remind: nothing, sweep: nothing, notifySellers: nothing, notifyFees: nothing }
    const jobs = recurringJobs(world.deps, {
      ...regular,
      issueInvoices: nothing,
      reconcileDaily: nothing,
      serveWaiting: nothing,
    })
    expect(jobs.map(({ name }) => name)).toContain('talk')
  })
})
