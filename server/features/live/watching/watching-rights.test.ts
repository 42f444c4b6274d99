import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { ARCHIVE_NOT_INCLUDED, EVENT_ENDED } from '#contract/events/messages.ts'
import { live } from '#contract/live/calls.ts'
import { RIGHT_KEPT_MS } from '#contract/live/limits.ts'
import { ARCHIVE_NONE, EVENT_WAITING, TALK_GOES_ON } from '#contract/live/messages.ts'
import { orders } from '#contract/orders/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import { type Bus, memoryBus } from '#server/ports/bus.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import {
  makeEvent,
  makeMember,
  makeRoom,
  makeSeller,
  makeStaff,
  makeUser,
} from '#server/testing/make.ts'
import { apiDatabaseNames, databaseNames } from '#server/testing/names.ts'
import { openTwoBuses } from '#server/testing/two-buses.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { type Browser, browserOf, linesOf } from '../testing/browser.ts'
import { type IngestAt, ingestOf } from '../testing/encoder-at.ts'

const params = { id: 'live' }

/** A paid event with a stream; the fan has bought a ticket. */
async function startStream(world: World) {
  await makeRoom(world, 'aoi')
  await makeSeller(world, 'aoi')
  for (const name of ['fan', 'mod', 'guest']) await makeUser(world, name)
  await makeStaff(world, 'room-aoi', 'mod', 'moderator')
  await makeMember(world, 'room-aoi', 'fan')
  await makeEvent(world, 'room-aoi', { id: 'live', amount: 1_980, archive_days: 7 })
  const fan = world.as('fan')
  const join = { event_id: 'live', token: 'tok_visa' }
  const { paymentIntent } = await fan(events.startJoin, { body: join })
  world.payments.confirm(paymentIntent.id)
  await fan(events.join, { body: { event_id: 'live', paymentIntentId: paymentIntent.id } })
  const ingest = ingestOf(world)
  const { stream_key } = await world.as('aoi')(streams.getIngest, { params })
  const broadcast = (await ingest.push(stream_key))!
  return { ingest, broadcast }
}
const turn = (world: World, publishment_flg: 1 | 2 | 3) =>
  world.as('aoi')(streams.setPublishment, { params, body: { publishment_flg } })
/** The owner refunds the fan's ticket. */
async function refund(world: World) {
  const { items } = await world.as('aoi')(orders.listSales, { query: {} })
  await world.as('aoi')(orders.refund, { params: { id: items[0]!.id } })
}
/** Records ten seconds of the stream. */
async function record(world: World, ingest: IngestAt, broadcast: string) {
  const from = world.clock.now()
  world.clock.move(10_000)
  world.recordings.record(broadcast, from, 5)
  await ingest.report()
}

