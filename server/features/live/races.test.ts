import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { WATCHING_BANNED } from '#contract/live/messages.ts'
import { streams } from '#contract/streams/calls.ts'
import { STREAM_STEP_REFUSED } from '#contract/streams/messages.ts'
import { makeEvent, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { ingestOf } from './testing/encoder-at.ts'
import { stored } from './testing/talk-site.ts'
import { CLIENT_ID, delayed, type Guard, unguarded } from './testing/without-guard.ts'

/** Each race runs twice: as it is, and without the guard that decides it, to show the damage. */
describe.each(databaseNames)('races around a stream on %s', (database) => {
  let world: World
  const params = { id: 'live' }

  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeEvent(world, 'room-aoi', { id: 'live', publishment_flg: 1 })
    await makeTicket(world, 'live', 'fan')
  })
  afterEach(() => world.close())

  /** A process of the site, optionally without one guard. */
  const nodeWith = (off?: Guard) =>
    world.openNode(world.deps.bus, off ? unguarded(world.db, off) : world.db)
  type Node = ReturnType<typeof nodeWith>
  const postTalk = (node: Node, client_id?: string) =>
    node.as('fan')(live.postTalk, { params, body: { message: 'やあ', client_id } })
  const ban = (node: Pick<Node, 'as'> = world) =>
    node.as('aoi')(live.banFromTalk, { params, body: { name: 'fan' } })
  const lines = async () => (await stored(world)).map(({ message }) => message)
  const countWaiting = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
    return Number(rows[0]!.waiting)
  }
  // SQLite has one connection, so no call can be answered while another writes.
  const racing = database === 'postgres' ? it : null

  describe('concurrent posts of one message (54)', () => {
    /** Both requests pass the check for duplicates before either writes. */
    async function race(off?: Guard) {
      const node = nodeWith(off)
      const { words: bannedWords } = node.deps
      const assertAllowed = bannedWords.assertAllowed.bind(bannedWords)
      const both = Promise.withResolvers<void>()
      let here = 0
      bannedWords.assertAllowed = async (fields) => {
        if (++here === 2) both.resolve()
        await both.promise
        return assertAllowed(fields)
      }
      const posted = await Promise.all([postTalk(node, CLIENT_ID), postTalk(node, CLIENT_ID)])
      return new Set(posted.map(({ id }) => id)).size
    }

    it('store it once and return the same message', async () => {
      expect(await race()).toBe(1)
      expect(await lines()).toEqual(['やあ'])
    })

    it('store it twice without the guard', async () => {
      expect(await race('sentOnce')).toBe(2)
      expect(await lines()).toEqual(['やあ', 'やあ'])
    })
  })

  describe('a message and the ban of its author (55)', () => {
    /** The ban comes after the check of rights and before the write. */
    async function race(off?: Guard) {
      const node = nodeWith(off)
      const { words: bannedWords } = node.deps
      const assertAllowed = bannedWords.assertAllowed.bind(bannedWords)
      bannedWords.assertAllowed = async (fields) => {
        bannedWords.assertAllowed = assertAllowed
        await ban()
        return assertAllowed(fields)
      }
      return postTalk(node)
    }

    it('store no message after the ban', async () => {
      await expect(race()).rejects.toMatchObject({ status: 403, message: WATCHING_BANNED })
      expect(await lines()).toEqual([])
    })

    it('store the banned author’s message without the guard', async () => {
      await race('ban')
      expect(await lines()).toEqual(['やあ'])
    })

    /** The ban comes between write and commit. Returns the stored lines at the ban's response, and later. */
    async function raceToCommit(off?: Guard) {
      const line = delayed(world.db)
      const saying = postTalk(world.openNode(world.deps.bus, line.db))
      await line.written
      const banning = ban(nodeWith(off)).then(lines)
      try {
        if (off) await banning
        else await expect.poll(countWaiting, { interval: 20 }).toBe(1)
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

  describe('two concurrent starts of a stream', () => {
    /** The second start completes between the first one's check and its write. */
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

    it('succeed once, and viewers see nothing from before the start', async () => {
      expect(await race()).toMatchObject({
        first: { status: 409, message: STREAM_STEP_REFUSED },
        seenFromMs: 0,
      })
    })

    it('succeed twice without the guard, and viewers see part of the preview', async () => {
      expect(await race('steps')).toEqual({ first: { publishment_flg: 1 }, seenFromMs: -5_000 })
    })
  })
})
