import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { streams } from '#contract/streams/calls.ts'
import { renditionsDropped } from '#contract/streams/messages.ts'
import { RENDITION_LATE } from '#server/ports/recordings.ts'
import { numbersOf, readMultivariant, readPlaylist } from '#server/testing/hls.ts'
import { makeEvent, makeRoom, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { browserOf, linesOf } from './testing/browser.ts'
import { type IngestAt, ingestOf, MEASURED } from './testing/encoder-at.ts'

const SOURCE = { width: 1920, height: 1080, codecs: 'avc1.640028,mp4a.40.2' }
const tracksOf = (height: number) => ({
  ...{ width: (height * 16) / 9, height, codecs: 'avc1.4d401f,mp4a.40.2' },
})
const SOUND = { width: 0, height: 0, codecs: 'mp4a.40.2' }
const RUNGS = [720, 360, 0]

describe.each(apiDatabaseNames)('renditions of a stream on %s', (database) => {
  let world: World
  let ingest: IngestAt
  let broadcast: string
  const params = { id: 'live' }
  beforeEach(async () => {
    world = await createWorld(database)
    ingest = ingestOf(world)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'guest']) await makeUser(world, name)
    await makeEvent(world, 'room-aoi', { id: 'live', archive_days: 7 })
    await makeTicket(world, 'live', 'fan')
    const { stream_key } = await world.as('aoi')(streams.getIngest, { params })
    broadcast = (await ingest.push(stream_key))!
    await turn(1)
    world.recordings.plan(broadcast, SOURCE, [
      ...[720, 360].map((height): [number, typeof SOURCE] => [height, tracksOf(height)]),
      [0, SOUND],
    ])
  })
  afterEach(() => world.close())

  const turn = (publishment_flg: 1 | 2 | 3) =>
    world.as('aoi')(streams.setPublishment, { params, body: { publishment_flg } })
  /** Records segments of two seconds from now on. */
  async function record(count: number) {
    const from = world.clock.now()
    world.clock.move(count * 2_000)
    await ingest.report()
    world.recordings.record(broadcast, from, count, 1, 100_000)
  }
  const render = (sequences: number[], heights = RUNGS) => {
    for (const height of heights)
      world.recordings.render(broadcast, height, sequences, (height + 64) * 10)
  }
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
  async function textOf(user = 'fan', name = '') {
    const fan = await browserOf(world, user)
    const url = (await fan.live()).replace('.m3u8', `${name}.m3u8`)
    return (await fan.get(url)).text()
  }

  it('are one multivariant playlist, the smallest picture first, with what each has needed', async () => {
    await record(3)
    render(upTo(3))
    const text = await textOf()
    expect(text).not.toContain('#EXTINF')
    const { variants } = readMultivariant(await textOf())
    expect(
      variants.map(({ uri, bandwidth, averageBandwidth, codecs, resolution, frameRate }) => [
        ...[uri, bandwidth, averageBandwidth, codecs, resolution?.height, frameRate],
      ]),
    ).toEqual([
      ['live-360.m3u8', 16_960, 16_960, tracksOf(360).codecs, 360, 30],
      ['live-720.m3u8', 31_360, 31_360, tracksOf(720).codecs, 720, 30],
      ['live-sound.m3u8', 2_560, 2_560, 'mp4a.40.2', undefined, undefined],
      ['live-source.m3u8', 400_000, 400_000, SOURCE.codecs, 1080, 30],
    ])
  })

  it('have the same numbers, each with files of its own that need a signature', async () => {
    await record(3)
    render(upTo(3))
    const source = readPlaylist(await textOf('fan', '-source'))
    const fan = await browserOf(world, 'fan')
    for (const name of ['720', '360', 'sound']) {
      const text = await textOf('fan', `-${name}`)
      expect(numbersOf(readPlaylist(text)).map(([, number]) => number)).toEqual(
        numbersOf(source).map(([, number]) => number),
      )
      const height = name === 'sound' ? 0 : name
      expect(linesOf(text).map((line) => /\/([^/?]*)\?/.exec(line)![1])).toEqual(
        upTo(3).map((n) => `1-${n}-${height}.m4s`),
      )
      const init = /MAP:URI="([^"]+)"/.exec(text)![1]!
      for (const address of [init, ...linesOf(text)]) {
        expect((await fan.get(address)).status).toBe(200)
        expect((await fan.get(address.replace(/-\d+\./, '-540.'))).status, address).toBe(403)
      }
    }
  })

  it('are refused to whom the stream is refused, and if there are none of that name', async () => {
    await record(3)
    render(upTo(3))
    const [fan, guest] = [await browserOf(world, 'fan'), await browserOf(world, 'guest')]
    const url = (await fan.live()).replace('.m3u8', '-360.m3u8')
    expect((await fan.get(url)).status).toBe(200)
    expect((await guest.get(url)).status).toBe(403)
    for (const name of ['480', '0', 'all', 'source2'])
      expect((await fan.get(url.replace('360', name))).status, name).toBe(404)
  })

  it('end where they are made, and are replaced by a smaller one, or else a larger one, where they never are', async () => {
    await record(6)
    render([0, 5])
    render([1, 3], [360])
    render([2], [720])
    const filesIn = async (name: string) =>
      linesOf(await textOf('fan', name)).map((line) => /\/1-([^/?]*)\.m4s\?/.exec(line)![1])
    expect(await filesIn('-720')).toEqual(['0-720', '1-360', '2-720', '3-360', '4', '5-720'])
    expect(await filesIn('-360')).toEqual(['0-360', '1-360', '2-720', '3-360', '4', '5-360'])
    expect(await filesIn('-sound')).toEqual(['0-0', '1-360', '2-720', '3-360', '4', '5-0'])
    await record(RENDITION_LATE - 1)
    expect(await filesIn('-360')).toHaveLength(6)
    await record(1)
    expect(await filesIn('-360')).toHaveLength(6)
    await record(1)
    expect((await filesIn('-360')).slice(5)).toEqual(['5-360', '6'])
    expect(await filesIn('-source')).toEqual(upTo(11).map(String))
    // Where another rendition takes its place, times go on: no discontinuity, another initialization segment.
    const text = await textOf('fan', '-360')
    expect(text).not.toContain('DISCONTINUITY\n')
    expect(text.match(/EXT-X-MAP/g)).toHaveLength(7)
  })

  it('are waited for at the beginning, but not longer than players wait', async () => {
    await record(RENDITION_LATE)
    const fan = await browserOf(world, 'fan')
    expect(await fan.live()).toBeUndefined()
    render([0], [720, 360])
    expect(await fan.live()).toBeUndefined()
    render([0], [0])
    expect(await fan.live()).toContain('live.m3u8')
  })

  it('do not hold back a stream whose encoder makes none', async () => {
    await record(RENDITION_LATE + 1)
    expect(readMultivariant(await textOf()).variants).toHaveLength(4)
    expect(linesOf(await textOf('fan', '-360'))).toHaveLength(1)
  })

  it('are in the archive, also those that come after the end', async () => {
    await record(3)
    render([0, 1])
    await turn(3)
    const fan = await browserOf(world, 'fan')
    const url = await fan.archive()
    const { variants } = readMultivariant(await (await fan.get(url)).text())
    expect(variants.map(({ uri }) => uri)).toEqual(
      ['360', '720', 'sound', 'source'].map((name) => `archive-${name}.m3u8`),
    )
    const read = async () =>
      linesOf(await (await fan.get(url.replace('.m3u8', '-360.m3u8'))).text())
    const files = (lines: string[]) => lines.map((line) => line.split('/').at(-1))
    expect(files(await read())).toEqual(['1-0-360.m4s', '1-1-360.m4s', '1-2.m4s'])
    render([2])
    const lines = await read()
    expect(files(lines)).toEqual(upTo(3).map((n) => `1-${n}-360.m4s`))
    const at = (line: string) => new URL(line, `http://room.test${url}`).pathname
    const redirected = await fan.get(at(lines[2]!))
    expect(redirected.status).toBe(302)
    expect((await fan.get(redirected.headers.get('location')!)).status).toBe(200)
    expect((await fan.get(at(lines[2]!).replace('-360', '-540'))).status).toBe(404)
  })

  it('are added to the disk usage of the room', async () => {
    await record(2)
    const used = async () =>
      (await world.as('aoi')(streams.getIngest, { params })).storage.event_bytes
    world.clock.move(10_000)
    expect(await used()).toBe(200_000)
    render([0], [360])
    world.clock.move(10_000)
    expect(await used()).toBe(204_240)
  })

  it('that the machine is too slow for are named to the owner, and counted', async () => {
    const { stream_key } = await world.as('aoi')(streams.getIngest, { params })
    const ladder = { made: [360], dropped: [720, 0], drops: 2, failures: 3 }
    await ingest.push(stream_key, { measured: { ...MEASURED, ladder } })
    const { health } = await world.as('aoi')(streams.getIngest, { params })
    expect(health?.advice).toEqual([renditionsDropped('720p・音声のみ')])
    expect(world.streams.totals()).toMatchObject({ droppedRungs: 2, failedEncoders: 3 })
    await ingest.report()
    expect(world.streams.totals()).toMatchObject({ droppedRungs: 2, failedEncoders: 3 })
  })
})
