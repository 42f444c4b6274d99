import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { LIVE_WINDOW } from '#contract/streams/limits.ts'
import type { AudioTrack, VideoTrack } from '#server/adapters/ingest/flv.ts'
import { createIntake } from '#server/adapters/ingest/intake.ts'
import {
  bothSince,
  FAULTS,
  FRAME_MS,
  type Packet,
  packetsOf,
  RETURNS,
  SETTLED_MS,
} from '#server/adapters/ingest/testing/faults.ts'
import { archivePlaylist, livePlaylist } from '#server/features/live/playlist.ts'
import { lastOf } from '#server/features/live/stream-state.ts'
import { fakeClock } from '#server/ports/clock.ts'
import { recordingReader, type Segment } from '#server/ports/recordings.ts'
import { samplesOf } from '#server/testing/cmaf.ts'
import { createPlaylistCheck, readPlaylist } from '#server/testing/hls.ts'
import { memoryLog } from '#server/testing/log.ts'
import { isFull } from '#server/testing/names.ts'

const KINDS = { ...RETURNS, ...FAULTS }
const ID = 'b'
/** How far a segment's duration may be from the truth, and sound from its pictures. */
const WITHIN_MS = 100
/** Bound of a segment, with the picture that ends it. */
const LONGEST_MS = 10_000 + 4 * FRAME_MS
/** A connection on which nothing arrives for this long is closed. */
const SILENT_MS = 10_000
const SOUND_NAMED_MS = 2_000

const videoOf = (size: number): VideoTrack => ({
  ...{ codec: 'avc1.42c01e', width: 320 + 2 * size, height: 180 },
  record: Uint8Array.of(1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, size),
})
const AUDIO: AudioTrack = {
  ...{ codec: 'mp4a.40.2', sampleRate: 48_000, channels: 2 },
  record: Uint8Array.of(0x11, 0x90),
}

/** Each packet carries its number, by which it is found again in the segments. */
const DATA_BYTES = 16
function dataOf(n: number): Buffer {
  const data = Buffer.alloc(DATA_BYTES)
  data.writeUInt32BE(n, 12)
  return data
}
const numberIn = (data: Buffer) => data.readUInt32BE(12)

/** What became of an encoder's packets. */
interface Outcome {
  folder: string
  /** Times at which the server disconnected the encoder. */
  closed: number
  complaints: string[]
}

/** What a process leaves that is killed: the last lines are not written, and perhaps half of one. */
function loseLines(index: string, seed: number) {
  if (!existsSync(index)) return
  const lines = readFileSync(index, 'latin1').split(/(?<=\n)/)
  const lost = seed % 4
  const half = seed % 3 === 0 ? (lines.at(lines.length - lost)?.slice(0, 9) ?? '') : ''
  writeFileSync(index, lines.slice(0, lines.length - lost).join('') + half)
}

/** Announced tracks without packets for this long are not announced at all. */
const ANNOUNCED_MS = 500

