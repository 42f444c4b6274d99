import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { makeEvent, makeMember, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { findAudience, sayLine } from './audience.ts'
import { AFTER_BREAK, HOST } from './plans/talk-lines.ts'

describe("audience of the demo's event on air", () => {
  let world: World

  beforeEach(async () => {
    world = await createWorld('sqlite')
    await makeRoom(world, 'aoi')
    for (const name of ['guest', 'other']) await makeUser(world, name)
    await makeUser(world, 'fan', { password_hash: 'a hash' })
    await makeEvent(world, 'room-aoi', { id: 'night', publishment_flg: 1 })
    for (const name of ['guest', 'other', 'fan']) {
      await makeMember(world, 'room-aoi', name)
      await makeTicket(world, 'night', name)
    }
    await world.add('broadcast', {
      ...{ id: 'b', event_id: 'night', state: 'on_air', folder: 'demo/b', gaps: '[]' },
      ...{ started_at: world.clock.now().toISOString() },
      ...{ ended_at: null, bytes: null, kept_until: null },
    })
  })
  afterEach(() => world.close())

  const listTalk = async () =>
    (await world.as('fan')(live.listTalk, { params: { id: 'night' }, query: {} }))!

  it('speaks as the host and as holders who cannot log in themselves', async () => {
    const audience = (await findAudience(world.deps))!
    expect(audience).toMatchObject({ hostId: 'aoi', guestIds: ['guest', 'other'], posted: 0 })
    const hosts = AFTER_BREAK.findIndex((line) => line.startsWith(HOST))
    for (let n = 0; n <= hosts; n++) await sayLine(world.talk, audience, n)
    const lines = await listTalk()
    expect(lines.map(({ message }) => message)).toEqual(
      AFTER_BREAK.slice(0, hosts + 1).map((line) => line.replace(HOST, '')),
    )
    expect(lines.at(-1)!.is_owner).toBe(true)
    expect(lines.slice(0, -1).some(({ is_owner }) => is_owner)).toBe(false)
  })

  it('goes on after a restart where it was, and repeats no line', async () => {
    const audience = (await findAudience(world.deps))!
    for (const n of [0, 1, 1]) await sayLine(world.talk, audience, n)
    expect(await listTalk()).toHaveLength(2)
    await expect(findAudience(world.deps)).resolves.toMatchObject({ posted: 2 })
  })

  it('is silent once the event is over, and where no event of the demo is on air', async () => {
    const audience = (await findAudience(world.deps))!
    await world.db.updateTable('event').set({ publishment_flg: 3 }).execute()
    await expect(sayLine(world.talk, audience, 0)).rejects.toThrow()
    await world.db.updateTable('broadcast').set({ folder: 'live/b' }).execute()
    await expect(findAudience(world.deps)).resolves.toBeNull()
  })
})
