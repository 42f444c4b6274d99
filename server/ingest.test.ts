import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { events } from '#contract/events/calls.ts'
import { live } from '#contract/live/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import {
  CODEC_FOREIGN,
  KEYFRAMES_FAR,
  PICTURE_NONE,
  SOUND_NONE,
  STREAM_REPLACED,
} from '#contract/streams/messages.ts'
import { readPlaylist } from './testing/hls.ts'
import { type LiveSite, mediaLines, startLiveSite } from './testing/live-site.ts'

let room: LiveSite
beforeAll(async () => {
  // As `npm start` sets it.
  room = await startLiveSite({ DEMO_TALK: '1' })
  await Promise.all([room.start('main'), room.start('ingest')])
})
afterAll(() => room.close())

// Only a failing test waits this long, also on a busy machine.
const soon = { timeout: 60_000, interval: 100 }

it('plays the film of the demo into its evening on the air, as an encoder would', async () => {
  const fan = await room.callerOf('fan')
  const { items } = await fan.call(events.listJoined, { query: { limit: 100 } })
  const { id } = items.find(({ publishment_flg }) => publishment_flg === 1)!
  await vi.waitFor(async () => {
    const playlist = await room.playlistOf(fan, live.getLiveUrl, { id })
    expect(await playlist?.text()).toContain('#EXTINF')
  }, soon)
})