describe.each(apiDatabaseNames)('right to watch, on %s', (database) => {
  let world: World
  let ingest: IngestAt
  let broadcast: string
  beforeEach(async () => {
    world = await createWorld(database)
    ;({ ingest, broadcast } = await startStream(world))
  })
  afterEach(() => world.close())

  it.each(['live', 'archive'] as const)(
    'is bound to the viewer for an address of the %s, and short-lived for a segment (48)',
    async (kind) => {
      await turn(world, 1)
      await record(world, ingest, broadcast)
      if (kind === 'archive') await turn(world, 3)
      const fan = await browserOf(world, 'fan')
      const address = await fan[kind]()
      const segments = linesOf(await (await fan.get(address)).text())
      const urls = segments.map((segment) => new URL(segment, `http://room.test${address}`))
      const own = urls.at(-1)!.pathname + urls.at(-1)!.search
      const link = kind === 'live' ? own : (await fan.get(own)).headers.get('location')!
      const nobody = await browserOf(world, 'guest')
      const staff = await browserOf(world, 'mod')
      await staff[kind]()
      for (const stranger of [nobody, staff])
        for (const path of kind === 'live' ? [address] : [address, own])
          expect((await stranger.get(path)).status, path).toBe(403)
      // No path works without its signature.
      const path = link.split('?')[0]!
      const folder = path.slice(0, path.lastIndexOf('/'))
      for (const bare of [path, `${folder}/1.mp4`, `${folder}/index`])
        expect((await nobody.get(bare)).status, bare).toBe(403)
      for (const bare of [`/live/${broadcast}/1-0.m4s`, `/media/live/${broadcast}/1-0.m4s`])
        expect((await nobody.get(bare)).status, bare).toBe(404)
      expect((await nobody.get(link)).status, 'a copied link of a piece').toBe(200)
      world.clock.move(5 * 60_000)
      expect((await nobody.get(link)).status, 'five minutes later').toBe(403)
    },
  )

  it('has no archive with a ticket to the live stream alone, also not by an older address', async () => {
    await turn(world, 1)
    await record(world, ingest, broadcast)
    await turn(world, 3)
    const fan = await browserOf(world, 'fan')
    const address = await fan.archive()
    const segments = linesOf(await (await fan.get(address)).text())
    const own = new URL(segments[0]!, `http://room.test${address}`).pathname
    const captions = { ...params, language: 'ja' }
    const refused = { status: 403, message: ARCHIVE_NOT_INCLUDED }
    const call = world.as('fan')
    const gates = [
      () => call(live.getArchiveUrl, { params }),
      () => call(live.getReplay, { params, query: { from: world.clock.now().toISOString() } }),
      () => call(live.listCaptions, { params }),
      () => call(live.getCaption, { params: captions }),
    ]
    const body = new Blob(['WEBVTT\n\n00:01.000 --> 00:02.000\nい'], {
      type: 'application/octet-stream',
    })
    await world.as('aoi')(live.putCaption, { params: captions, body })
    for (const ask of gates) await expect(ask()).resolves.toBeDefined()
    await world.db.updateTable('entitlement').set({ live_only: 1 }).execute()
    world.clock.move(RIGHT_KEPT_MS)
    await world.deps.bus.publish(RIGHTS_CHANGED, 'fan')
    for (const ask of gates) await expect(ask()).rejects.toMatchObject(refused)
    for (const path of [address, own]) expect((await fan.get(path)).status, path).toBe(403)
    // Hosts have everything, whatever ticket they hold.
    await world.db.updateTable('entitlement').set({ user_id: 'mod' }).execute()
    const staff = await browserOf(world, 'mod')
    expect((await staff.get(await staff.archive())).status).toBe(200)
  })

  it('has the live stream with a ticket to it alone, and the talk after it', async () => {
    await world.db.updateTable('entitlement').set({ live_only: 1 }).execute()
    await turn(world, 1)
    await record(world, ingest, broadcast)
    const fan = await browserOf(world, 'fan')
    const address = await fan.live()
    expect((await fan.get(address)).status).toBe(200)
    await turn(world, 2)
    expect((await fan.get(address)).status, 'its last seconds').toBe(200)
    const line = { params, body: { message: '楽しかった' } }
    await expect(world.as('fan')(live.postTalk, line)).resolves.toBeDefined()
    const { url, message } = await world.as('fan')(live.getLiveUrl, { params })
    expect({ url, message }).toEqual({ message: TALK_GOES_ON })
  })

  it('ends at once with a refund during the stream; segment links expire in five minutes (49)', async () => {
    await turn(world, 1)
    await record(world, ingest, broadcast)
    const fan = await browserOf(world, 'fan')
    const address = await fan.live()
    const link = linesOf(await (await fan.get(address)).text()).at(-1)!
    await refund(world)
    expect((await fan.get(address)).status).toBe(403)
    await expect(world.as('fan')(live.getLiveUrl, { params })).rejects.toMatchObject({
      status: 403,
    })
    world.clock.move(5 * 60_000)
    expect((await fan.get(link)).status).toBe(403)
  })

  it('ends after an unannounced refund in time, although the clock was ahead at the last request (49, 72)', async () => {
    const hourMs = 3_600_000
    await turn(world, 1)
    world.clock.move(hourMs)
    await record(world, ingest, broadcast)
    const fan = await browserOf(world, 'fan')
    const address = await fan.live()
    expect((await fan.get(address)).status).toBe(200)
    world.clock.move(-hourMs)
    await world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()
    world.clock.move(RIGHT_KEPT_MS)
    expect((await fan.get(address)).status).toBe(403)
  })

  it('gives polling viewers the state, but no address before the start or after the end (50)', async () => {
    const stateFor = async (
      user: string,
      call: typeof live.getLiveUrl | typeof live.getArchiveUrl,
    ) => {
      const { url, message } = await world.as(user)(call, { params })
      return url ? 'an address' : message
    }
    const all = async () => [
      await stateFor('fan', live.getLiveUrl),
      await stateFor('fan', live.getArchiveUrl),
      await stateFor('aoi', live.getLiveUrl),
    ]
    expect(await all(), 'nothing was sent').toEqual([EVENT_WAITING, ARCHIVE_NONE, EVENT_WAITING])
    await record(world, ingest, broadcast)
    expect(await all(), 'a preview').toEqual([EVENT_WAITING, ARCHIVE_NONE, 'an address'])
    await turn(world, 1)
    await record(world, ingest, broadcast)
    expect(await all(), 'on the air').toEqual(['an address', ARCHIVE_NONE, 'an address'])
    const fan = await browserOf(world, 'fan')
    const address = await fan.live()
    await turn(world, 2)
    expect(await all(), 'the talk goes on').toEqual([TALK_GOES_ON, 'an address', TALK_GOES_ON])
    expect(await (await fan.get(address)).text()).toContain('#EXT-X-ENDLIST')
    await turn(world, 3)
    expect(await all(), 'over').toEqual([EVENT_ENDED, 'an address', EVENT_ENDED])
    await world.db.updateTable('event').set({ archive: 0 }).execute()
    world.clock.move(10_000)
    expect(await all(), 'and no archive').toEqual([EVENT_ENDED, ARCHIVE_NONE, EVENT_ENDED])
  })

  it('shows a holder nothing of the preview by an address from before the start (50)', async () => {
    await record(world, ingest, broadcast)
    const staff = await browserOf(world, 'mod')
    const seen = await staff.live()
    expect((await staff.get(seen)).status).toBe(200)
    // The owner's address in a holder's browser, and a holder's own guess.
    const fan = await browserOf(world, 'fan')
    expect((await fan.open(live.getLiveUrl)).body).toEqual({ message: EVENT_WAITING })
    expect((await fan.get(seen)).status).toBe(403)
    await turn(world, 1)
    await record(world, ingest, broadcast)
    const text = await (await fan.get(await fan.live())).text()
    // The first of the five had begun before the press.
    expect(linesOf(text), 'from the start on').toHaveLength(4)
  })
})