/** Sends these packets as they arrive. */
async function record(packets: Packet[], root: string): Promise<Outcome> {
  const clock = fakeClock()
  const log = memoryLog()
  const began = clock.now().getTime()
  let closed = 0
  const intake = createIntake(root, { clock, log, onChange: () => {} })
  const connect = async () => {
    const close = () => void closed++
    return (await intake.open(ID, { keyHash: 'k', close }))!
  }
  let stream = await connect()
  let [size, hasSound] = [-1, false]
  const announce = (from: number) => {
    for (const { is, size, after, true: at, arrived } of packets.slice(from)) {
      if (at > packets[from]!.true + ANNOUNCED_MS || (after && packets[from]!.true !== at)) break
      headers(is, size, arrived, false)
    }
  }
  const headers = (is: Packet['is'], wanted: number, arrived: number, again: boolean) => {
    if (is === 'sound' && (!hasSound || again)) {
      hasSound = true
      stream.take({ is: 'audioTrack', track: AUDIO }, arrived)
    }
    if (is === 'picture' && (wanted !== size || again)) {
      size = wanted
      stream.take({ is: 'videoTrack', track: videoOf(size) }, arrived)
    }
  }

  for (const [n, packet] of packets.entries()) {
    const { is, timestamp: dts, isKey, arrived, composition, after } = packet
    clock.move(began + arrived - clock.now().getTime())
    if (n % 50 === 0) await turn()
    if (after) {
      await stream.end()
      if (after === 'kill') loseLines(join(root, ID, 'index'), n)
      stream = await connect()
      ;[size, hasSound] = [-1, false]
    }
    if (after || n === 0) announce(n)
    headers(is, packet.size, arrived, packet.repeatsHeaders)
    const data = dataOf(n)
    stream.take(
      is === 'picture'
        ? { is: 'video', key: isKey, dts, pts: dts + composition, data }
        : { is: 'audio', dts, data },
      arrived,
    )
  }
  await intake.end()
  const complaints = log.lines.map(({ message }) => message)
  return { folder: join(root, ID), closed, complaints }
}

/** What a viewer finds wrong who reads the playlist after each segment, and in the archive. */
function playlistFlawsOf(folder: string): { flaws: string[]; segments: Segment[] } {
  const read = recordingReader()
  const check = createPlaylistCheck()
  const address = (_: string, file: string) => file
  const shown = (segments: Segment[]) =>
    segments.map((segment) => ({ ...segment, broadcastId: ID, renditions: [] }))
  let recorded = read('', '')
  for (const line of readFileSync(join(folder, 'index'), 'latin1').split(/(?<=\n)/)) {
    recorded = read(line, '')
    const { segments, longest } = recorded
    if (segments.length === 0) continue
    const window = shown(lastOf(segments, LIVE_WINDOW))
    check.read(livePlaylist({ segments: window, longest }, address, false))
  }
  const { segments, longest } = recorded
  const last = check.read(
    livePlaylist({ segments: shown(lastOf(segments, LIVE_WINDOW)), longest }, address, true),
  )
  const archive = readPlaylist(archivePlaylist(shown(segments), address))
  return {
    segments,
    flaws: [
      ...check.flaws,
      ...(last.endlist && archive.endlist ? [] : ['the end is missing']),
      ...(archive.segments.length === segments.length ? [] : ['the archive is incomplete']),
    ],
  }
}

interface Found extends Packet {
  run: number
  at: number
  n: number
}

/** Durations that are not those of the bytes or of what was sent, and sound that is apart from its pictures. */
function mediaFlawsOf(folder: string, segments: Segment[], packets: Packet[]) {
  const flaws: string[] = []
  const found: Found[] = []
  for (const segment of segments) {
    const [init, bytes] = [segment.init, segment.file].map((name) => readFileSync(join(folder, name)))
    const samples = samplesOf(init!, bytes!)
    const of = (is: Packet['is']) => samples.filter((sample) => sample.is === is)
    const [main] = [of('picture'), of('sound')].filter((list) => list.length > 0)
    const ms = segment.seconds * 1_000
    const lasts = main?.reduce((sum, { duration }) => sum + duration, 0) ?? 0
    if (Math.abs(lasts - ms) > WITHIN_MS)
      flaws.push(`${segment.file} says ${Math.round(ms)} ms, and lasts ${Math.round(lasts)} ms`)
    if (ms > LONGEST_MS) flaws.push(`${segment.file} is ${Math.round(ms)} ms long`)
    const sound = of('sound').reduce((sum, { duration }) => sum + duration, 0)
    // A run's sound begins with the decoding of its first picture, which may be shown later.
    const early = segment.file.endsWith('-0.m4s') ? 3 * FRAME_MS : 0
    if (sound > 0 && (sound < ms - WITHIN_MS || sound > ms + WITHIN_MS + early))
      flaws.push(`the sound of ${segment.file} lasts ${Math.round(sound)} of ${Math.round(ms)} ms`)
    for (const { pts, data } of samples) {
      if (data.length !== DATA_BYTES) continue // Silence in place of sound.
      const n = numberIn(data)
      found.push({ ...packets[n]!, n, at: pts, run: segment.run })
    }
  }
  return { flaws: [...flaws, ...apartIn(found, packets)], found }
}