it('refuses a wrong key at once, and takes a stream from the first push to the archive', async () => {
  const { owner, fan, params, ingest, turn, state, event } = await room.comingEvent()
  await room.encode('wrong').ended
  const { stream_key } = await ingest()
  const first = room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  expect((await ingest()).health).toMatchObject({ video: { width: 320, height: 180 }, audio: {} })
  const preview = (await room.playlistOf(owner, live.getLiveUrl, params))!
  expect(await preview.text()).toContain('#EXTINF')
  expect(await room.playlistOf(fan, live.getLiveUrl, params)).toBeNull()

  await turn(1)
  const playlist = await vi.waitFor(async () => {
    const playlist = await room.playlistOf(fan, live.getLiveUrl, params)
    expect(playlist).not.toBeNull()
    return playlist!
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

  await turn(3)
  const archive = await vi.waitFor(async () => {
    const playlist = await room.playlistOf(fan, live.getArchiveUrl, params)
    expect(playlist).not.toBeNull()
    return playlist!
  }, soon)
  expect(await event()).toMatchObject({ publishment_flg: 3, archive: 1 })
  const archiveText = await archive.text()
  expect(archiveText.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  for (const line of mediaLines(archiveText)) {
    const segment = await archive.get(new URL(line, room.site + archive.url).pathname)
    expect(Buffer.from(await segment.arrayBuffer()).includes('moof')).toBe(true)
  }
  await room.encode(stream_key).ended // The key of an ended event is invalid.
  expect(await state()).toBe('idle')
})

it('accepts the latest encoder of a key, and closes the previous one', async () => {
  const { owner, params, ingest, turn, state } = await room.ownEvent(3)
  const { stream_key } = await ingest()
  const first = room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  await turn(1)
  const second = room.encode(stream_key, { sign: 'blue' })
  await first.ended
  const replaced = expect.objectContaining({ text: STREAM_REPLACED })
  await vi.waitFor(async () => expect((await ingest()).notices).toContainEqual(replaced), soon)
  const playlist = await vi.waitFor(async () => {
    const playlist = await room.playlistOf(owner, live.getLiveUrl, params)
    expect(playlist).not.toBeNull()
    return playlist!
  }, soon)
  const broken = async () => expect(await playlist.text()).toContain('#EXT-X-DISCONTINUITY\n')
  await vi.waitFor(broken, soon)
  // The segments can be played a moment before the API gets the report.
  await vi.waitFor(async () => expect(await state()).toBe('on_air'), soon)
  await second.stop()
  await turn(3)
})

/** Opens a connection to the RTMP port and sends these bytes only; settles when it is closed. */
function connectAnd(bytes: Buffer | null) {
  const socket = connect(room.rtmpPort, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  if (bytes) socket.write(bytes)
  socket.on('error', () => {}) // Expected: it is cut off.
  return new Promise((resolve) => socket.resume().once('close', resolve))
}
const HANDSHAKE = Buffer.concat([Buffer.from([3]), randomBytes(2 * 1_536)])
/** An RTMP chunk header (specification, 5.3.1) without the announced data. */
const announce = (stream: number, length: number, type: number) => {
  const head = Buffer.alloc(12)
  head[0] = stream
  head.writeUIntBE(length, 4, 3)
  head[7] = type
  return head
}
const HOSTILE: Record<string, Buffer> = {
  'noise from the first byte': randomBytes(60_000),
  'noise after a good beginning': Buffer.concat([HANDSHAKE, randomBytes(50_000)]),
  'a great deal of it': Buffer.concat([HANDSHAKE, Buffer.alloc(5_000_000, 3)]),
  'messages of sixteen megabytes, announced': Buffer.concat([
    HANDSHAKE,
    ...Array.from({ length: 15 }, (_, n) => announce(3 + n, 0xff_ff_ff, 9)),
  ]),
  'pieces of no size': Buffer.concat([HANDSHAKE, announce(2, 4, 1), Buffer.alloc(4), HANDSHAKE]),
  'a command that is none': Buffer.concat([HANDSHAKE, announce(3, 40, 20), randomBytes(40)]),
  'an empty command': Buffer.concat([HANDSHAKE, announce(3, 0, 1), announce(3, 0, 20)]),
  'a page': Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'),
}

it('survives malformed connections, and keeps room for encoders', async () => {
  const { ingest, state } = await room.ownEvent(4)
  const before = room.pidOf('ingest')
  const memory = () => Number(readFileSync(`/proc/${before}/statm`, 'utf8').split(' ')[1]) * 4_096
  const idle = memory()
  const connections = Object.values(HOSTILE).flatMap((bytes) => [
    connectAnd(bytes),
    connectAnd(bytes),
  ])
  // More silent connections than there is room for, and one with a valid handshake.
  for (let n = 0; n < 250; n++) connections.push(connectAnd(n === 0 ? HANDSHAKE : null))
  await Promise.all(connections)
  room.encode((await ingest()).stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  expect(room.pidOf('ingest')).toBe(before)
  process.kill(before, 0)
  expect(memory() - idle).toBeLessThan(150_000_000)
})

it('accepts an encoder while idle connections come through the same tunnel', async () => {
  const { ingest, state } = await room.ownEvent(4)
  const { stream_key } = await ingest()
  // The encoder of the previous test is gone.
  await vi.waitFor(async () => expect(await state()).toBe('idle'), soon)
  for (let n = 0; n < 30; n++) void connectAnd(null)
  room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
})

it('disconnects an encoder whose key is replaced, and accepts the new key', {
  tags: 'full',
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

it('warns the owner of an unplayable codec, rare key frames and silence', {
  tags: 'full',
}, async () => {
  const { ingest } = await room.ownEvent(1)
  const { stream_key } = await ingest()
  const advice = async () => (await ingest()).health?.advice
  const foreign = room.encode(stream_key, { codec: 'libx265' })
  await vi.waitFor(async () => expect(await advice()).toContain(CODEC_FOREIGN), soon)
  await foreign.cut()
  room.encode(stream_key, { keyframeS: 6, silent: true })
  const expected = [KEYFRAMES_FAR, SOUND_NONE]
  await vi.waitFor(
    async () => expect(await advice()).toEqual(expect.arrayContaining(expected)),
    soon,
  )
})

it('takes an audio-only stream, tells the owner, and starts a new run when video follows', async () => {
  const { owner, params, ingest, state } = await room.ownEvent(3)
  const { stream_key } = await ingest()
  const blind = room.encode(stream_key, { blind: true })
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  const { health } = await ingest()
  expect(health).toMatchObject({ video: null, audio: {}, advice: [PICTURE_NONE] })
  const playlist = (await room.playlistOf(owner, live.getLiveUrl, params))!
  const segmentLines = async () => mediaLines(await playlist.text())
  await vi.waitFor(async () => expect((await segmentLines()).length).toBeGreaterThan(2), soon)
  const text = await playlist.text()
  for (const seconds of text.matchAll(/EXTINF:([\d.]+)/g)) {
    expect(Number(seconds[1])).toBeGreaterThan(1.9)
    expect(Number(seconds[1])).toBeLessThan(2.1)
  }
  const init = text.match(/MAP:URI="([^"]+)"/)![1]!
  const bytes = Buffer.from(await (await fetch(room.site + init)).arrayBuffer())
  expect([bytes.includes('mp4a'), bytes.includes('avc1')]).toEqual([true, false])
  await blind.cut()

  room.encode(stream_key)
  await vi.waitFor(async () => expect((await ingest()).health?.video).not.toBeNull(), soon)
  await vi.waitFor(
    async () => expect(await playlist.text()).toContain('#EXT-X-DISCONTINUITY\n'),
    soon,
  )
  expect((await ingest()).health?.advice).not.toContain(PICTURE_NONE)
})

it('files of the data folder are readable by their owner only, and segments by the group of a proxy', () => {
  const files = readdirSync(room.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const isSegment = (path: string) => path.startsWith(join(room.folder, 'live/'))
  expect(files.some((path) => path.endsWith('room.sqlite'))).toBe(true)
  expect(files.some((path) => path.includes('/media/'))).toBe(true)
  expect(files.some(isSegment)).toBe(true)
  // A file may be gone since it was listed.
  const modeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.mode ?? 0
  const forOthers = (path: string) => modeOf(path) & (isSegment(path) ? 0o027 : 0o077)
  expect(files.filter((path) => forOthers(path) !== 0)).toEqual([])
})

it('recovers when either process is killed during a stream', {
  tags: 'full',
}, async () => {
  const { owner, params, ingest, state } = await room.ownEvent(2)
  const { stream_key } = await ingest()
  const first = room.encode(stream_key)
  await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
  await owner.call(streams.setPublishment, { params, body: { publishment_flg: 1 } })

  const shown = (await room.playlistOf(owner, live.getLiveUrl, params))!
  const count = async () => readPlaylist(await shown.text()).segments.length
  const atStart = await count()
  await vi.waitFor(async () => expect(await count()).toBeGreaterThan(atStart + 1), soon)

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
    const playlist = await room.playlistOf(again, live.getLiveUrl, params)
    expect(playlist).not.toBeNull()
    return playlist!
  }, soon)
  const newest = async () =>
    mediaLines(await playlist.text())
      .at(-1)!
      .split('?')[0]
  const before = await newest()
  await vi.waitFor(async () => expect(await newest()).not.toBe(before), soon)
  await again.call(streams.setPublishment, { params, body: { publishment_flg: 3 } })
  const archive = await vi.waitFor(async () => {
    const playlist = await room.playlistOf(again, live.getArchiveUrl, params)
    expect(playlist).not.toBeNull()
    return playlist!
  }, soon)
  const { segments } = readPlaylist(await archive.text())
  const gaps = segments.slice(1).map(({ programDateTime, discontinuity }, n) => ({
    discontinuity: discontinuity === true,
    missing:
      Number(programDateTime) -
      Number(segments[n]!.programDateTime) -
      segments[n]!.duration * 1_000,
  }))
  expect(
    gaps.filter((gap) => gap.discontinuity),
    'of the first death',
  ).toHaveLength(1)
  for (const { discontinuity, missing } of gaps)
    if (!discontinuity) expect(Math.abs(missing), 'nothing of the second').toBeLessThan(50)
})