describe.runIf(databaseNames.includes('postgres'))('two processes sharing the viewers', () => {
  let world: World
  let buses: Bus[]
  let ingest: IngestAt
  let broadcast: string
  beforeEach(async () => {
    buses = await openTwoBuses()
    world = await createWorld('postgres', {}, buses[0])
    ;({ ingest, broadcast } = await startStream(world))
    await turn(world, 1)
    await record(world, ingest, broadcast)
  })
  afterEach(async () => {
    await world.close()
    await Promise.all(buses.map((bus) => bus.close()))
  })

  const lost = {
    'a refund': () => refund(world),
    'a ban': () => world.as('aoi')(live.banFromTalk, { params, body: { name: 'fan' } }),
  }
  it.each(Object.keys(lost) as (keyof typeof lost)[])(
    'stop the stream at the other process after %s: at once by bus message, otherwise within a minute',
    async (how) => {
      const [other, deaf] = [world.openNode(buses[1]!), world.openNode(memoryBus())]
      const fan = await browserOf(world, 'fan', other.fetch)
      const address = await fan.live()
      const at = (node: { fetch: World['fetch'] }) => fan.get(address, {}, node.fetch)
      for (const node of [world, other, deaf]) expect((await at(node)).status).toBe(200)
      await lost[how]()
      expect((await at(world)).status).toBe(403)
      await vi.waitFor(async () => expect((await at(other)).status).toBe(403))
      expect((await at(deaf)).status, 'believed for some seconds').toBe(200)
      world.clock.move(RIGHT_KEPT_MS)
      expect((await at(deaf)).status).toBe(403)
    },
  )

  it('count the browsers of one ticket together', async () => {
    const other = world.openNode(buses[1]!)
    const browsers: { browser: Browser; address: string }[] = []
    for (const node of [world, other, world, other]) {
      const browser = await browserOf(world, 'fan', node.fetch)
      browsers.push({ browser, address: await browser.live() })
      world.clock.move(1)
    }
    const seen = ({ fetch }: Pick<World, 'fetch'>) =>
      Promise.all(
        browsers.map(
          async ({ browser, address }) => (await browser.get(address, {}, fetch)).status,
        ),
      )
    for (const node of [world, other])
      await vi.waitFor(async () => expect(await seen(node)).toEqual([410, 200, 200, 200]))
  })
})
