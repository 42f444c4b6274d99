import type { AudioTrack, VideoTrack } from './flv.ts'
import { type Packet, pack } from './pack.ts'
import { createUnwritten, type Unwritten, weightOf } from './unwritten.ts'

/** A piece of the stream that begins with a whole picture and can be played by itself. Times in milliseconds. */
export interface Piece {
  /** On the encoder's clock, counted from its first picture. */
  start: number
  duration: number
  bytes: Uint8Array
  /** What players need before the first piece; on that one alone. */
  init?: Uint8Array
}

/** Encoders that were told two seconds miss them by a frame. */
export const TARGET_MS = 2_000
const SLACK_MS = 120
/** Sound that is this far behind its picture is not waited for. */
const SOUND_LATE_MS = 3_000
/** A piece is cut at any picture once it is this long or large: an encoder that never sends a key picture is shown too. */
const MAX_PIECE_MS = 10_000
const MAX_PIECE_BYTES = 16_000_000

/** Where the pieces of a run go. */
export interface Sink {
  /** Gets the pieces one after the other; what a piece needs is not made before the one before is written. */
  write: (piece: Piece) => Promise<void>
  /** Settles when the first may be made. */
  ready?: Promise<void>
  /** Counts what the run holds. */
  unwritten?: Unwritten
  /** Told as soon as a piece could not be made or written: none follows it. */
  onError?: (error: unknown) => void
}

/**
 * Cuts one run of an encoder into CMAF segments, at key pictures, without touching what it encoded. The times it is given
 * never step back (`timeline.ts`).
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

  /** Where the waiting pictures may be cut: at the first key picture that is far enough from their start, or at the last. */
  function cutAt(): number {
    const start = pictures[0]?.pts ?? 0
    const at = pictures.findIndex(
      ({ key, pts }, n) => n > 0 && key && pts - start >= TARGET_MS - SLACK_MS,
    )
    const last = pictures.length - 1
    if (at < 0 && last > 0 && isOverdue(pictures[last]!.pts - start)) return last
    if (at < 0 || !audio) return at
    const heard = sounds.at(-1)?.pts ?? Number.NEGATIVE_INFINITY
    const seen = pictures.at(-1)!.pts
    return heard >= pictures[at]!.pts || seen - pictures[at]!.pts > SOUND_LATE_MS ? at : -1
  }

  const isOverdue = (ms: number) => ms >= MAX_PIECE_MS || uncut >= MAX_PIECE_BYTES

  function flush(count: number, end: number) {
    const start = pictures[0]!.pts
    const seen = pictures.slice(0, count)
    const heard = sounds.filter(({ pts }) => pts < end)
    pictures = pictures.slice(count)
    sounds = sounds.slice(heard.length)
    const bytes = weightOf(seen) + weightOf(heard)
    uncut -= bytes
    const isFirst = first
    first = false
    working = working
      .then(async () => {
        const packed = await pack(video, audio, seen, heard, end)
        await write({
          start,
          duration: end - start,
          bytes: packed.bytes,
          ...(isFirst && { init: packed.init }),
        })
      })
      .finally(() => unwritten.add(-bytes))
    // Nobody waits before the run ends.
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
      for (let at = cutAt(); at > 0; at = cutAt()) flush(at, pictures[at]!.pts)
    },
    audio(dts: number, data: Uint8Array) {
      if (origin === null || !audio || dts < origin) return
      const pts = dts - origin
      const packet = { key: true, dts: pts, pts, data }
      sounds.push(packet)
      hold(packet)
    },
    /** Writes what is left. Rejects where a piece could not be written. */
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

/** How long one picture stands, as the others of its piece do. */
const frameOf = (packets: Packet[]) =>
  packets.length > 1 ? (packets.at(-1)!.dts - packets[0]!.dts) / (packets.length - 1) : 33
