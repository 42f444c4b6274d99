import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LIVE_WINDOW } from '#contract/streams/limits.ts'
import type { AudioTrack, VideoTrack } from '#server/adapters/ingest/flv.ts'
import { createIntake } from '#server/adapters/ingest/intake.ts'
import {
  bothSince,
  FAULTS,
  FRAME_MS,
  faultyPackets,
  type Occurrence,
  type Packet,
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
/** Pictures that begin alone are recorded from the key frame after this time on. */
const SOUND_NAMED_MS = 2_000
/** Of the full run: four minutes on an idle machine. */
const LONG_MS = 60 * 60_000

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
    const [init, bytes] = [segment.init, segment.file].map((name) =>
      readFileSync(join(folder, name)),
    )
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
  let first: Packet | null = null
  return packets.flatMap((packet, n) => {
    if (packet.after) first = null
    if (packet.is === 'sound') return []
    first ??= packet
    // A silent stream waits for its sound to be announced; without timestamps, arrival is all that shows for how long.
    const passed = Math.min(packet.true - first.true, packet.arrived - first.arrived)
    const isDue = packet.isKey && passed > SOUND_NAMED_MS
    return isDue && n > killed && !stored.has(n) ? [`lost the key frame at ${packet.true}`] : []
  })
}

async function outcomeOf(chosen: Occurrence[]) {
  const root = mkdtempSync(join(tmpdir(), 'room-faults-'))
  try {
    const packets = faultyPackets(chosen)
    if (packets.length === 0) return { flaws: [], segments: [] }
    for (const [n, packet] of packets.entries())
      if (packet.arrived - (packets[n - 1]?.arrived ?? 0) >= SILENT_MS) packet.after ??= 'return'
    const { folder, closed, complaints } = await record(packets, root)
    const { flaws, segments } = playlistFlawsOf(folder)
    const media = mediaFlawsOf(folder, segments, packets)
    const all = [
      ...(closed > 0 ? [`disconnected ${closed} times`] : []),
      ...complaints,
      ...flaws,
      ...media.flaws,
      ...lostOf(packets, media.found),
    ]
    return { flaws: all, segments }
  } finally {
    rmSync(root, { recursive: true })
  }
}

const FAULT_AT_MS = 12_500
/** Faults with another outcome than 40 s in one run: seconds that are recorded, and runs. */
const OUTCOMES: Record<string, [seconds: number, runs: number]> = {
  // What arrived after the last key frame was not in a segment yet, or is gone with the process.
  'the encoder is gone for 3 s': [36.5, 2],
  'our process is killed': [36.5, 2],
  // Two seconds wait for a sound, three for pictures.
  'no sound at all': [38, 1],
  'sound begins late': [38, 2],
  'no pictures at all': [37, 1],
  'pictures begin late': [37, 2],
  // Five seconds go by until the sound goes on alone.
  'pictures end': [35, 2],
  'no pictures for 15 s': [35, 3],
  // Pictures that nothing in the stream can decode.
  'pictures before their key frame': [39.9, 1],
  'jumps an hour ahead': [40, 2],
  'jumps 20 s ahead': [40, 2],
  'jumps 12 s back': [40, 2],
  'pictures alone jump 30 s ahead': [40, 2],
  'pictures alone jump 30 s back': [40, 2],
  'the size of the picture changes': [40, 2],
}

it.each(Object.keys(KINDS))('stream plays on with an encoder of this fault: %s', async (name) => {
  const { flaws, segments } = await outcomeOf([{ name, at: FAULT_AT_MS }])
  expect(flaws).toEqual([])
  const [seconds, runs] = OUTCOMES[name] ?? [40, 1]
  const sum = segments.reduce((total, segment) => total + segment.seconds, 0)
  expect(Math.abs(sum - seconds), `${sum} s`).toBeLessThan(0.1)
  expect(new Set(segments.map(({ run }) => run)).size).toBe(runs)
})

it('stream plays on with an encoder of several faults', { timeout: LONG_MS }, async () => {
  const faults = fc.uniqueArray(
    fc.record({
      name: fc.constantFrom(...Object.keys(KINDS)),
      at: fc.integer({ min: 6_000, max: 30_000 }),
    }),
    { selector: ({ name }) => name, minLength: 2, maxLength: 4 },
  )
  const property = fc.asyncProperty(faults, async (chosen) => {
    expect((await outcomeOf(chosen)).flaws).toEqual([])
  })
  await fc.assert(property, { numRuns: isFull ? 2_000 : 50, seed: 20_261_129 })
})
