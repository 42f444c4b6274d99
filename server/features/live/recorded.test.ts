import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { streams } from '#contract/streams/calls.ts'
import { DROP_GRACE_MS } from '#contract/streams/limits.ts'
import { memoryRecordings } from '#server/ports/recordings.ts'
import { makeEvent, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { endedAt, nextSegmentAt } from './recorded.ts'
import { browserOf, linesOf } from './testing/browser.ts'
import { type IngestAt, ingestOf } from './testing/encoder-at.ts'

const params = { id: 'live' }

it('recording ends with its latest segment, also if a run after it is dated earlier', async () => {
  const recordings = memoryRecordings()
  const at = (second: number) => new Date(Date.UTC(2026, 10, 20) + second * 1_000)
  // The first run was sent faster than real time.
  recordings.record('b', at(0), 30)
  recordings.record('b', at(10), 5, 2)
  const now = at(12).toISOString()
  expect(await endedAt({ recordings }, 'b', now)).toBe(at(60).toISOString())
  expect(await nextSegmentAt({ recordings }, 'b', now)).toBe(at(60.001).toISOString())
})

describe.each(apiDatabaseNames)('archive of a stream on %s', (database) => {
  let world: World
  let ingest: IngestAt
  let streamKey: string

  beforeEach(async () => {
    world = await createWorld(database)
    ingest = ingestOf(world)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeEvent(world, 'room-aoi', { id: 'live', archive_days: 7 })
    await makeTicket(world, 'live', 'fan')
    streamKey = (await world.as('aoi')(streams.getIngest, { params })).stream_key
  })
  afterEach(() => world.close())

  const startsByItself = () => world.db.updateTable('event').set({ auto_start: 1 }).execute()
  const turn = (publishment_flg: 1 | 2 | 3) =>
    world.as('aoi')(streams.setPublishment, { params, body: { publishment_flg } })
  const flag = async () => (await world.db.selectFrom('event').selectAll().executeTakeFirst())!
  /** Records segments of two seconds; `skew`: how far the clock of the ingest process is ahead. */
  async function record(broadcast: string, count: number, skew = 0) {
    const from = new Date(world.clock.now().getTime() + skew)
    world.recordings.record(broadcast, from, count)
    world.clock.move(count * 2_000)
    await ingest.report()
  }
  async function archived() {
    const fan = await browserOf(world, 'fan')
    const lines = linesOf(await (await fan.get(await fan.archive())).text())
    return lines.map((line) => Number(/-(\d+)\.m4s$/.exec(line)![1]))
  }

  describe.each([0, HOUR_MS, -HOUR_MS])('whose ingest process is %i ms ahead', (skew) => {
    it('holds all that was sent of a push that begins the event by itself', async () => {
      await startsByItself()
      const broadcast = (await ingest.push(streamKey, { pieces: 0 }))!
      // The first segments are written before the event is on the air.
      world.recordings.record(broadcast, new Date(world.clock.now().getTime() + skew), 2)
      world.clock.move(4_000)
      await ingest.push(streamKey)
      expect((await flag()).publishment_flg).toBe(1)
      await record(broadcast, 10, skew)
      await ingest.drop()
      await ingest.wait(DROP_GRACE_MS)
      expect((await flag()).publishment_flg).toBe(2)
      expect(await archived()).toEqual(Array.from({ length: 12 }, (_, n) => n))
    })

    it('holds what a push sent that left before it was noticed, and began the event', async () => {
      await startsByItself()
      const broadcast = (await ingest.push(streamKey, { pieces: 0 }))!
      world.recordings.record(broadcast, new Date(world.clock.now().getTime() + skew), 3)
      world.clock.move(7_000)
      await ingest.drop()
      expect((await flag()).publishment_flg).toBe(1)
      await ingest.wait(1)
      await ingest.wait(DROP_GRACE_MS)
      expect((await flag()).publishment_flg).toBe(2)
      expect(await archived()).toEqual([0, 1, 2])
    })

    it('holds what was sent from the press that begins the event to the one that ends it', async () => {
      const broadcast = (await ingest.push(streamKey))!
      await record(broadcast, 5, skew)
      await turn(1)
      await record(broadcast, 6, skew)
      await turn(3)
      // Of an encoder that is told late.
      await record(broadcast, 3, skew)
      // The sixth had begun before the press.
      const held = await archived()
      expect(held.slice(0, 5)).toEqual([6, 7, 8, 9, 10])
      expect(held.length).toBeLessThanOrEqual(8)
    })
  })
})
