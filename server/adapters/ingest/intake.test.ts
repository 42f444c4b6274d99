import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { HOUR_MS } from '#contract/lib/durations.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { memoryLog } from '#server/testing/log.ts'
import { diskRecordings } from '../recordings.ts'
import { type AudioTrack, readTag, type VideoTrack } from './flv.ts'
import { createIntake } from './intake.ts'
import { FAULTS, faultyPackets, type Packet, packetsOf } from './testing/faults.ts'

const MB = 1_000_000
/** Limits of buffered data: of one stream, and of the whole process. */
const [STREAM_MB, PROCESS_MB] = [64, 384]
/** Seconds of sound that are discarded while a video track may still be announced. */
const UNNAMED_S = 4
const frame = new Uint8Array(MB)

let root: string
let log: ReturnType<typeof memoryLog>
let clock: ReturnType<typeof fakeClock>
let intake: ReturnType<typeof createIntake>
let still: string[]

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'room-intake-'))
  log = memoryLog()
  clock = fakeClock()
  intake = start()
  still = []
})
afterEach(async () => {
  for (const broadcast of [...still]) comesBack(broadcast, { broken: true })
  await intake.end()
  rmSync(root, { recursive: true })
})

const start = () => createIntake(root, { clock, log, onChange: () => {} })

/** Simulates a stalled disk: reading the index of this broadcast blocks until something is written into the pipe. */
function standStill(broadcast: string) {
  mkdirSync(join(root, broadcast))
  execFileSync('mkfifo', [join(root, broadcast, 'index')])
  still.push(broadcast)
}
function comesBack(broadcast: string, { broken = false } = {}) {
  still = still.filter((one) => one !== broadcast)
  const index = join(root, broadcast, 'index')
  const pipe = openSync(index, 'r+')
  rmSync(index)
  // A folder in place of the index: the pending writes fail.
  if (broken) mkdirSync(index)
  closeSync(pipe)
}

/** A track whose record depends on the number: a new number starts a new run. */
const picturesOf = (n: number): VideoTrack => ({
  ...{ codec: 'avc1.42c01e', width: 320, height: 180 },
  record: Uint8Array.of(1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, n % 256),
})
const SOUND: AudioTrack = {
  ...{ codec: 'mp4a.40.2', sampleRate: 48_000, channels: 2 },
  record: Uint8Array.of(0x11, 0x90),
}

/** An encoder whose packets each hold one second and one megabyte. */
async function encoderOf(broadcast: string) {
  const close = vi.fn()
  const stream = (await intake.open(broadcast, { keyHash: 'hash', close }))!
  let at = 0
  return {
    close,
    end: () => stream.end(),
    tracks(n = 0) {
      stream.take({ is: 'videoTrack', track: picturesOf(n) })
      stream.take({ is: 'audioTrack', track: SOUND })
    },
    soundTrack: () => stream.take({ is: 'audioTrack', track: SOUND }),
    picture() {
      const dts = at++ * 1_000
      stream.take({ is: 'video', key: true, dts, pts: dts, data: frame })
    },
    sound: () => stream.take({ is: 'audio', dts: at++ * 1_000, data: frame }),
  }
}
type EncoderAt = Awaited<ReturnType<typeof encoderOf>>

/** Megabytes that an encoder sends until the intake closes it; infinite if it is never closed. */
async function fill({ close }: EncoderAt, send: (n: number) => void): Promise<number> {
  for (let sent = 0; sent < 2 * STREAM_MB; sent++) {
    if (close.mock.calls.length > 0) return sent
    send(sent)
    await turn()
  }
  return Number.POSITIVE_INFINITY
}
const written = async (broadcast: string) =>
  (await diskRecordings(root).read(broadcast)).segments.reduce((sum, one) => sum + one.bytes, 0)

