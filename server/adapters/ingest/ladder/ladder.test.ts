import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { diskRecordings } from '#server/adapters/recordings.ts'
import type { LadderSettings } from '#server/config/ladder.ts'
import { systemClock } from '#server/ports/clock.ts'
import { memoryLog } from '#server/testing/log.ts'
import type { FlvMedia } from '../flv.ts'
import { createIntake, type Intake } from '../intake.ts'
import type { Stream } from '../stream.ts'
import { LadderState } from './ladder.ts'
import { clipOf, FFMPEG, partsOf } from './testing/clip.ts'

const SETTINGS: LadderSettings = {
  rungs: [
    { height: 120, kbps: 1_000 },
    { height: 90, kbps: 100 },
    { height: 0, kbps: 48 },
  ],
  soundKbps: 48,
}
// Only a failing test waits this long, also on a busy machine.
const soon = { timeout: 60_000, interval: 20 }

let root: string
let log: ReturnType<typeof memoryLog>
let intake: Intake
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'room-ladder-'))
  log = memoryLog()
  intake = intakeWith(FFMPEG)
})
afterEach(async () => {
  await intake.end()
  rmSync(root, { recursive: true })
})

const intakeWith = (path: string, settings = SETTINGS) =>
  createIntake(
    root,
    { clock: systemClock(0), log, onChange: () => {} },
    { ffmpeg: { state: 'found', path, version: '5.1' }, settings, log },
  )
const open = async () => (await intake.open('b', { keyHash: 'k', close: vi.fn() }))!
const send = (stream: Stream, media: FlvMedia[]) => {
  for (const one of media) stream.take(one)
}
const read = () => diskRecordings(root).read('b')
const heightsOf = async () => {
  const { segments, ladder } = await read()
  return segments.map(({ sequence }) =>
    (ladder.renditions.get(sequence) ?? []).map(({ height }) => height).sort((a, b) => b - a),
  )
}
const isMade = async (n: number) => expect((await heightsOf())[n]).toContain(90)
/** Sends parts as they come, each once the renditions of an earlier one are there: no encoder falls behind. */
async function play(stream: Stream, parts: FlvMedia[][], from = 0, first = from) {
  for (let n = from; n < parts.length; n++) {
    send(stream, parts[n]!)
    if (n > first) await vi.waitFor(() => isMade(n - 1), soon)
  }
}
/** An ffmpeg that writes down its process id. */
function tracedFfmpeg() {
  const [path, pids] = [join(root, 'traced'), join(root, 'pids')]
  writeFileSync(path, `#!/bin/sh\necho $$ >> ${pids}\nexec ${FFMPEG} "$@"\n`)
  chmodSync(path, 0o755)
  const all = () =>
    existsSync(pids) ? readFileSync(pids, 'utf8').trim().split('\n').map(Number) : []
  return { path, all }
}

/** A rendition, from its two files. */
const inputOf = (...names: string[]) => {
  const bytes = Buffer.concat(names.map((name) => readFileSync(join(root, 'b', name))))
  return new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
}
async function packetsOf(init: string, file: string, kind: 'video' | 'audio') {
  const input = inputOf(init, file)
  const track =
    kind === 'video' ? await input.getPrimaryVideoTrack() : await input.getPrimaryAudioTrack()
  if (!track) return []
  const packets = []
  for await (const { timestamp, type, duration } of new EncodedPacketSink(track).packets())
    packets.push({ timestamp, duration, isKey: type === 'key' })
  return packets
}

