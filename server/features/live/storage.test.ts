import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { DISK_LAST_BYTES, DISK_RESERVE_BYTES } from '#contract/shared/limits.ts'
import { streams } from '#contract/streams/calls.ts'
import {
  DISK_FULL,
  RECORDING_STOPPED,
  RECORDINGS_FULL,
  RECORDINGS_NEARLY,
} from '#contract/streams/messages.ts'
import { makeEvent, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { deleteRecordings } from './archive/recording-retention.ts'
import { type IngestAt, ingestOf } from './testing/encoder-at.ts'

const GB = 1_000_000_000

describe.each(apiDatabaseNames)('disk space of recordings on %s', (database) => {
  let world: World
  let ingest: IngestAt

  beforeEach(async () => {
    world = await createWorld(database, { LIVE_ROOM_GB: '1' })
    ingest = ingestOf(world)
    await makeRoom(world, 'aoi')
    await makeUser(world, 'fan')
    await makeEvent(world, 'room-aoi', { id: 'live', archive_days: 7 })
    await makeTicket(world, 'live', 'fan')
    world.clock.move(10_000)
  })
  afterEach(() => world.close())

  const params = { id: 'live' }
  const ask = () => world.as('aoi')(streams.getIngest, { params })
  const turn = (publishment_flg: 1 | 3) =>
    world.as('aoi')(streams.setPublishment, { params, body: { publishment_flg } })
  const push = async () => (await ingest.push((await ask()).stream_key))!
  /** Advances ten seconds, in which `bytes` are written. */
  async function write(id: string, bytes: number) {
    world.clock.move(10_000)
    world.recordings.record(id, new Date(world.clock.now().getTime() - 10_000), 5, 1, bytes / 5)
    return ingest.report()
  }
  /** An ended stream of another event of the room. */
  async function earlier(bytes: number) {
    await makeEvent(world, 'room-aoi', { id: 'earlier', publishment_flg: 3 })
    const at = new Date(world.clock.now().getTime() - 86_400_000).toISOString()
    await world.add('broadcast', {
      ...{ id: 'b-earlier', event_id: 'earlier', state: 'ended', folder: 'live/b-earlier' },
      ...{ gaps: '[]', started_at: at, ended_at: at, bytes, kept_until: null },
    })
  }
  /** Sequence numbers of the archive's segments. */
  async function archive() {
    const token = await world.tokenOf('fan')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await world.fetch(`/api/application/live/live/url/archive`, { headers })
    const { url } = (await answer.json()) as { url: string }
    const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
    const text = await (await world.fetch(url, { headers: { cookie } })).text()
    return text.match(/1-\d+\.m4s/g)!
  }

  it('is shown to the owner per event and room, with the quota', async () => {
    await earlier(0.3 * GB)
    const id = await push()
    await turn(1)
    await write(id, 0.1 * GB)
    expect((await ask()).storage).toEqual({
      event_bytes: 0.1 * GB,
      used_bytes: 0.4 * GB,
      quota_bytes: GB,
      notice: null,
    })
    await turn(3)
    world.clock.move(5_000)
    expect((await ask()).storage, 'and after its end').toMatchObject({ event_bytes: 0.1 * GB })
    await makeRoom(world, 'other')
    await makeEvent(world, 'room-other', { id: 'theirs' })
    const otherIngest = await world.as('other')(streams.getIngest, { params: { id: 'theirs' } })
    expect(otherIngest.storage, 'another room').toMatchObject({ used_bytes: 0 })
  })

  it('is limited per room: a stream over the quota goes on unrecorded, after a warning to its owner', async () => {
    await earlier(0.8 * GB)
    const id = await push()
    await turn(1)
    expect(await write(id, 0.09 * GB)).toEqual({ stop: [], preview: [], unkept: [] })
    expect((await ask()).storage.notice).toBeNull()
    await write(id, 0.02 * GB)
    expect((await ask()).storage.notice, 'at nine tenths').toBe(RECORDINGS_NEARLY)
    expect(await write(id, 0.2 * GB)).toMatchObject({ stop: [] })
    // The segment that has begun is kept.
    const from = world.clock.now().getTime() + 1
    expect(await write(id, 0.2 * GB)).toEqual({
      stop: [],
      preview: [],
      unkept: [{ broadcast: id, from }],
    })
    expect(await ask()).toMatchObject({
      status: 'on_air',
      storage: { notice: RECORDING_STOPPED },
    })
    expect((await world.as('fan')(live.getLiveUrl, { params })).url, 'still on').toBeDefined()
    await turn(3)
    // Five segments per write: of those after the fifteenth only the one is recorded that had begun.
    expect(await archive()).toHaveLength(16)
  })

  it('is announced as full before a stream without archive starts', async () => {
    await earlier(GB)
    expect((await ask()).storage.notice).toBe(RECORDINGS_FULL)
    const id = await push()
    await turn(1)
    await write(id, 1_000)
    await write(id, 1_000)
    await turn(3)
    expect(await world.as('fan')(live.getArchiveUrl, { params })).not.toHaveProperty('url')
  })

  it('is freed a day after an archive’s window has closed', async () => {
    const id = await push()
    await turn(1)
    await write(id, 0.5 * GB)
    await turn(3)
    expect(await archive()).toHaveLength(5)
    // Seven days in Japan from the day of the end, plus one.
    const closed = Date.parse('2026-11-27T14:59:59.999Z')
    world.clock.move(closed + 86_400_000 - world.clock.now().getTime())
    expect(await deleteRecordings(world.deps)).toBe(0)
    expect((await ask()).storage.used_bytes).toBe(0.5 * GB)
    world.clock.move(1)
    expect(await deleteRecordings(world.deps)).toBe(1)
    world.clock.move(5_000)
    expect((await ask()).storage.used_bytes).toBe(0)
    expect(await world.recordings.read(id)).toMatchObject({ segments: [], bytes: 0 })
  })

  it('is required for a new stream; a nearly full disk is reported to the owner', async () => {
    world.recordings.leave(DISK_RESERVE_BYTES - 1)
    expect(await push()).toBeNull()
    expect((await ask()).storage.notice).toBe(DISK_FULL)
    world.recordings.leave(DISK_RESERVE_BYTES)
    expect(await push()).not.toBeNull()
    expect((await ask()).storage.notice).toBeNull()
  })

  it('keeps a last gigabyte free: a running stream goes on unrecorded', async () => {
    const id = await push()
    await turn(1)
    world.recordings.leave(DISK_LAST_BYTES)
    expect(await write(id, 1_000)).toMatchObject({ unkept: [] })
    world.recordings.leave(DISK_LAST_BYTES - 1)
    expect(await write(id, 1_000)).toMatchObject({ stop: [], unkept: [{ broadcast: id }] })
    expect((await ask()).status).toBe('on_air')
  })
})