it.each([
  { how: 'in one run', runS: Number.POSITIVE_INFINITY },
  { how: 'in runs of a second each', runS: 1 },
  { how: 'in runs of ten seconds each', runS: 10 },
])('limits the buffer of one stream while the disk stalls, $how (72)', async ({ runS }) => {
  standStill('b1')
  const encoder = await encoderOf('b1')
  const sent = await fill(encoder, (n) => {
    if (n % runS === 0) encoder.tracks(n / runS)
    encoder.picture()
  })
  expect(sent).toBeGreaterThan(STREAM_MB - 3)
  expect(sent).toBeLessThanOrEqual(STREAM_MB)
  expect(log.lines).toMatchObject([{ level: 'error', message: 'a stream could not be written' }])
})

it('limits the buffer of an audio-only stream while the disk stalls (72)', async () => {
  standStill('b1')
  const encoder = await encoderOf('b1')
  encoder.soundTrack()
  const sent = await fill(encoder, encoder.sound)
  expect(sent).toBeGreaterThan(STREAM_MB - 3)
  expect(sent).toBeLessThanOrEqual(STREAM_MB + UNNAMED_S)
})

it('limits the buffer of all streams, ended ones included, while the disk stalls (72)', async () => {
  const each = STREAM_MB - 4
  let sent = 0
  for (let n = 0; n < Math.floor(PROCESS_MB / each); n++) {
    standStill(`b${n}`)
    const encoder = await encoderOf(`b${n}`)
    encoder.tracks()
    for (let second = 0; second < each; second++) encoder.picture()
    expect(encoder.close).not.toHaveBeenCalled()
    void encoder.end()
    sent += each
  }
  const last = await encoderOf('last')
  last.tracks()
  sent += await fill(last, last.picture)
  // The silence in place of the sound takes its part.
  expect(sent).toBeGreaterThan(PROCESS_MB - 6)
  expect(sent).toBeLessThanOrEqual(PROCESS_MB)
})

it('lets one encoder wait for a stalled disk, and writes everything once the disk recovers (72)', async () => {
  standStill('b1')
  const first = await encoderOf('b1')
  first.tracks()
  for (let second = 0; second < 10; second++) first.picture()
  const second = encoderOf('b1')
  expect(first.close).toHaveBeenCalledOnce()
  expect(await intake.open('b1', { keyHash: 'hash', close: vi.fn() })).toBeNull()
  comesBack('b1')
  const again = await second
  expect(await written('b1')).toBeGreaterThan(10 * MB)
  again.tracks()
  for (let sent = 0; sent < 10; sent++) again.picture()
  await again.end()
  expect(await written('b1')).toBeGreaterThan(20 * MB)
  expect(again.close).not.toHaveBeenCalled()
})

it.each([
  { how: 'still sends', sends: true, cutoffs: [{ broadcast: 'b1', why: 'replaced' }] },
  { how: 'has lost its line', sends: false, cutoffs: [] },
])('reports that another encoder has replaced one that $how', async ({ sends, cutoffs }) => {
  const first = await encoderOf('b1')
  if (sends) first.tracks()
  await encoderOf('b1')
  expect(first.close).toHaveBeenCalledOnce()
  expect(intake.cutoffs()).toEqual(cutoffs)
})

it('does not count written bytes against the limit', async () => {
  const encoder = await encoderOf('b1')
  for (let run = 0; run < 4; run++) {
    encoder.tracks(run)
    for (let second = 0; second < 30; second++) encoder.picture()
    await vi.waitFor(async () => expect(await written('b1')).toBeGreaterThan((run * 30 + 24) * MB))
  }
  expect(encoder.close).not.toHaveBeenCalled()
})

it('closes an encoder at once when its stream cannot be written', async () => {
  mkdirSync(join(root, 'b1', 'index'), { recursive: true })
  const encoder = await encoderOf('b1')
  encoder.tracks()
  for (let second = 0; second < 8; second++) encoder.picture()
  await vi.waitFor(() => expect(encoder.close).toHaveBeenCalledOnce())
  expect(log.lines).toMatchObject([{ level: 'error', message: 'a stream could not be written' }])
})

