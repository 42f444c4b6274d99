import { defined } from '#contract/lib/defined.ts'
import type { AudioTrack, VideoTrack } from './flv.ts'
import { type Packet, pack } from './pack.ts'
import { Silence } from './silence.ts'
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

/** The pictures before it, and the instant until which they are shown. */
interface Cut {
  count: number
  end: number
}

export interface Sink {
  /** Called one segment at a time; a segment is packed only after the previous one is written. */
  write: (segment: PackagedSegment) => Promise<void>
  /** Resolves when the first segment may be packed. */
  ready?: Promise<void>
  /** Counts the bytes that the run holds in memory. */
  unwritten?: Unwritten
  /** Called with each packet of sound from the first picture on, and with the silence in place of missing ones. */
  onSound?: (packet: Packet) => void
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
  readonly #silence: Silence | null
  readonly #sink: Required<Sink>
  #pictures: Packet[] = []
  #sounds: Packet[] = []
  #origin: number | null = null
  /** Where the segment begins that is not cut yet; null before the first picture. */
  #start: number | null = null
  #uncut = 0
  #isFirst = true
  #working: Promise<unknown>

  constructor(video: VideoTrack, audio: AudioTrack | null, sink: Sink) {
    this.#video = video
    this.#audio = audio
    this.#silence = audio && new Silence(audio)
    this.#sink = {
      ...{ ready: Promise.resolve(), unwritten: createUnwritten() },
      ...{ onSound: () => {}, onError: () => {} },
      ...sink,
    }
    this.#working = this.#sink.ready
  }

  video(packet: Packet): void {
    if (this.#origin === null && !packet.key) return
    this.#origin ??= packet.dts
    const moved = { ...packet, dts: packet.dts - this.#origin, pts: packet.pts - this.#origin }
    this.#start ??= moved.pts
    // Shown before the key frame with which the run begins, and decoded from one that is not in it.
    if (moved.pts < this.#start) return
    this.#pictures.push(moved)
    this.#hold(moved)
    this.#flushAll((cut) => this.#isHeard(cut))
  }

  audio(dts: number, data: Uint8Array): void {
    if (this.#origin === null || !this.#silence || dts < this.#origin) return
    const pts = dts - this.#origin
    this.#addSounds(this.#silence.before({ key: true, dts: pts, pts, data }))
  }

  /** Writes the rest. Rejects if a segment could not be written. */
  async end(): Promise<void> {
    this.#flushAll(() => true)
    const pictures = this.#pictures
    if (pictures.length > 0)
      this.#flush(pictures.length, Math.max(...pictures.map(({ pts }) => pts)) + frameOf(pictures))
    this.#sink.unwritten.add(-weightOf(this.#sounds))
    this.#sounds = []
    await this.#working
  }

  #flushAll(mayCut: (cut: Cut) => boolean): void {
    for (let cut = this.#nextCut(); cut && mayCut(cut); cut = this.#nextCut())
      this.#flush(cut.count, cut.end)
  }

  /** Where to cut. Null: not yet. */
  #nextCut(): Cut | null {
    const start = this.#start
    if (start === null) return null
    const cut = this.#cutAt((packet) => packet.key, start + TARGET_MS - SLACK_MS)
    const overdue = this.#cutAt(() => true, start + MAX_SEGMENT_MS)
    const due = cut && !(overdue && overdue.end < cut.end) ? cut : overdue
    return due ?? (this.#uncut >= MAX_SEGMENT_BYTES ? lastCut(this.#pictures) : null)
  }

  /** Whether the sound until this cut has arrived, or is not waited for. */
  #isHeard({ end }: Cut): boolean {
    if (!this.#audio || this.#uncut >= MAX_SEGMENT_BYTES) return true
    const audioEnd = this.#sounds.at(-1)?.pts ?? Number.NEGATIVE_INFINITY
    return audioEnd >= end || (this.#pictures.at(-1)?.pts ?? end) - end > SOUND_LATE_MS
  }

  /** The first possible cut before a wanted picture that is shown at `from` or later; null if there is none yet. */
  #cutAt(isWanted: (packet: Packet) => boolean, from: number): Cut | null {
    for (const [n, packet] of this.#pictures.entries()) {
      const cut = n > 0 && packet.pts >= from && isWanted(packet) && cutBefore(this.#pictures, n)
      if (cut) return cut
    }
    return null
  }

  #flush(count: number, end: number): void {
    const { write, unwritten, onError } = this.#sink
    // Sound that has not arrived by now is not waited for.
    if (this.#silence) this.#addSounds(this.#silence.until(end))
    const seen = this.#pictures.slice(0, count)
    const start = defined(this.#start, 'where the segment begins')
    this.#start = end
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

  #addSounds(packets: Packet[]): void {
    for (const packet of packets) {
      this.#sounds.push(packet)
      this.#hold(packet)
      this.#sink.onSound(packet)
    }
  }

  #hold(packet: Packet): void {
    const bytes = weightOf([packet])
    this.#sink.unwritten.add(bytes)
    this.#uncut += bytes
  }
}

/**
 * Cuts before this picture, if all before it are shown before all others. B-frames are decoded after a picture that
 * they are shown before: null also until they have arrived.
 */
function cutBefore(pictures: Packet[], count: number): Cut | null {
  const [first, last] = [pictures[count], pictures.at(-1)]
  if (!first || !last || (last.pts <= first.pts && last.dts < first.pts)) return null
  const end = Math.min(...pictures.slice(count).map(({ pts }) => pts))
  return pictures.slice(0, count).every(({ pts }) => pts < end) ? { count, end } : null
}

/** The last possible cut. */
function lastCut(pictures: Packet[]): Cut | null {
  for (let count = pictures.length - 1; count > 0; count--) {
    const cut = cutBefore(pictures, count)
    if (cut) return cut
  }
  return null
}

/** Average duration of a picture in its segment. */
const frameOf = (packets: Packet[]) => {
  const [first, last] = [packets.at(0), packets.at(-1)]
  return first && last && first !== last ? (last.dts - first.dts) / (packets.length - 1) : 33
}