it('makes each rendition of each segment, also of the last one, cut at its boundaries', async () => {
  await play(await open(), partsOf(clipOf({ seconds: 7 })))
  await intake.end()
  const { segments, ladder, bytes } = await read()
  expect(await heightsOf()).toEqual(Array(4).fill([120, 90, 0]))
  expect(ladder.source).toMatchObject({ width: 320, height: 180 })
  expect(ladder.rungs.get(90)).toMatchObject({ width: 160, height: 90 })
  expect(ladder.rungs.get(90)?.codecs).toMatch(/^avc1\.4d[\da-f]{4},mp4a\.40\.2$/)
  expect(ladder.rungs.get(0)).toEqual({ width: 0, height: 0, codecs: 'mp4a.40.2' })
  const made = [...ladder.renditions.values()].flat()
  expect(bytes).toBe([...segments, ...made].reduce((sum, one) => sum + one.bytes, 0))
  for (const segment of segments) {
    const source = await packetsOf(segment.init, segment.file, 'video')
    const own = await packetsOf(segment.init, segment.file, 'audio')
    for (const { height, init, file } of ladder.renditions.get(segment.sequence)!) {
      const pictures = await packetsOf(init, file, 'video')
      const sounds = await packetsOf(init, file, 'audio')
      const late = sounds[0]!.timestamp - own[0]!.timestamp
      expect(Math.abs(late), `sound of ${height}`).toBeLessThan(0.025)
      if (height === 0) {
        expect(pictures).toEqual([])
        continue
      }
      expect(pictures[0]).toMatchObject({ isKey: true })
      const timesOf = (packets: { timestamp: number }[]) =>
        packets.map(({ timestamp }) => timestamp.toFixed(2)).sort()
      expect(timesOf(pictures)).toEqual(timesOf(source))
    }
  }
})

it('fills missing sound of renditions with silence, as that of the source', {
  tags: 'full',
}, async () => {
  const clip = clipOf({ seconds: 4 })
  send(
    await open(),
    clip.filter((one) => one.is !== 'audio' || one.dts < 1_000),
  )
  await intake.end()
  const { segments, ladder } = await read()
  const secondsOf = async ({ init, file }: { init: string; file: string }) =>
    (await packetsOf(init, file, 'audio')).reduce((sum, { duration }) => sum + duration, 0)
  for (const segment of segments) {
    const own = await secondsOf(segment)
    expect(own, 'the silence of the source').toBeGreaterThan(1.9)
    for (const rendition of ladder.renditions.get(segment.sequence)!) {
      const apart = Math.abs((await secondsOf(rendition)) - own)
      // Two packets: they are not cut at the same places.
      expect(apart, `${rendition.file} of ${rendition.height}`).toBeLessThan(0.05)
    }
  }
})

it('gives small pictures the small sound, and large ones the source’s own', {
  tags: 'full',
}, async () => {
  const stream = await open()
  send(stream, clipOf({ seconds: 2 }))
  await intake.end()
  const { segments, ladder } = await read()
  const of = (height: number) => ladder.renditions.get(0)!.find((one) => one.height === height)!
  const timesOf = async ({ init, file }: { init: string; file: string }) =>
    (await packetsOf(init, file, 'audio')).map(({ timestamp }) => timestamp.toFixed(3))
  expect(await timesOf(of(120))).toEqual(await timesOf(segments[0]!))
  expect(await timesOf(of(90))).toEqual(await timesOf(of(0)))
})

it('makes no rendition as large as the source, and no sound of a silent one', {
  tags: 'full',
}, async () => {
  intake = intakeWith(FFMPEG, {
    ...SETTINGS,
    rungs: [{ height: 180, kbps: 500 }, ...SETTINGS.rungs],
  })
  send(await open(), clipOf({ seconds: 4, sound: false }))
  await intake.end()
  expect(await heightsOf()).toEqual([[120, 90]])
  expect([...(await read()).ladder.rungs.keys()]).toEqual([120, 90])
})

it('makes renditions of a picture held upright by its shorter side', { tags: 'full' }, async () => {
  send(await open(), clipOf({ seconds: 4, size: '180x320', sound: false }))
  await intake.end()
  const { ladder } = await read()
  const { init, file } = ladder.renditions.get(0)!.find(({ height }) => height === 120)!
  const track = await inputOf(init, file).getPrimaryVideoTrack()
  const size = { width: await track!.getCodedWidth(), height: await track!.getCodedHeight() }
  expect(size).toEqual({ width: 120, height: 214 })
  expect(ladder.rungs.get(120)).toMatchObject(size)
})

