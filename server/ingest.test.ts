import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { live } from '#contract/live.ts'
import { CODEC_FOREIGN, KEYFRAMES_FAR, SOUND_NONE } from '#contract/messages.ts'
import { streams } from '#contract/streams.ts'
import { type LiveSite, mediaLines, openLiveSite } from './testing/live-site.ts'

let room: LiveSite
beforeAll(async () => {
  room = await openLiveSite()
  await Promise.all([room.start('main'), room.start('ingest')])
}, 60_000)
afterAll(() => room.close())

const soon = { timeout: 15_000, interval: 100 }

it('turns a wrong key away at once, and takes a good one: from a push to an archive', {
  timeout: 120_000,
}, async () => {
  const { owner, fan, params, ingest, turn, state, event } = await room.comingEvent()
  await room.encode('wrong').ended
  const { stream_key } = await ingest()
  const before = Date.now()
  const first = room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  expect(Date.now() - before).toBeLessThan(10_000)
  expect((await ingest()).health).toMatchObject({ video: { width: 320, height: 180 }, audio: {} })
  const preview = (await room.playlistOf(owner, live.getLiveUrl, params))!
  expect(await preview.text()).toContain('#EXTINF')
  expect(await room.playlistOf(fan, live.getLiveUrl, params)).toBeNull()

  await turn(1)
  const playlist = await vi.waitFor(async () => {
    const found = await room.playlistOf(fan, live.getLiveUrl, params)
    expect(found).not.toBeNull()
    return found!
  }, soon)
  const text = await playlist.text()
  const init = text.match(/MAP:URI="([^"]+)"/)![1]!
  for (const [address, box] of [
    [init, 'moov'],
    [mediaLines(text)[0]!, 'moof'],
  ] as const) {
    const bytes = Buffer.from(await (await fetch(room.site + address)).arrayBuffer())
    expect(bytes.includes(box)).toBe(true)
  }

  await first.cut()
  await vi.waitFor(async () => expect(await state()).toBe('interrupted'), soon)
  room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('on_air'), soon)
  expect(await playlist.text()).toContain('#EXT-X-DISCONTINUITY\n')

  const ending = Date.now()
  await turn(3)
  const archive = await vi.waitFor(async () => {
    const found = await room.playlistOf(fan, live.getArchiveUrl, params)
    expect(found).not.toBeNull()
    return found!
  }, soon)
  expect(Date.now() - ending).toBeLessThan(10_000)
  expect(await event()).toMatchObject({ publishment_flg: 3, archive: 1 })
  const whole = await archive.text()
  expect(whole.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  for (const line of mediaLines(whole)) {
    const piece = await archive.get(new URL(line, room.site + archive.url).pathname)
    expect(Buffer.from(await piece.arrayBuffer()).includes('moof')).toBe(true)
  }
  await room.encode(stream_key).ended // an ended key opens nothing
  expect(await state()).toBe('idle')
})

it('cuts off an encoder whose key is replaced, and lets the new key in', {
  timeout: 60_000,
}, async () => {
  const { owner, params, ingest, state } = await room.ownEvent(0)
  const encoder = room.encode((await ingest()).stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  const { stream_key } = await owner.call(streams.rotateKey, { params })
  await encoder.ended
  await vi.waitFor(async () => expect(await state()).toBe('idle'), soon)
  room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
})

it('tells the owner of a codec that cannot be shown, of far keyframes and of silence', {
  timeout: 60_000,
}, async () => {
  const { ingest } = await room.ownEvent(1)
  const { stream_key } = await ingest()
  const advice = async () => (await ingest()).health?.advice
  const foreign = room.encode(stream_key, { codec: 'libx265' })
  await vi.waitFor(async () => expect(await advice()).toContain(CODEC_FOREIGN), soon)
  await foreign.cut()
  room.encode(stream_key, { keyframeS: 6, silent: true })
  const said = [KEYFRAMES_FAR, SOUND_NONE]
  await vi.waitFor(async () => expect(await advice()).toEqual(expect.arrayContaining(said)), soon)
})

it('heals when either process is killed in the middle of a stream', {
  timeout: 120_000,
}, async () => {
  const { owner, params, ingest, state } = await room.ownEvent(2)
  const { stream_key } = await ingest()
  const first = room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  await owner.call(streams.setPublishment, { params, body: { publishment_flg: 1 } })

  await room.kill('ingest')
  await first.ended
  await vi.waitFor(async () => expect(await state()).toBe('interrupted'), soon)
  await room.start('ingest')
  room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('on_air'), soon)

  await room.kill('main')
  await room.start('main')
  const again = await room.callerOf('owner')
  const ask = () => again.call(streams.getIngest, { params })
  await vi.waitFor(async () => expect(await ask()).toMatchObject({ health: {} }), soon)
  expect(await ask(), 'the encoder noticed nothing').toMatchObject({ status: 'on_air' })
  const playlist = await vi.waitFor(async () => {
    const found = await room.playlistOf(again, live.getLiveUrl, params)
    expect(found).not.toBeNull()
    return found!
  }, soon)
  const newest = async () =>
    mediaLines(await playlist.text())
      .at(-1)!
      .split('?')[0]
  const before = await newest()
  await vi.waitFor(async () => expect(await newest()).not.toBe(before), soon)
  expect(
    (await playlist.text()).match(/#EXT-X-DISCONTINUITY\n/g),
    'only the first death',
  ).toHaveLength(1)
})
