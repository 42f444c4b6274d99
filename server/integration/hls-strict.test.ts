import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { expect, it, onTestFinished, vi } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { createPlaylistCheck, numbersOf, readPlaylist } from '#server/testing/hls.ts'
import { startLiveSite } from '#server/testing/live-site.ts'

const soon = { timeout: 60_000, interval: 100 }

/** Type of the first picture of a segment, from its bits and not from the container. */
async function firstOf(init: Uint8Array, segment: Uint8Array) {
  const source = new BufferSource(Buffer.concat([init, segment]))
  using input = new Input({ source, formats: ALL_FORMATS })
  const pictures = (await input.getPrimaryVideoTrack())!
  const first = await new EncodedPacketSink(pictures).getFirstPacket({ verifyKeyPackets: true })
  return { type: first?.type, sound: (await input.getPrimaryAudioTrack()) !== null }
}

it('playlists pass a strict parser during the stream, through a drop, and afterwards', {
  tags: 'full',
}, async () => {
  const room = await startLiveSite()
  onTestFinished(() => room.close())
  await Promise.all([room.start('main'), room.start('ingest')])
  const { fan, params, ingest, turn, state } = await room.comingEvent()
  const { stream_key } = await ingest()
  const first = room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  await turn(1)
  const playlist = await vi.waitFor(async () => {
    const playlist = await room.playlistOf(fan, live.getLiveUrl, params)
    expect(playlist).not.toBeNull()
    return playlist!
  }, soon)

  const check = createPlaylistCheck()
  const look = async () => check.read(await playlist.text())
  const waitForSegments = (least: number) =>
    vi.waitFor(
      async () => expect((await look()).segments.length).toBeGreaterThanOrEqual(least),
      soon,
    )
  await waitForSegments(3)
  await first.cut()
  await vi.waitFor(async () => expect(await state()).toBe('interrupted'), soon)
  const before = (await look()).segments.length
  const second = room.encode(stream_key, { keyframeS: 1 })
  await waitForSegments(before + 4)
  await second.stop()
  await turn(3)
  await vi.waitFor(async () => expect((await look()).endlist).toBe(true), soon)

  expect(check.flaws).toEqual([])
  const { numbers } = check
  expect(new Set([...numbers.values()].map((number) => number.split(' in ')[1]))).toHaveLength(2)

  const archive = await vi.waitFor(async () => {
    const playlist = await room.playlistOf(fan, live.getArchiveUrl, params)
    expect(playlist).not.toBeNull()
    return playlist!
  }, soon)
  const vod = readPlaylist(await archive.text())
  expect(vod).toMatchObject({ playlistType: 'VOD', endlist: true, isMasterPlaylist: false })
  expect(vod.segments.filter(({ discontinuity }) => discontinuity)).toHaveLength(1)
  expect(numbersOf(vod).map(([name]) => name)).toEqual(expect.arrayContaining([...numbers.keys()]))
  const bytesOf = async (uri: string) => {
    const answer = await archive.get(new URL(uri, room.site + archive.url).pathname)
    return new Uint8Array(await answer.arrayBuffer())
  }
  let init = new Uint8Array()
  for (const { uri, map, duration } of vod.segments) {
    expect(Math.round(duration)).toBeLessThanOrEqual(vod.targetDuration)
    if (map) init = await bytesOf(map.uri)
    expect(await firstOf(init, await bytesOf(uri)), uri).toEqual({ type: 'key', sound: true })
  }
})

it('strict parser reports faulty playlists', () => {
  const segment = '#EXTINF:2.000,\na.m4s\n'
  const good = `#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-TARGETDURATION:2\n${segment}`
  expect(readPlaylist(good).segments).toHaveLength(1)
  for (const invalid of [
    good.replace('DURATION:2', 'DURATION:1'),
    good.replace('#EXTM3U\n', ''),
    good.replace('#EXT-X-TARGETDURATION:2\n', ''),
  ])
    expect(() => readPlaylist(invalid)).toThrow()
})
