import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { EVENT_WAITING } from '#contract/live/messages.ts'
import { streams } from '#contract/streams/calls.ts'
import { DROP_GRACE_MS } from '#contract/streams/limits.ts'
import { ORIGIN_NONE, ORIGIN_REFUSED, ORIGIN_SILENT } from '#contract/streams/messages.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { makeEvent, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { browserOf, linesOf } from '../testing/browser.ts'

/** A real HLS server on localhost, like that of a stream provider: two qualities, segments at another path. */
async function startProvider() {
  const provider = { up: true, moves: true, sequence: 100, answer: '', requests: [] as string[] }
  const head = '#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:2\n'
  const segments = (from: number) =>
    [0, 1, 2].map((n) => `#EXTINF:2,\nhttps://cdn.example.com/${from + n}.ts?sig=x`).join('\n')
  const answers: Record<string, () => string> = {
    '/live/master.m3u8': () =>
      [
        '#EXTM3U',
        '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="音声",URI="audio.m3u8"',
        '#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="fast.m3u8"',
        '#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO="a"',
        'low/index.m3u8?token=himitsu',
        '#EXT-X-STREAM-INF:BANDWIDTH=3000000,AUDIO="a"',
        'high/index.m3u8?token=himitsu',
      ].join('\n'),
    '/live/low/index.m3u8?token=himitsu': () =>
      `${head}#EXT-X-MEDIA-SEQUENCE:${provider.sequence}
#EXT-X-KEY:METHOD=AES-128,URI="https://cdn.example.com/key"
#EXT-X-PART:DURATION=0.5,URI="part.m4s"
${segments(provider.sequence)}\n`,
    '/vod/master.m3u8': () => `${head}#EXT-X-PLAYLIST-TYPE:VOD\n${segments(0)}\n#EXT-X-ENDLIST\n`,
    '/inside.m3u8': () => `${head}#EXTINF:2,\nhttp://10.0.0.1/a.ts\n`,
    '/page': () => '<!doctype html>',
  }
  const server: Server = createServer((request, response) => {
    provider.requests.push(request.url!)
    if (provider.moves) provider.sequence++
    const answer = provider.up && answers[request.url!]
    if (answer) response.end(answer())
    else response.writeHead(404).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return Object.assign(provider, { host, url: `http://${host}`, close })
}

describe.each(apiDatabaseNames)('external stream on %s', (database) => {
  let world: World
  let provider: Awaited<ReturnType<typeof startProvider>>
  beforeEach(async () => {
    provider = await startProvider()
    world = await createWorld(database, { LIVE: 'external', LIVE_ALLOW_HOSTS: provider.host })
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'guest']) await makeUser(world, name)
    for (const id of ['live', 'other']) await makeEvent(world, 'room-aoi', { id, archive_days: 7 })
    await makeTicket(world, 'live', 'fan')
    await makeTicket(world, 'other', 'fan')
    world.clock.move(10_000)
  })
  afterEach(async () => {
    await world.close()
    provider.close()
  })

  const params = { id: 'live' }
  const owner = () => world.as('aoi')
  const ask = () => owner()(streams.getIngest, { params })
  const put = (live_url = `${provider.url}/live/master.m3u8`, archive_url: string | null = null) =>
    owner()(streams.putSource, { params, body: { live_url, archive_url } })
  const turn = (publishment_flg: 1 | 2 | 3) =>
    owner()(streams.setPublishment, { params, body: { publishment_flg } })
  const event = () =>
    world.db.selectFrom('event').selectAll().where('id', '=', 'live').executeTakeFirstOrThrow()
  /** Advances the clock in steps of the server's sweep. */
  async function wait(ms: number) {
    for (let elapsed = 0; elapsed < ms; elapsed += 2_000) {
      world.clock.move(Math.min(2_000, ms - elapsed))
      await world.streams.sweep()
    }
  }
  async function goOnAir() {
    await put(undefined, `${provider.url}/vod/master.m3u8`)
    await wait(4_000)
    await turn(1)
  }

  it('accepts public addresses from the owner only, and stores them encrypted', async () => {
    for (const url of [
      'http://example.com/a.m3u8',
      'https://127.0.0.1/a',
      'https://10.0.0.1/a',
      'x',
    ])
      await expect(put(url), url).rejects.toMatchObject({
        status: 422,
        errors: { live_url: [ORIGIN_REFUSED] },
      })
    const body = { live_url: 'https://stream.example.com/a.m3u8', archive_url: null }
    for (const [user, status] of [
      ['fan', 404],
      [null, 401],
    ] as const)
      await expect(world.as(user)(streams.putSource, { params, body })).rejects.toMatchObject({
        status,
      })
    expect(await put(body.live_url)).toMatchObject({
      driver: 'external',
      source: { ...body, problem: null },
    })
    const rows = await world.db.selectFrom('stream_source').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('stream.example.com')
    expect(await owner()(streams.deleteSource, { params })).toMatchObject({ source: null })
  })

  it('is refused unless external streams are configured', async () => {
    const ours = await createWorld(database)
    await makeRoom(ours, 'aoi')
    await makeEvent(ours, 'room-aoi', { id: 'live' })
    const body = { live_url: 'https://stream.example.com/a.m3u8', archive_url: null }
    await expect(ours.as('aoi')(streams.putSource, { params, body })).rejects.toMatchObject({
      status: 409,
    })
    await ours.close()
  })

  it('goes from preview to live to archive like an ingested one', async () => {
    await put(undefined, `${provider.url}/vod/master.m3u8`)
    expect((await ask()).status).toBe('idle')
    await expect(turn(1)).rejects.toMatchObject({ status: 409 })
    await wait(4_000)
    expect(await ask()).toMatchObject({ status: 'preview', source: { problem: null } })
    expect(await world.as('fan')(live.getLiveUrl, { params })).toEqual({ message: EVENT_WAITING })
    expect((await owner()(live.getLiveUrl, { params })).url).toBeDefined()
    await turn(1)
    expect((await world.as('fan')(live.getLiveUrl, { params })).url).toBeDefined()

    provider.up = false
    await wait(10_000)
    expect(await ask()).toMatchObject({
      status: 'interrupted',
      source: { problem: ORIGIN_SILENT },
    })
    provider.up = true
    await wait(4_000)
    expect(await ask()).toMatchObject({ status: 'on_air', source: { problem: null } })

    provider.moves = false
    await wait(30_000)
    expect((await ask()).status, 'a picture that stands still').toBe('interrupted')
    await wait(DROP_GRACE_MS)
    expect(await event()).toMatchObject({ publishment_flg: 2, archive: 1 })
    const fan = await browserOf(world, 'fan')
    const archive = await fan.archive()
    const text = await (await fan.get(archive)).text()
    expect(text).toContain('#EXT-X-ENDLIST')
    expect(linesOf(text)[0]).toBe('https://cdn.example.com/0.ts?sig=x')
    const until = Date.parse((await event()).archive_until!)
    world.clock.move(until - world.clock.now().getTime() - 1)
    expect((await fan.get(archive)).status).toBe(200)
    world.clock.move(1)
    expect((await fan.get(archive)).status).toBe(404)
  })

  it('has all its playlists proxied, with a check of rights each time', async () => {
    await goOnAir()
    const fan = await browserOf(world, 'fan')
    const address = await fan.live()
    const master = await (await fan.get(address)).text()
    expect(master).not.toContain(provider.host)
    expect(master).not.toContain('himitsu')
    expect(master).not.toContain('I-FRAME')
    const at = (line: string) => new URL(line, `http://room.test${address}`).pathname
    const variants = linesOf(master)
    expect(variants).toHaveLength(2)
    expect(master).toMatch(/NAME="音声",URI="origin\/[\w-]+"/)
    const low = at(variants[0]!)
    const text = await (await fan.get(low)).text()
    expect(linesOf(text)).toHaveLength(3)
    expect(text).toContain('#EXT-X-KEY:METHOD=AES-128,URI="https://cdn.example.com/key"')
    expect(text).not.toContain('EXT-X-PART')
    expect(text).not.toContain(provider.host)

    const stranger = await browserOf(world, 'guest')
    for (const path of [address, low]) expect((await stranger.get(path)).status).toBe(403)
    await world.db.updateTable('entitlement').set({ status: 'revoked' }).execute()
    await world.deps.bus.publish(RIGHTS_CHANGED, 'fan')
    for (const path of [address, low]) expect((await fan.get(path)).status).toBe(403)
  })

  it('is polled and moves on as soon as a clock that was ahead is set right (72)', async () => {
    const hourMs = 3_600_000
    world.clock.move(hourMs)
    await goOnAir()
    const fan = await browserOf(world, 'fan')
    const address = await fan.live()
    const [variant] = linesOf(await (await fan.get(address)).text())
    const low = new URL(variant!, `http://room.test${address}`).pathname
    const before = await (await fan.get(low)).text()
    world.clock.move(-hourMs)
    expect(await (await fan.get(low)).text()).not.toBe(before)
    await wait(10_000)
    expect((await ask()).status).toBe('on_air')
  })

  it('allows only addresses from its own playlists', async () => {
    await goOnAir()
    const fan = await browserOf(world, 'fan')
    const address = await fan.live()
    const [variant] = linesOf(await (await fan.get(address)).text())
    // The same sealed address for another event with its own source.
    const other = { params: { id: 'other' } }
    const body = { live_url: `${provider.url}/live/master.m3u8`, archive_url: null }
    await owner()(streams.putSource, { ...other, body })
    await wait(4_000)
    await owner()(streams.setPublishment, { ...other, body: { publishment_flg: 1 } })
    const there = await browserOf(world, 'fan', undefined, 'other')
    const otherUrl = await there.live()
    expect((await there.get(otherUrl)).status).toBe(200)
    const swapped = new URL(variant!, `http://room.test${otherUrl}`).pathname
    expect((await there.get(swapped)).status).toBe(404)
    const before = provider.requests.length
    for (const guess of ['x', Buffer.from('["live","http://10.0.0.1/"]').toString('base64url')])
      expect((await fan.get(address.replace('live.m3u8', `origin/${guess}`))).status).toBe(404)
    expect(provider.requests).toHaveLength(before)
  })

  it('refuses playlists that point to private addresses or are malformed', async () => {
    await goOnAir()
    const fan = await browserOf(world, 'fan')
    await put(`${provider.url}/inside.m3u8`)
    expect((await fan.get(await fan.live())).status).toBe(503)
    await put(`${provider.url}/page`)
    world.clock.move(1_000)
    expect((await fan.get(await fan.live())).status).toBe(503)
    await wait(2_000)
    expect((await ask()).source?.problem).toBe(ORIGIN_NONE)
  })

  it('fills an archive named after the end while its window is open', async () => {
    await put()
    await wait(4_000)
    await turn(1)
    await turn(3)
    expect((await event()).archive).toBe(0)
    await put(undefined, `${provider.url}/vod/master.m3u8`)
    expect(await event()).toMatchObject({
      archive: 1,
      archive_until: '2026-11-27T14:59:59.999Z',
    })
    const fan = await browserOf(world, 'fan')
    expect((await fan.get(await fan.archive())).status).toBe(200)
  })

  it('is fetched once a second, however many watch', async () => {
    await goOnAir()
    const fan = await browserOf(world, 'fan')
    const address = await fan.live()
    world.clock.move(1_000)
    provider.requests.length = 0
    await Promise.all(Array.from({ length: 50 }, () => fan.get(address)))
    expect(provider.requests).toHaveLength(1)
  })
})
