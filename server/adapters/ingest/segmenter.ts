import { defined } from '#contract/defined.ts'
import type { AudioTrack, VideoTrack } from './flv.ts'
import { type Packet, pack } from './pack.ts'
import { createUnwritten, type Unwritten, weightOf } from './unwritten.ts'

/** A segment: starts with a key frame and can be decoded by itself. Times in milliseconds. */
export interface PackagedSegment {
  /** In the encoder's time, from its first picture. */
  start: number
  duration: number
  bytes: Uint8Array
  /** Initialization segment of the run; on the first segment only. */
  init?: Uint8Array
}

/** Encoders set to two seconds miss the target by one frame. */
export const TARGET_MS = 2_000
const SLACK_MS = 120
/** Audio that lags its video by more than this is not waited for. */
const SOUND_LATE_MS = 3_000
/** Above this length or size a segment is cut at any picture, so that streams without key frames play too. */
const MAX_SEGMENT_MS = 10_000
const MAX_SEGMENT_BYTES = 16_000_000

export interface Sink {
  /** Called one segment at a time; a segment is packed only after the previous one is written. */
  write: (segment: PackagedSegment) => Promise<void>
  /** Resolves when the first segment may be packed. */
  ready?: Promise<void>
  /** Counts the bytes that the run holds in memory. */
  unwritten?: Unwritten
  /** Called when a segment could not be packed or written: no further segment follows. */
  onError?: (error: unknown) => void
}

/**
 * Cuts one run of an encoder into CMAF segments at key frames, without re-encoding. Its input times never step back
 * (`timeline.ts`).
 */
export function createSegmenter(
  video: VideoTrack,
  audio: AudioTrack | null,
  { write, ready = Promise.resolve(), unwritten = createUnwritten(), onError = () => {} }: Sink,
) {
  let pictures: Packet[] = []
  let sounds: Packet[] = []
  let origin: number | null = null
  let uncut = 0
  let first = true
  let working: Promise<unknown> = ready

  /**
   * Where to cut: before the first key frame past the target length, or before the last picture if the segment is
   * overdue. Null: not yet.
   */
  function nextCut(): { count: number; end: number } | null {
    const [head, last] = [pictures.at(0), pictures.at(-1)]
    if (!head || !last || head === last) return null
    const count = pictures.findIndex(
      ({ key, pts }, n) => n > 0 && key && pts - head.pts >= TARGET_MS - SLACK_MS,
    )
    const end = pictures[count]?.pts
    if (end === undefined)
      return isOverdue(last.pts - head.pts) ? { count: pictures.length - 1, end: last.pts } : null
    const audioEnd = sounds.at(-1)?.pts ?? Number.NEGATIVE_INFINITY
    const mayCut = !audio || audioEnd >= end || last.pts - end > SOUND_LATE_MS
    return mayCut ? { count, end } : null
  }

  const isOverdue = (ms: number) => ms >= MAX_SEGMENT_MS || uncut >= MAX_SEGMENT_BYTES

  function flush(count: number, end: number) {
    const seen = pictures.slice(0, count)
    const { pts: start } = defined(seen[0], 'the first picture')
    const audioPackets = sounds.filter(({ pts }) => pts < end)
    pictures = pictures.slice(count)
    sounds = sounds.slice(audioPackets.length)
    const bytes = weightOf(seen) + weightOf(audioPackets)
    uncut -= bytes
    const isFirst = first
    first = false
    working = working
      .then(async () => {
        const packed = await pack(video, audio, seen, audioPackets, end)
        await write({
          start,
          duration: end - start,
          bytes: packed.bytes,
          ...(isFirst && { init: packed.init }),
        })
      })
      .finally(() => unwritten.add(-bytes))
    // Handled here: the promise is awaited only at the end of the run.
    working.catch(onError)
  }

  function hold(packet: Packet) {
    const bytes = weightOf([packet])
    unwritten.add(bytes)
    uncut += bytes
  }

  return {
    video(packet: Packet) {
      if (origin === null && !packet.key) return
      origin ??= packet.dts
      const moved = { ...packet, dts: packet.dts - origin, pts: packet.pts - origin }
      pictures.push(moved)
      hold(moved)
      for (let cut = nextCut(); cut; cut = nextCut()) flush(cut.count, cut.end)
    },
    audio(dts: number, data: Uint8Array) {
      if (origin === null || !audio || dts < origin) return
      const pts = dts - origin
      const packet = { key: true, dts: pts, pts, data }
      sounds.push(packet)
      hold(packet)
    },
    /** Writes the rest. Rejects if a segment could not be written. */
    async end() {
      const last = pictures.at(-1)
      if (last)
        flush(pictures.length, Math.max(...pictures.map(({ pts }) => pts)) + frameOf(pictures))
      unwritten.add(-weightOf(sounds))
      sounds = []
      await working
    },
  }
}
export type Segmenter = ReturnType<typeof createSegmenter>

/** Average duration of a picture in its segment. */
const frameOf = (packets: Packet[]) => {
  const [first, last] = [packets.at(0), packets.at(-1)]
  return first && last && first !== last ? (last.dts - first.dts) / (packets.length - 1) : 33
}