it('goes on with the source when its encoder is killed, and starts another one', {
  tags: 'full',
}, async () => {
  const traced = tracedFfmpeg()
  intake = intakeWith(traced.path)
  const stream = await open()
  const parts = partsOf(clipOf({ seconds: 16 }))
  await play(stream, parts.slice(0, 3))
  process.kill(traced.all()[0]!, 'SIGKILL')
  await vi.waitFor(() => expect(stream.report().measured.ladder?.failures).toBe(1), soon)
  // The next key frame starts another one.
  await play(stream, parts, 3)
  await intake.end()
  const heights = await heightsOf()
  expect(heights).toHaveLength(8)
  expect(heights[0]).toEqual([120, 90, 0])
  expect(heights.at(-1)).toEqual([120, 90, 0])
  expect(traced.all()).toHaveLength(2)
  expect(log.lines).toMatchObject([{ level: 'warn', facts: { reason: 'SIGKILL' } }])
  // Each encoder's own parameters: nothing says that they are the same.
  const inits = [...(await read()).ladder.renditions.values()].flat().map(({ init }) => init)
  expect(new Set(inits).size).toBe(6)
})

it('drops the largest rendition when it cannot keep up, and tells', { tags: 'full' }, async () => {
  const traced = tracedFfmpeg()
  intake = intakeWith(traced.path)
  const stream = await open()
  const parts = partsOf(clipOf({ seconds: 20 }))
  await play(stream, parts.slice(0, 2))
  process.kill(traced.all()[0]!, 'SIGSTOP')
  let n = 2
  while (stream.report().measured.ladder?.drops === 0) {
    send(stream, parts[n]!)
    await vi.waitFor(async () => expect(await heightsOf()).toHaveLength(n), soon)
    n++
  }
  await play(stream, parts, n)
  await intake.end()
  expect(await heightsOf()).toHaveLength(10)
  expect((await heightsOf()).at(-1)).toEqual([90, 0])
  expect(stream.report().measured.ladder).toMatchObject({ made: [90, 0], dropped: [120], drops: 1 })
  expect(log.lines).toMatchObject([{ level: 'warn', facts: { rung: 120 } }])
})

it('drops one rendition after the other, the largest first, and tries each again after five minutes', () => {
  const ffmpeg = { state: 'found', path: FFMPEG, version: '5.1' } as const
  const state = new LadderState({ ffmpeg, settings: SETTINGS, log })
  const video = { codec: '', width: 320, height: 180, record: new Uint8Array() }
  const madeAt = (now: number) => state.rungsOf(video, now).map(({ height }) => height)
  expect(madeAt(0)).toEqual([120, 90, 0])
  state.drop(0)
  expect(madeAt(1_000)).toEqual([90, 0])
  state.drop(1_000)
  expect(madeAt(2_000)).toEqual([0])
  expect(state.report()).toMatchObject({ made: [0], dropped: [120, 90], drops: 2 })
  expect(madeAt(299_999)).toEqual([0])
  expect(madeAt(300_000)).toEqual([120, 0])
  expect(madeAt(301_000)).toEqual([120, 90, 0])
  expect(state.report()).toMatchObject({ dropped: [], drops: 2 })
})

it('deletes renditions with their segments', async () => {
  const stream = await open()
  send(stream, clipOf({ seconds: 4 }))
  await stream.end()
  await stream.rendered()
  await stream.trim(-60_000)
  const { ladder, bytes } = await read()
  expect([bytes, ladder.renditions.size]).toEqual([0, 0])
  expect(readdirSync(join(root, 'b')).filter((name) => name.endsWith('.m4s'))).toEqual([])
})

it('keeps no sources apart that have no renditions', async () => {
  intake = intakeWith('/nowhere/ffmpeg')
  const stream = await open()
  send(stream, clipOf({ seconds: 4 }))
  await intake.end()
  expect(await heightsOf()).toEqual([[], []])
  expect(stream.report().measured.ladder?.failures).toBeGreaterThan(0)
})