/** Where sound is apart from its pictures, in the runs in which both are. */
function apartIn(found: Found[], packets: Packet[]): string[] {
  const inOrder = found.toSorted((one, other) => one.n - other.n)
  let sound: Found | null = null
  return inOrder.flatMap((packet) => {
    if (packet.is === 'sound') sound = packet
    if (packet.is === 'sound' || !sound || sound.run !== packet.run) return []
    const isSettled = packet.true - bothSince(packets, packet.n) >= SETTLED_MS
    if (!isSettled || packet.true - sound.true > FRAME_MS) return []
    const late = packet.at - packet.true - packet.composition
    const apart = Math.round(sound.at - sound.true - late)
    return Math.abs(apart) > WITHIN_MS ? [`${apart} ms apart at ${packet.true}`] : []
  })
}

/** Key frames that are in no segment, besides what a killed process had not written. */
function lostOf(packets: Packet[], found: Found[]): string[] {
  const stored = new Set(found.map(({ n }) => n))
  const killed = packets.findLastIndex(({ after }) => after === 'kill')
  let begins: number | null = null
  return packets.flatMap((packet, n) => {
    if (packet.after) begins = null
    if (packet.is === 'sound') return []
    begins ??= packet.true
    // A silent stream waits for its sound to be announced.
    const isDue = packet.isKey && packet.true - begins > SOUND_NAMED_MS
    return isDue && n > killed && !stored.has(n) ? [`lost the key frame at ${packet.true}`] : []
  })
}

interface Chosen {
  name: string
  at: number
}
async function flawsOf(chosen: Chosen[]) {
  const root = mkdtempSync(join(tmpdir(), 'room-faults-'))
  try {
    const packets = packetsOf()
    for (const [name, fault] of Object.entries(KINDS)) {
      const one = chosen.find((other) => other.name === name)
      if (one) fault(packets, one.at)
    }
    if (packets.length === 0) return []
    for (const [n, packet] of packets.entries())
      if (packet.arrived - (packets[n - 1]?.arrived ?? 0) >= SILENT_MS) packet.after ??= 'return'
    const { folder, closed, complaints } = await record(packets, root)
    const { flaws, segments } = playlistFlawsOf(folder)
    const media = mediaFlawsOf(folder, segments, packets)
    return [
      ...(closed > 0 ? [`disconnected ${closed} times`] : []),
      ...complaints,
      ...flaws,
      ...media.flaws,
      ...lostOf(packets, media.found),
    ]
  } finally {
    rmSync(root, { recursive: true })
  }
}

const FAULT_AT_MS = 12_500
it.each(Object.keys(KINDS))('stream plays on with an encoder of this fault: %s', async (name) => {
  expect(await flawsOf([{ name, at: FAULT_AT_MS }])).toEqual([])
})

it('stream plays on with an encoder of any faults together', { timeout: 3_600_000 }, async () => {
  const faults = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...Object.keys(KINDS)),
      at: fc.integer({ min: 6_000, max: 30_000 }),
    }),
    { selector: ({ name }) => name, minLength: 2, maxLength: 4 },
  )
  const found = new Map<string, number>()
  let bad = 0
  const property = fc.asyncProperty(faults, async (chosen) => {
    const flaws = await flawsOf(chosen)
    if (flaws.length) { bad++; if (bad < 60) console.log(JSON.stringify(chosen.map(({name, at}) => `${name}@${at}`)), flaws.length, flaws.slice(0,2)) }
  })
  await fc.assert(property, { numRuns: Number(process.env.RUNS ?? 50), seed: 20_261_129 })
  console.log('bad', bad)
})