/** Sends these packets as they arrive, with B-frames if `composition` is set. */
async function push(packets: Packet[], { close = vi.fn(), composition = 0 } = {}) {
  const stream = (await intake.open('b1', { keyHash: 'hash', close }))!
  stream.take({ is: 'videoTrack', track: picturesOf(0) }, 0)
  stream.take({ is: 'audioTrack', track: SOUND }, 0)
  const data = new Uint8Array(100)
  const began = clock.now().getTime()
  for (const { is, timestamp: dts, isKey, arrived } of packets) {
    clock.move(began + arrived - clock.now().getTime())
    stream.take(
      is === 'picture'
        ? { is: 'video', key: isKey, dts, pts: dts + composition, data }
        : { is: 'audio', dts, data },
      arrived,
    )
  }
  await stream.end()
  return (await diskRecordings(root).read('b1')).segments
}

const FAULT_AT_MS = 12_500
const everyTwoSeconds = (count: number, from: number) =>
  Array.from({ length: count }, (_, n) => from + n * 2_000)

it.each([
  { how: 'in real time', faults: [], composition: 0 },
  { how: 'in real time with B-frames', faults: [], composition: 100 },
  { how: 'faster than real time', faults: ['sent ten times as fast'], composition: 0 },
  { how: 'faster, with B-frames', faults: ['sent ten times as fast'], composition: 100 },
])(
  'dates the run after a jump from the end of the first: $how',
  async ({ faults, composition }) => {
    const packets = packetsOf(30)
    for (const name of [...faults, 'jumps an hour ahead']) FAULTS[name]!(packets, FAULT_AT_MS)
    const began = clock.now().getTime()
    const segments = await push(packets, { composition })
    expect(new Set(segments.map(({ run }) => run))).toEqual(new Set([1, 2]))
    expect(segments.map(({ at }) => at)).toEqual(everyTwoSeconds(15, began + composition))
  },
)

it('dates a push by the clock, but not before the end of what is recorded', async () => {
  const began = clock.now().getTime()
  await push(packetsOf(6))
  clock.move(-HOUR_MS)
  await intake.end()
  intake = start()
  await push(packetsOf(6))
  clock.move(2 * HOUR_MS)
  const later = clock.now().getTime()
  const segments = await push(packetsOf(6))
  expect(segments.map(({ at }) => at)).toEqual([
    ...everyTwoSeconds(6, began),
    ...everyTwoSeconds(3, later),
  ])
})

it('cuts playable segments from an encoder that sends a single key frame', async () => {
  const stream = (await intake.open('b1', { keyHash: 'hash', close: vi.fn() }))!
  stream.take({ is: 'videoTrack', track: picturesOf(0) }, 0)
  stream.take({ is: 'audioTrack', track: SOUND }, 0)
  for (let n = 0; n < 60; n++) {
    const [dts, data] = [n * 500, new Uint8Array(100)]
    stream.take({ is: 'video', key: n === 0, dts, pts: dts, data }, dts)
  }
  await stream.end()
  const { segments } = await diskRecordings(root).read('b1')
  expect(segments.map(({ seconds }) => seconds)).toEqual([10, 10, 10])
})

it('cuts a segment at 16 MB, also without a key frame', async () => {
  const stream = (await intake.open('b1', { keyHash: 'hash', close: vi.fn() }))!
  stream.take({ is: 'videoTrack', track: picturesOf(0) }, 0)
  stream.take({ is: 'audioTrack', track: SOUND }, 0)
  for (let n = 0; n < 40; n++) {
    const dts = n * 50
    stream.take({ is: 'video', key: n === 0, dts, pts: dts, data: frame }, dts)
  }
  await stream.end()
  const { segments } = await diskRecordings(root).read('b1')
  expect(segments.map(({ bytes }) => Math.floor(bytes / MB))).toEqual([15, 15, 10])
})

