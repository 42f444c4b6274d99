import { defined } from '#contract/lib/defined.ts'
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
export class Segmenter {
  readonly #video: VideoTrack
  readonly #audio: AudioTrack | null
  readonly #sink: Required<Sink>
  #pictures: Packet[] = []
  #sounds: Packet[] = []
  #origin: number | null = null
  #uncut = 0
  #isFirst = true
  #working: Promise<unknown>

  constructor(
    video: VideoTrack,
    audio: AudioTrack | null,
    { write, ready = Promise.resolve(), unwritten = createUnwritten(), onError = () => {} }: Sink,
  ) {
    this.#video = video
    this.#audio = audio
    this.#sink = { write, ready, unwritten, onError }
    this.#working = ready
  }

  video(packet: Packet): void {
    if (this.#origin === null && !packet.key) return
    this.#origin ??= packet.dts
    const moved = { ...packet, dts: packet.dts - this.#origin, pts: packet.pts - this.#origin }
    this.#pictures.push(moved)
    this.#hold(moved)
    for (let cut = this.#nextCut(); cut; cut = this.#nextCut()) this.#flush(cut.count, cut.end)
  }

  audio(dts: number, data: Uint8Array): void {
    if (this.#origin === null || !this.#audio || dts < this.#origin) return
    const pts = dts - this.#origin
    const packet = { key: true, dts: pts, pts, data }
    this.#sounds.push(packet)
    this.#hold(packet)
  }

  /** Writes the rest. Rejects if a segment could not be written. */
  async end(): Promise<void> {
    const pictures = this.#pictures
    if (pictures.length > 0)
      this.#flush(pictures.length, Math.max(...pictures.map(({ pts }) => pts)) + frameOf(pictures))
    this.#sink.unwritten.add(-weightOf(this.#sounds))
    this.#sounds = []
    await this.#working
  }

  /**
   * Where to cut: before the first key frame past the target length, or before the last picture if the segment is
   * overdue. Null: not yet.
   */
  #nextCut(): { count: number; end: number } | null {
    const pictures = this.#pictures
    const [head, last] = [pictures.at(0), pictures.at(-1)]
    if (!head || !last || head === last) return null
    const count = pictures.findIndex(
      ({ key, pts }, n) => n > 0 && key && pts - head.pts >= TARGET_MS - SLACK_MS,
    )
    const end = pictures[count]?.pts
    if (end === undefined) {
      const isOverdue = last.pts - head.pts >= MAX_SEGMENT_MS || this.#uncut >= MAX_SEGMENT_BYTES
      return isOverdue ? { count: pictures.length - 1, end: last.pts } : null
    }
    const audioEnd = this.#sounds.at(-1)?.pts ?? Number.NEGATIVE_INFINITY
    const mayCut = !this.#audio || audioEnd >= end || last.pts - end > SOUND_LATE_MS
    return mayCut ? { count, end } : null
  }

  #flush(count: number, end: number): void {
    const { write, unwritten, onError } = this.#sink
    const seen = this.#pictures.slice(0, count)
    const { pts: start } = defined(seen[0], 'the first picture')
    const audioPackets = this.#sounds.filter(({ pts }) => pts < end)
    this.#pictures = this.#pictures.slice(count)
    this.#sounds = this.#sounds.slice(audioPackets.length)
    const bytes = weightOf(seen) + weightOf(audioPackets)
    this.#uncut -= bytes
    const isFirst = this.#isFirst
    this.#isFirst = false
    this.#working = this.#working
      .then(async () => {
        const packed = await pack(this.#video, this.#audio, seen, audioPackets, end)
        await write({
          start,
          duration: end - start,
          bytes: packed.bytes,
          ...(isFirst && { init: packed.init }),
        })
      })
      .finally(() => unwritten.add(-bytes))
    // Handled here: the promise is awaited only at the end of the run.
    this.#working.catch(onError)
  }

  #hold(packet: Packet): void {
    const bytes = weightOf([packet])
    this.#sink.unwritten.add(bytes)
    this.#uncut += bytes
  }
}

/** Average duration of a picture in its segment. */
const frameOf = (packets: Packet[]) => {
  const [first, last] = [packets.at(0), packets.at(-1)]
  return first && last && first !== last ? (last.dts - first.dts) / (packets.length - 1) : 33
}
