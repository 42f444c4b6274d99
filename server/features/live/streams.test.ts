import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { EVENT_ENDED } from '#contract/events/messages.ts'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { live } from '#contract/live/calls.ts'
import { EVENT_WAITING, STREAM_INTERRUPTED, TALK_GOES_ON } from '#contract/live/messages.ts'
import { DISK_RESERVE_BYTES } from '#contract/shared/limits.ts'
import { streams } from '#contract/streams/calls.ts'
import { DROP_GRACE_MS, NOTICED_FOR_MS } from '#contract/streams/limits.ts'
import {
  BITRATE_HIGH,
  BITRATE_LOW,
  CODEC_FOREIGN,
  DISK_FULL,
  KEYFRAMES_FAR,
  PICTURE_NONE,
  PROFILE_FOREIGN,
  REFUSED_CANCELLED,
  REFUSED_ENDED,
  REFUSED_OLD_KEY,
  REFUSED_SUSPENDED,
  REFUSED_UNPUBLISHED,
  SOUND_DRIFTS,
  SOUND_FOREIGN,
  SOUND_LATE,
  SOUND_NONE,
  STAMPS_STILL,
  STREAM_INVALID,
  STREAM_NEEDED,
  STREAM_REPLACED,
  STREAM_SHORT,
  STREAM_SPOILED,
  STREAM_UNWRITTEN,
  UPLINK_SLOW,
} from '#contract/streams/messages.ts'
import { INGEST_PATHS } from '#server/ports/ingest.ts'
import { makeEvent, makeRoom, makeStaff, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { gapsOf } from './broadcast-queries.ts'
import { type IngestAt, ingestOf, MEASURED } from './testing/encoder-at.ts'

describe.each(apiDatabaseNames)('stream of an event on %s', (database) => {
  let world: World
  let ingest: IngestAt

  beforeEach(async () => {
    world = await createWorld(database)
    ingest = ingestOf(world)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'mod', 'guest']) await makeUser(world, name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeEvent(world, 'room-aoi', { id: 'live', archive_days: 7 })
    await makeTicket(world, 'live', 'fan')
    world.clock.move(10_000) // encoders from before the start have been reported by now
  })
  afterEach(() => world.close())

  const params = { id: 'live' }
  const owner = () => world.as('aoi')
  const ask = () => owner()(streams.getIngest, { params })
  const key = async () => (await ask()).stream_key
  const turn = (publishment_flg: 0 | 1 | 2 | 3, user = 'aoi') =>
    world.as(user)(streams.setPublishment, { params, body: { publishment_flg } })
  const event = () =>
    world.db.selectFrom('event').selectAll().where('id', '=', 'live').executeTakeFirstOrThrow()
  const broadcasts = () =>
    world.db.selectFrom('broadcast').selectAll().orderBy('started_at').execute()
  const seen = (user = 'fan') => world.as(user)(live.getLiveUrl, { params })
  /** Records six seconds in three segments. */
  const record = (id: string) =>
    world.recordings.record(id, new Date(world.clock.now().getTime() - 6_000), 3)
  async function goOnAir() {
    const broadcast = (await ingest.push(await key()))!
    await turn(1)
    world.clock.move(6_000)
    await ingest.report()
    record(broadcast)
    return broadcast
  }

  it.each([
    { who: 'a visitor', user: null, status: 401 },
    { who: 'a guest', user: 'guest', status: 404 },
    { who: 'a holder', user: 'fan', status: 404 },
    { who: 'a moderator', user: 'mod', status: 404 },
  ])('shows no key to $who and refuses their steps: $status', async ({ user, status }) => {
    const as = world.as(user)
    const expectedError = { status }
    await expect(as(streams.getIngest, { params })).rejects.toMatchObject(expectedError)
    await expect(as(streams.rotateKey, { params })).rejects.toMatchObject(expectedError)
    await expect(
      as(streams.setPublishment, { params, body: { publishment_flg: 1 } }),
    ).rejects.toMatchObject(expectedError)
    expect(await world.db.selectFrom('stream_key').selectAll().execute()).toEqual([])
  })

  it('has one key, shown to the owner and stored encrypted', async () => {
    await makeEvent(world, 'room-aoi', { id: 'other' })
    const first = await ask()
    expect(first).toMatchObject({
      rtmp_url: 'rtmp://room.test:1935/live',
      status: 'idle',
      health: null,
    })
    expect(first.stream_key).toMatch(/^[\w-]{32}$/)
    expect(await ask()).toEqual(first)
    const other = await owner()(streams.getIngest, { params: { id: 'other' } })
    expect(other.stream_key).not.toBe(first.stream_key)
    const rows = await world.db.selectFrom('stream_key').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(first.stream_key)
  })

  it('shows the owner the tunnel’s address if one is configured', async () => {
    const tunnelUrl = 'rtmps://stream.room.test:1936/live'
    const tunnelled = await createWorld(database, { RTMP_URL: tunnelUrl })
    onTestFinished(tunnelled.close)
    await makeRoom(tunnelled, 'aoi')
    await makeEvent(tunnelled, 'room-aoi', { id: 'live' })
    const { rtmp_url } = await tunnelled.as('aoi')(streams.getIngest, { params })
    expect(rtmp_url).toBe(tunnelUrl)
  })

  it('accepts an encoder with the key until the event ends', async () => {
    expect(await ingest.push('wrong')).toBeNull()
    const streamKey = await key()
    for (const publishment_flg of [0, 1, 2, 3] as const) {
      await world.db.updateTable('event').set({ publishment_flg }).execute()
      expect((await ingest.push(streamKey)) !== null, `${publishment_flg}`).toBe(
        publishment_flg !== 3,
      )
    }
    await world.db.updateTable('event').set({ publishment_flg: 0, status: 'cancelled' }).execute()
    expect(await ingest.push(streamKey)).toBeNull()
  })

  it('is refused while the disk is nearly full', async () => {
    const streamKey = await key()
    world.recordings.leave(DISK_RESERVE_BYTES - 1)
    expect(await ingest.push(streamKey)).toBeNull()
    world.recordings.leave(DISK_RESERVE_BYTES)
    expect(await ingest.push(streamKey)).not.toBeNull()
  })

  it('resumes when it was live, however full the disk is', async () => {
    const streamKey = await key()
    const broadcast = await goOnAir()
    world.recordings.leave(DISK_RESERVE_BYTES - 1)
    await ingest.drop()
    expect(await ask()).toMatchObject({ status: 'interrupted' })
    expect(await ingest.push(streamKey)).toBe(broadcast)
    expect(await ask()).toMatchObject({ status: 'on_air' })
  })

  it('hides the internal API from strangers', async () => {
    for (const path of [INGEST_PATHS.admit, INGEST_PATHS.report, INGEST_PATHS.demo]) {
      expect((await ingest.send(path, { key: await key() }, 'wrong')).status).toBe(404)
    }
    expect((await ingest.send(INGEST_PATHS.demo, {})).status, 'without a demo').toBe(404)
  })

  it('is cut off when its key is replaced', async () => {
    const before = await key()
    const broadcast = await ingest.push(before)
    expect(await ingest.report()).toEqual({ stop: [], preview: [broadcast], unkept: [] })
    const { stream_key } = await owner()(streams.rotateKey, { params })
    expect(stream_key).not.toBe(before)
    expect(await ingest.report()).toEqual({ stop: [broadcast], preview: [], unkept: [] })
    expect(await ingest.push(before)).toBeNull()
    expect(await ingest.push(stream_key)).toBe(broadcast)
  })

  it('is a preview for owner and staff until it goes live', async () => {
    expect(await ask()).toMatchObject({ status: 'idle' })
    const broadcast = (await ingest.push(await key()))!
    record(broadcast)
    expect(await ask()).toMatchObject({ status: 'preview', health: { video: { height: 720 } } })
    expect(await seen()).toEqual({ message: EVENT_WAITING })
    for (const name of ['aoi', 'mod'])
      expect((await seen(name)).url).toMatch(/^\/hls\/view\/[\w-]+\/live\.m3u8$/)
    expect(await turn(1)).toEqual({ publishment_flg: 1 })
    expect(await ask()).toMatchObject({ status: 'on_air' })
    expect(await seen(), 'nothing of the preview').toEqual({ message: EVENT_WAITING })
    world.clock.move(60_000)
    await ingest.report()
    record(broadcast)
    expect((await seen()).url).toMatch(/live\.m3u8$/)
  })

  it('starts only with a picture', async () => {
    await expect(turn(1)).rejects.toMatchObject({ status: 409, message: STREAM_NEEDED })
    await ingest.push(await key(), { pieces: 0 })
    await expect(turn(1)).rejects.toMatchObject({ status: 409, message: STREAM_NEEDED })
    await ingest.push(await key())
    await turn(1)
    expect((await event()).publishment_flg).toBe(1)
  })

  it.each([
    [0, [1]],
    [1, [2, 3]],
    [2, [1, 3]],
    [3, []],
  ] as const)('allows from %i the steps %j only', async (from, allowed) => {
    for (const to of [0, 1, 2, 3] as const) {
      await world.db.deleteFrom('broadcast').execute()
      await world.db.updateTable('event').set({ publishment_flg: 0 }).execute()
      await ingest.push(await key())
      if (from === 1) await turn(1)
      await world.db.updateTable('event').set({ publishment_flg: from }).execute()
      const step = turn(to)
      if ((allowed as readonly number[]).includes(to))
        await expect(step).resolves.toEqual({ publishment_flg: to })
      else await expect(step).rejects.toMatchObject({ status: 409 })
    }
  })

  it('starts once, however often it is requested', async () => {
    await ingest.push(await key())
    const steps = await Promise.allSettled([turn(1), turn(1), turn(1)])
    expect(steps.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await broadcasts()).toMatchObject([{ state: 'on_air' }])
  })

  it('ends once, in either way', async () => {
    await goOnAir()
    const steps = await Promise.allSettled([turn(2), turn(2), turn(2)])
    expect(steps.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await event()).toMatchObject({ publishment_flg: 2 })
  })

  it('is not ended by a late call when it was restarted meanwhile', async () => {
    await goOnAir()
    const { recordings } = world
    const { read } = recordings
    recordings.read = async (id) => {
      recordings.read = read
      await turn(2)
      await ingest.push(await key())
      await turn(1)
      return recordings.read(id)
    }
    await expect(turn(2)).rejects.toMatchObject({ status: 409 })
    expect((await event()).publishment_flg).toBe(1)
    expect(await broadcasts()).toMatchObject([{ state: 'ended' }, { state: 'on_air' }])
  })

  it('starts automatically with the first segment if the owner wants that', async () => {
    await world.db.updateTable('event').set({ auto_start: 1 }).execute()
    const streamKey = await key()
    await ingest.push(streamKey, { pieces: 0 })
    expect((await event()).publishment_flg).toBe(0)
    await ingest.push(streamKey)
    expect((await event()).publishment_flg).toBe(1)
    await turn(2)
    await ingest.push(streamKey)
    expect((await event()).publishment_flg, 'not after the end').toBe(2)
  })

  it('survives a drop and resumes the same recording with a marked gap', async () => {
    const broadcast = await goOnAir()
    await ingest.drop()
    expect(await ask()).toMatchObject({ status: 'interrupted', health: null })
    expect((await event()).publishment_flg).toBe(1)
    expect(await seen()).toMatchObject({ message: STREAM_INTERRUPTED, url: expect.any(String) })
    const from = world.clock.now().toISOString()
    await ingest.wait(DROP_GRACE_MS - 1)
    expect(await ingest.push(await key(), { pieces: 0 })).toBe(broadcast)
    expect(await ask(), 'no picture yet').toMatchObject({ status: 'interrupted' })
    await ingest.push(await key())
    const to = world.clock.now().toISOString()
    expect(await ask()).toMatchObject({ status: 'on_air' })
    expect(await seen()).toEqual({ url: expect.any(String) })
    expect((await broadcasts()).map(gapsOf)).toEqual([[{ from, to }]])
  })

  it('ends after two minutes without encoder, and can be started again', async () => {
    await goOnAir()
    await ingest.drop()
    await ingest.wait(DROP_GRACE_MS)
    expect(await event()).toMatchObject({ publishment_flg: 2, archive: 1 })
    const again = await ingest.push(await key())
    await turn(1)
    expect(await event()).toMatchObject({ publishment_flg: 1, archive: 0 })
    expect(await broadcasts()).toMatchObject([{ state: 'ended' }, { id: again, state: 'on_air' }])
  })

  it('counts as dropped while the ingest process is silent, and resumes with its next report', async () => {
    await goOnAir()
    await ingest.wait(5_999)
    expect(await ask()).toMatchObject({ status: 'on_air' })
    await ingest.wait(1)
    expect(await ask()).toMatchObject({ status: 'interrupted' })
    await ingest.report()
    expect(await ask()).toMatchObject({ status: 'on_air' })
  })

  it('counts as dropped in time, although the clock was ahead at the last report (72)', async () => {
    world.clock.move(HOUR_MS)
    await goOnAir()
    world.clock.move(-HOUR_MS)
    await ingest.wait(0)
    await ingest.wait(5_999)
    expect(await ask()).toMatchObject({ status: 'on_air' })
    await ingest.wait(1)
    expect(await ask()).toMatchObject({ status: 'interrupted' })
  })

  it('counts as dropped while the encoder sends nothing new, and ends if that persists', async () => {
    await goOnAir()
    ingest.standStill(true)
    await ingest.report()
    world.clock.move(29_999)
    await ingest.report()
    expect(await ask()).toMatchObject({ status: 'on_air' })
    world.clock.move(1)
    await ingest.report()
    expect(await ask()).toMatchObject({ status: 'interrupted', health: { video: {} } })
    ingest.standStill(false)
    await ingest.report()
    expect(await ask()).toMatchObject({ status: 'on_air' })
    ingest.standStill(true)
    for (const ms of [30_000, DROP_GRACE_MS - 1]) {
      world.clock.move(ms)
      await ingest.report()
    }
    expect(await event()).toMatchObject({ publishment_flg: 1 })
    world.clock.move(1)
    await ingest.report()
    expect(await event()).toMatchObject({ publishment_flg: 2, archive: 1 })
  })

  it('ends in time when the encoder comes back without a picture', async () => {
    await goOnAir()
    await ingest.drop()
    await ingest.push(await key(), { pieces: 0 })
    world.clock.move(DROP_GRACE_MS - 1)
    await ingest.report()
    expect(await ask()).toMatchObject({ status: 'interrupted' })
    world.clock.move(1)
    await ingest.report()
    expect(await event()).toMatchObject({ publishment_flg: 2 })
  })

  it('stays live when one process is disconnected from the bus', async () => {
    const { bus } = world.deps
    let isCut = false
    const other = world.openNode({
      ...bus,
      subscribe: (topic, listener) => bus.subscribe(topic, (word) => isCut || listener(word)),
    })
    const goesBy = async (ms: number) => {
      world.clock.move(ms)
      await ingest.report()
      await other.streams.sweep()
    }
    await goesBy(30_000)
    await goOnAir()
    isCut = true
    for (const ms of [5_999, 1, 20_000]) await goesBy(ms)
    expect(await broadcasts()).toMatchObject([{ state: 'on_air', gaps: '[]' }])
    isCut = false
    await goesBy(5_000)
    expect(await broadcasts()).toMatchObject([{ state: 'on_air', gaps: '[]' }])
    await ingest.drop()
    await other.streams.sweep()
    expect(await broadcasts()).toMatchObject([{ state: 'interrupted' }])
  })

  it.each([
    [2, TALK_GOES_ON],
    [3, EVENT_ENDED],
  ] as const)(
    'has an archive of the same segments right after its end: %i',
    async (to, message) => {
      const broadcast = await goOnAir()
      await turn(to)
      expect(await event()).toMatchObject({
        publishment_flg: to,
        archive: 1,
        archive_until: '2026-11-27T14:59:59.999Z', // end of the seventh day in Japan
      })
      expect(await ingest.report()).toMatchObject({ stop: [broadcast] })
      expect(await seen()).toEqual({ message })
      const { url } = await world.as('fan')(live.getArchiveUrl, { params })
      expect(url).toMatch(/archive\.m3u8$/)
    },
  )

  it('has no archive if the owner wants none or nothing was recorded', async () => {
    await ingest.push(await key())
    await turn(1)
    await turn(2)
    expect(await event(), 'nothing was recorded').toMatchObject({ archive: 0, archive_until: null })
    await world.db.updateTable('event').set({ archive_days: 0 }).execute()
    await goOnAir()
    await turn(3)
    expect(await event()).toMatchObject({ archive: 0, archive_until: null })
  })

  it('is deleted as an abandoned preview', async () => {
    const broadcast = (await ingest.push(await key()))!
    record(broadcast)
    await ingest.drop()
    await ingest.wait(9 * 60_000)
    expect(await broadcasts()).toHaveLength(1)
    await ingest.wait(60_000)
    expect(await broadcasts()).toEqual([])
    expect((await world.recordings.read(broadcast)).segments).toEqual([])
  })

  it('is cut off when its event is cancelled', async () => {
    const broadcast = await goOnAir()
    await world.db.updateTable('event').set({ status: 'cancelled' }).execute()
    expect(await ingest.report()).toMatchObject({ stop: [broadcast] })
    expect(await broadcasts()).toMatchObject([{ state: 'ended' }])
  })

  it('ends when its room is suspended, so that it can start again', async () => {
    const broadcast = await goOnAir()
    const rooms = world.db.updateTable('room').where('id', '=', 'room-aoi')
    await rooms.set({ state: 9 }).execute()
    expect(await ingest.report()).toMatchObject({ stop: [broadcast] })
    expect(await event()).toMatchObject({ publishment_flg: 2, archive: 1 })
    await rooms.set({ state: 1 }).execute()
    expect(await ingest.push(await key())).not.toBeNull()
    expect(await turn(1)).toEqual({ publishment_flg: 1 })
  })

  it('tells the owner for ten minutes what was wrong with a stream, the newest first', async () => {
    const good = { ...MEASURED, doubts: [] }
    const notices = async () => (await ask()).notices
    await ingest.push(await key(), { measured: { ...good, doubts: ['soundLate'] } })
    expect(await notices()).toEqual([])
    const sounded = world.clock.now().toISOString()
    world.clock.move(1_000)
    await ingest.push(await key(), { measured: { ...good, doubts: ['slow'] } })
    expect(await notices()).toEqual([{ text: SOUND_LATE, at: sounded }])
    const arrived = world.clock.now().toISOString()
    await ingest.drop()
    expect(await notices()).toEqual([
      { text: UPLINK_SLOW, at: arrived },
      { text: SOUND_LATE, at: sounded },
    ])
    world.clock.move(NOTICED_FOR_MS - 1_000)
    expect(await notices()).toEqual([{ text: UPLINK_SLOW, at: arrived }])
    world.clock.move(1_000)
    expect(await notices()).toEqual([])
  })

  it('tells the owner for ten minutes that a stream was refused, and when', async () => {
    world.recordings.leave(DISK_RESERVE_BYTES - 1)
    expect(await ingest.push(await key())).toBeNull()
    const refused = { text: DISK_FULL, at: world.clock.now().toISOString() }
    world.recordings.leave(DISK_RESERVE_BYTES)
    expect((await ask()).notices).toEqual([refused])
    world.clock.move(NOTICED_FOR_MS)
    expect((await ask()).notices).toEqual([])
  })

  it.each([
    { how: 'has ended', event: { publishment_flg: 3 } as const, room: {}, text: REFUSED_ENDED },
    { how: 'is a draft', event: { status: 'draft' } as const, room: {}, text: REFUSED_UNPUBLISHED },
    {
      ...{ how: 'is cancelled', event: { status: 'cancelled' } as const, room: {} },
      text: REFUSED_CANCELLED,
    },
    {
      ...{ how: 'is in a suspended room', event: {}, room: { state: 9 } as const },
      text: REFUSED_SUSPENDED,
    },
  ])(
    'tells the owner for ten minutes that a stream was refused, as the event $how',
    async (one) => {
      const streamKey = await key()
      await world.db
        .updateTable('event')
        .set({ updated_at: '', ...one.event })
        .execute()
      await world.db
        .updateTable('room')
        .set({ updated_at: '', ...one.room })
        .execute()
      expect(await ingest.push(streamKey)).toBeNull()
      const refused = { text: one.text, at: world.clock.now().toISOString() }
      expect((await ask()).notices).toEqual([refused])
      world.clock.move(NOTICED_FOR_MS)
      expect((await ask()).notices).toEqual([])
    },
  )

  it('tells the owner on each process that an encoder still has a former key', async () => {
    const { fetch } = world.openNode(world.deps.bus)
    const other = ingestOf({ ...world, fetch })
    const before = await key()
    await owner()(streams.rotateKey, { params })
    expect(await ingest.push('never a key')).toBeNull()
    expect((await ask()).notices).toEqual([])
    expect(await other.push(before)).toBeNull()
    expect((await ask()).notices).toMatchObject([{ text: REFUSED_OLD_KEY }])
  })

  it.each([
    ['replaced', STREAM_REPLACED],
    ['invalid', STREAM_INVALID],
  ] as const)('tells the owner why an encoder was disconnected: %s', async (why, text) => {
    const broadcast = (await ingest.push(await key()))!
    await ingest.report([{ broadcast, why }])
    expect((await ask()).notices).toMatchObject([{ text }])
  })

  it('gives the owner advice on the encoder’s settings', async () => {
    const video = { codec: 'avc1.64001f', width: 1280, height: 720, fps: 30, kbps: 3_000 }
    const adviceFor = async (measured: object) => {
      await ingest.push(await key(), { measured: { spoiled: 0, ...measured } as never })
      return (await ask()).health?.advice
    }
    const audio = { codec: 'mp4a.40.2', kbps: 128 }
    expect(await adviceFor({ video: { ...video, keyframe_s: 2 }, audio, foreign: [] })).toEqual([])
    expect(
      await adviceFor({ video: { ...video, keyframe_s: 10 }, audio: null, foreign: [] }),
    ).toEqual([KEYFRAMES_FAR, SOUND_NONE])
    expect(await adviceFor({ video: null, audio, foreign: ['video'] })).toEqual([CODEC_FOREIGN])
    expect(await adviceFor({ video: null, audio, foreign: [] })).toEqual([PICTURE_NONE])
    const rates = [
      [299, [BITRATE_LOW]],
      [300, []],
      [12_000, []],
      [12_001, [BITRATE_HIGH]],
    ] as const
    for (const [kbps, advice] of rates)
      expect(
        await adviceFor({ video: { ...video, keyframe_s: 4, kbps }, audio, foreign: [] }),
      ).toEqual(advice)
    const mute = { video: { ...video, keyframe_s: 2 }, audio: null, foreign: ['audio'] }
    expect(await adviceFor(mute)).toEqual([SOUND_FOREIGN])
    const good = { video: { ...video, keyframe_s: 2 }, audio, foreign: [] }
    for (const profile of ['6e', '7a', 'f4'])
      expect(
        await adviceFor({ ...good, video: { ...good.video, codec: `avc1.${profile}001f` } }),
      ).toEqual([PROFILE_FOREIGN])
    for (const [doubt, text] of [
      ['soundLate', SOUND_LATE],
      ['soundDrifts', SOUND_DRIFTS],
      ['still', STAMPS_STILL],
      ['slow', UPLINK_SLOW],
      ['short', STREAM_SHORT],
    ])
      expect(await adviceFor({ ...good, doubts: [doubt] })).toEqual([text])
    expect(await adviceFor({ ...good, unwritten: true })).toEqual([STREAM_UNWRITTEN])
    expect(await adviceFor({ ...good, spoiled: 1 })).toEqual([STREAM_SPOILED])
    expect(world.streams.totals().spoiledRuns).toBe(1)
  })
})