it('ends a run that cannot be packaged, keeps the connection, and begins another one', async () => {
  const close = vi.fn()
  const stream = (await intake.open('b1', { keyHash: 'hash', close }))!
  stream.take({ is: 'audioTrack', track: SOUND }, 0)
  const data = new Uint8Array(100)
  const pictures = (track: VideoTrack, from: number) => {
    stream.take({ is: 'videoTrack', track }, from)
    for (let n = 0; n < 8; n++) {
      const dts = from + n * 1_000
      stream.take({ is: 'video', key: true, dts, pts: dts, data }, dts)
    }
  }
  pictures({ ...picturesOf(0), codec: 'no codec' }, 0)
  await vi.waitFor(() => expect(stream.report().measured.spoiled).toBe(1))
  pictures(picturesOf(1), 8_000)
  await stream.end()
  expect(close).not.toHaveBeenCalled()
  // Several segments were waiting for the one that failed.
  expect(stream.report().measured).toMatchObject({ spoiled: 1, unwritten: false })
  expect(log.lines).toMatchObject([
    { level: 'warn', message: 'a run of a stream ended: a segment could not be packaged' },
  ])
  const { segments } = await diskRecordings(root).read('b1')
  expect(segments.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(8)
})

it('sends on the pictures of a sound that cannot be played, and reports it', async () => {
  const stream = (await intake.open('b1', { keyHash: 'hash', close: vi.fn() }))!
  stream.take({ is: 'videoTrack', track: picturesOf(0) }, 0)
  // AAC whose channels a program config element describes, as of 2.1 sound: channel configuration 0.
  const config = Buffer.from([0xaf, 0, 0x11, 0x80, 0x04, 0xc4, 0x04, 0x00, 0x20, 0x11, 0x90])
  const packet = Buffer.from([0xaf, 1, 0x21, 0x10])
  const take = (body: Buffer, time: number) => {
    const media = readTag({ type: 8, time, body })
    if (media) stream.take(media, time)
  }
  take(config, 0)
  for (let n = 0; n < 12; n++) {
    const dts = n * 500
    take(packet, dts)
    const data = new Uint8Array(100)
    stream.take({ is: 'video', key: n % 4 === 0, dts, pts: dts, data }, dts)
  }
  await stream.end()
  expect(stream.report().measured).toMatchObject({ foreign: ['audio'], audio: null, spoiled: 0 })
  const { segments } = await diskRecordings(root).read('b1')
  expect(segments.map(({ seconds }) => seconds)).toEqual([2, 2])
})

it('goes on with a track that begins late at a key frame, and loses no picture', async () => {
  const packets = faultyPackets([{ name: 'sound begins late', at: 5_000 }])
  const late = packets.find(({ is }) => is === 'sound')!
  const stream = (await intake.open('b1', { keyHash: 'hash', close: vi.fn() }))!
  stream.take({ is: 'videoTrack', track: picturesOf(0) }, 0)
  for (const packet of packets.filter(({ true: at }) => at < 20_000)) {
    const { is, timestamp: dts, isKey, arrived } = packet
    if (packet === late) stream.take({ is: 'audioTrack', track: SOUND }, arrived)
    const data = new Uint8Array(100)
    if (is === 'sound') stream.take({ is: 'audio', dts, data }, arrived)
    else stream.take({ is: 'video', key: isKey, dts, pts: dts, data }, arrived)
  }
  await stream.end()
  const { segments } = await diskRecordings(root).read('b1')
  // Without a track of sound, the first two seconds wait for its name.
  expect(segments.map(({ run, seconds }) => [run, seconds])).toEqual([
    ...[1, 1].map((run) => [run, 2]),
    ...Array(7).fill([2, 2]),
  ])
})
