import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { live } from '#contract/live/calls.ts'
import { ARCHIVE_NONE } from '#contract/live/messages.ts'
import { streams } from '#contract/streams/calls.ts'
import { makeEvent, makeRoom, makeStaff, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { type Browser, browserOf, linesOf } from '../testing/browser.ts'
import { type IngestAt, ingestOf } from '../testing/encoder-at.ts'

const PIECES = 5

describe.each(apiDatabaseNames)('deletion of an archive by its owner on %s', (database) => {
  let world: World
  let ingest: IngestAt
  let fan: Browser
  const params = { id: 'live' }

  beforeEach(async () => {
    world = await createWorld(database)
    ingest = ingestOf(world)
    await makeRoom(world, 'aoi')
    await makeRoom(world, 'mio')
    for (const name of ['fan', 'other', 'mod', 'guest']) await makeUser(world, name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeEvent(world, 'room-aoi', { id: 'live', archive_days: 7 })
    for (const name of ['fan', 'other']) await makeTicket(world, 'live', name)
    fan = await browserOf(world, 'fan')
  })
  afterEach(() => world.close())

  const turn = (publishment_flg: 1 | 2 | 3) =>
    world.as('aoi')(streams.setPublishment, { params, body: { publishment_flg } })
  const event = () => world.as('fan')(events.getEvent, { params })
  const remove = (user: string | null = 'aoi') => world.as(user)(streams.deleteArchive, { params })
  const settle = () => world.deliver()
  async function broadcastFor(segments: number) {
    const { stream_key } = await world.as('aoi')(streams.getIngest, { params })
    const id = (await ingest.push(stream_key))!
    await turn(1)
    const from = world.clock.now()
    world.clock.move(segments * 2_000)
    await ingest.report()
    world.recordings.record(id, from, segments)
    return id
  }
  const emails = () => world.mail.sent.filter(({ subject }) => subject.includes('見逃し配信'))

  it('is possible for the owner only, and only while an archive exists', async () => {
    await expect(remove(), 'before').rejects.toMatchObject({ status: 409, message: ARCHIVE_NONE })
    await broadcastFor(PIECES)
    await expect(remove(), 'on the air').rejects.toMatchObject({ status: 409 })
    await turn(2)
    await expect(remove(null)).rejects.toMatchObject({ status: 401 })
    for (const user of ['fan', 'guest', 'mod', 'mio'])
      await expect(remove(user), user).rejects.toMatchObject({ status: 404 })
    await remove()
    await expect(remove(), 'twice').rejects.toMatchObject({ status: 409 })
  })

  it('is refused after the window has closed', async () => {
    await broadcastFor(PIECES)
    await turn(3)
    world.clock.move(9 * DAY_MS)
    await expect(remove()).rejects.toMatchObject({ status: 409, message: ARCHIVE_NONE })
    expect((await event()).archive_deleted_at).toBeNull()
  })

  it('blocks access at once, and removes the files', async () => {
    const broadcast = await broadcastFor(PIECES)
    await turn(3)
    const address = await fan.archive()
    const segments = linesOf(await (await fan.get(address)).text())
    const segment = new URL(segments[0]!, `http://room.test${address}`).pathname
    const signed = (await fan.get(segment)).headers.get('location')!
    expect((await fan.get(signed)).status).toBe(200)

    await remove()
    for (const path of [address, segment]) expect((await fan.get(path)).status, path).toBe(404)
    expect((await fan.open(live.getArchiveUrl)).body).toEqual({ message: ARCHIVE_NONE })
    expect(await event()).toMatchObject({
      archive: 0,
      archive_deleted_at: world.clock.now().toISOString(),
    })
    await settle()
    expect((await fan.get(signed)).status, 'also where it was signed before').toBe(404)
    expect((await world.recordings.read(broadcast)).segments).toEqual([])
    const { storage } = await world.as('aoi')(streams.getIngest, { params })
    expect(storage.event_bytes).toBe(0)
  })

  it('deletes the captions', async () => {
    await broadcastFor(PIECES)
    await turn(3)
    const body = new Blob(['WEBVTT\n\n00:01.000 --> 00:02.000\nい'], {
      type: 'application/octet-stream',
    })
    await world.as('aoi')(live.putCaption, { params: { ...params, language: 'ja' }, body })
    const captions = () => world.as('aoi')(live.listCaptions, { params })
    expect(await captions()).toHaveLength(1)
    await remove()
    expect(await captions()).toEqual([])
  })

  it('is announced once to each ticket holder who had it, with a contact', async () => {
    await broadcastFor(PIECES)
    await makeTicket(world, 'live', 'guest', { live_only: 1 })
    await turn(2)
    await remove()
    await settle()
    await settle()
    expect(
      emails()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(['fan@room.test', 'other@room.test'])
    for (const { text } of emails()) {
      expect(text).toContain('オーナーにより期間の途中で削除されました')
      expect(text).toContain('/community/aoi/seller')
    }
  })

  it('persists when the stream is resumed later', async () => {
    const first = await broadcastFor(PIECES)
    await turn(2)
    await remove()
    // The files still exist: the outbox has not run yet.
    const second = await broadcastFor(2)
    expect((await event()).archive_deleted_at).toBeNull()
    await turn(3)
    const text = await (await fan.get(await fan.archive())).text()
    expect(text).toContain(second)
    expect(text).not.toContain(first)
    expect(linesOf(text)).toHaveLength(2)
    await settle()
    expect(linesOf(await (await fan.get(await fan.archive())).text())).toHaveLength(2)
  })
})
