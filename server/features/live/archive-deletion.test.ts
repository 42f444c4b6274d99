import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { events } from '#contract/events.ts'
import { live } from '#contract/live.ts'
import { ARCHIVE_NONE } from '#contract/messages.ts'
import { streams } from '#contract/streams.ts'
import { makeEvent, makeRoom, makeStaff, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { type Browser, browserOf, linesOf } from './testing/browser.ts'
import { type IngestAt, ingestOf } from './testing/encoder-at.ts'

const PIECES = 5
const DAY_MS = 24 * 60 * 60_000

describe.each(apiDatabaseNames)('an archive that its owner deletes on %s', (database) => {
  let world: World
  let ingest: IngestAt
  let fan: Browser
  const params = { id: 'live' }

  beforeEach(async () => {
    world = await openWorld(database)
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
  async function broadcastFor(pieces: number) {
    const { stream_key } = await world.as('aoi')(streams.getIngest, { params })
    const id = (await ingest.push(stream_key))!
    await turn(1)
    const from = world.clock.now()
    world.clock.move(pieces * 2_000)
    await ingest.report()
    world.recordings.record(id, from, pieces)
    return id
  }
  const told = () => world.mail.sent.filter(({ subject }) => subject.includes('見逃し配信'))

  it('is its owner’s to delete and nobody else’s, and only while there is one', async () => {
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

  it('is not deleted when its window has closed', async () => {
    await broadcastFor(PIECES)
    await turn(3)
    world.clock.move(9 * DAY_MS)
    await expect(remove()).rejects.toMatchObject({ status: 409, message: ARCHIVE_NONE })
    expect((await event()).archive_deleted_at).toBeNull()
  })

  it('is seen by nobody from that moment on, and its files go', async () => {
    const broadcast = await broadcastFor(PIECES)
    await turn(3)
    const address = await fan.archive()
    const pieces = linesOf(await (await fan.get(address)).text())
    const piece = new URL(pieces[0]!, `http://room.test${address}`).pathname
    const signed = (await fan.get(piece)).headers.get('location')!
    expect((await fan.get(signed)).status).toBe(200)

    await remove()
    for (const path of [address, piece]) expect((await fan.get(path)).status, path).toBe(404)
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

  it('is told to each who has a ticket, once, with whom to ask', async () => {
    await broadcastFor(PIECES)
    await turn(2)
    await remove()
    await settle()
    await settle()
    expect(
      told()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(['fan@room.test', 'other@room.test'])
    for (const { text } of told()) {
      expect(text).toContain('主催者により期間の途中で削除されました')
      expect(text).toContain('/community/aoi/seller')
    }
  })

  it('does not come back with a stream that goes on after it', async () => {
    const first = await broadcastFor(PIECES)
    await turn(2)
    await remove()
    // Before the files are gone: the work of the outbox has not begun.
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
