import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live } from '#contract/live.ts'
import { STREAM_STEP_REFUSED, WATCHING_BANNED } from '#contract/messages.ts'
import { streams } from '#contract/streams.ts'
import { makeEvent, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { ingestOf } from './testing/encoder-at.ts'
import { stored } from './testing/talk-site.ts'
import { CLIENT_ID, type Guard, heldUp, unguarded } from './testing/without-guard.ts'

/** Each race is run twice: as it is, and with the one guard taken away that decides it, to see the damage. */
describe.each(databaseNames)('a race around a stream on %s', (database) => {
  let world: World
  const params = { id: 'live' }

  beforeEach(async () => {
    world = await openWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    await makeTicket(world, 'live', 'fan')
  })
  afterEach(() => world.close())

  /** A process of the site; without a guard, where one is named. */
  const nodeWith = (off?: Guard) =>
    world.openNode(world.deps.bus, off ? unguarded(world.db, off) : world.db)
  type Node = ReturnType<typeof nodeWith>
  const say = (node: Node, client_id?: string) =>
    node.as('fan')(live.postTalk, { params, body: { message: 'やあ', client_id } })
  const ban = (node: Pick<Node, 'as'> = world) =>
    node.as('aoi')(live.banFromTalk, { params, body: { name: 'fan' } })
  const lines = async () => (await stored(world)).map(({ message }) => message)
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    return Number(rows[0]!.waiting)
  }
  // SQLite has one connection: nobody is answered while another writes.
  const racing = database === 'postgres' ? it : null

  describe('54: of the same message, sent twice at once', () => {
    /** Nobody writes before both have seen that it was not sent yet. */
    async function race(off?: Guard) {
      const node = nodeWith(off)
      const { words } = node.deps
      const { demand } = words
      const both = Promise.withResolvers<void>()
      let here = 0
      words.demand = async (fields) => {
        if (++here === 2) both.resolve()
        await both.promise
        return demand(fields)
      }
      const said = await Promise.all([say(node, CLIENT_ID), say(node, CLIENT_ID)])
      return new Set(said.map(({ id }) => id)).size
    }

    it('one is kept, and both are told of that one', async () => {
      expect(await race()).toBe(1)
      expect(await lines()).toEqual(['やあ'])
    })

    it('without the guard everybody reads it twice', async () => {
      expect(await race('sentOnce')).toBe(2)
      expect(await lines()).toEqual(['やあ', 'やあ'])
    })
  })

  describe('55: of a message and the ban of whoever sends it', () => {
    /** They are banned when it is settled that they may speak, and nothing is written yet. */
    async function race(off?: Guard) {
      const node = nodeWith(off)
      const { words } = node.deps
      const { demand } = words
      words.demand = async (fields) => {
        words.demand = demand
        await ban()
        return demand(fields)
      }
      return say(node)
    }

    it('nothing is kept that comes after the ban', async () => {
      await expect(race()).rejects.toMatchObject({ status: 403, message: WATCHING_BANNED })
      expect(await lines()).toEqual([])
    })

    it('without the guard one who is banned is read by all', async () => {
      await race('ban')
      expect(await lines()).toEqual(['やあ'])
    })

    /** They are banned when it is written, and not committed yet. What stood there when the ban was answered, and later. */
    async function raceToCommit(off?: Guard) {
      const line = heldUp(world.db)
      const saying = say(world.openNode(world.deps.bus, line.db))
      await line.written
      const banning = ban(nodeWith(off)).then(lines)
      try {
        if (off) await banning
        else await expect.poll(countWaiting, { timeout: 10_000, interval: 20 }).toBe(1)
      } finally {
        line.goOn()
      }
      await saying
      return { whenBanned: await banning, later: await lines() }
    }

    racing?.('what was written already comes before the ban', async () => {
      expect(await raceToCommit()).toEqual({ whenBanned: ['やあ'], later: ['やあ'] })
    })

    racing?.(
      'without that talk stands still for a ban, one who is banned is read by all',
      async () => {
        expect(await raceToCommit('stillness')).toEqual({ whenBanned: [], later: ['やあ'] })
      },
    )
  })

  describe('of two clicks that put a stream on the air', () => {
    /** The second is answered when it is settled that the first may, and nothing is written yet. */
    async function race(off?: Guard) {
      await world.db.updateTable('event').set({ publishment_flg: 0 }).execute()
      const node = nodeWith(off)
      const owner = node.as('aoi')
      const { stream_key } = await owner(streams.getIngest, { params })
      await ingestOf(world).push(stream_key)
      const turn = () => owner(streams.setPublishment, { params, body: { publishment_flg: 1 } })
      const { recordings, clock } = world
      const { free } = recordings
      recordings.free = async () => {
        recordings.free = free
        clock.move(5_000)
        await turn()
        return free()
      }
      const first = await turn().catch((error: unknown) => error)
      const { started_at } = await world.db
        .selectFrom('broadcast')
        .select('started_at')
        .executeTakeFirstOrThrow()
      return { first, seenFromMs: Date.parse(started_at) - clock.now().getTime() }
    }

    it('one is, and viewers see nothing from before it', async () => {
      expect(await race()).toMatchObject({
        first: { status: 409, message: STREAM_STEP_REFUSED },
        seenFromMs: 0,
      })
    })

    it('without the guard both are, and viewers see what was for the owner alone', async () => {
      expect(await race('steps')).toEqual({ first: { publishment_flg: 1 }, seenFromMs: -5_000 })
    })
  })
})
