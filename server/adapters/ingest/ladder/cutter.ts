import type { NewRendition } from '#server/adapters/recordings.ts'

import { renditionFiles, type Segment } from '#server/ports/recordings.ts'
import type { AudioTrack, VideoTrack } from '../flv.ts'
import { type Packet, pack } from '../pack.ts'

/** A segment of the source: times in milliseconds since the beginning of its run. */
export interface Cut {
  segment: Segment
  start: number
  end: number
}

/** Whole milliseconds are all that the pipes know of a time. */
const TOLERANCE_MS = 1
/** A sound that is this far behind its picture is not waited for. */
const SOUND_LATE_MS = 3_000

interface CutterOptions {
  height: number
  /** Whether renditions have a picture, and a sound. */
  has: { picture: boolean; sound: boolean }
  write: (rendition: NewRendition) => Promise<void>
}

/**
 * Cuts what an encoder makes of a source at the source's own boundaries, one rendition for each segment. Packets and
 * boundaries arrive in any order.
 */
export class Cutter {
  readonly #options: CutterOptions
  #video: VideoTrack | null = null
  #audio: AudioTrack | null = null
  #pictures: Packet[] = []
  #sounds: Packet[] = []
  #cuts: Cut[] = []
  #begun = false
  /** File of the initialization segment, once it is written. */
  #init: string | null = null
  #working: Promise<void> = Promise.resolve()

  constructor(options: CutterOptions) {
    this.#options = options
  }

  videoTrack(track: VideoTrack) {
    this.#video = track
  }
  audioTrack(track: AudioTrack) {
    this.#audio = track
    this.#init = null // It names the tracks.
  }
  picture(packet: Packet) {
    this.#pictures.push(packet)
    this.#cutAll(false)
  }
  sound(packet: Packet) {
    this.#sounds.push(packet)
    this.#cutAll(false)
  }
  cut(cut: Cut) {
    this.#cuts.push(cut)
    this.#cutAll(false)
  }

  /**
   * Nothing more will arrive: resolves when the rest is written, `all` of which has arrived, or only what is complete.
   * Rejects if something could not be.
   */
  async end(all: boolean): Promise<void> {
    if (all) this.#cutAll(true)
    await this.#working
  }

  #cutAll(isOver: boolean) {
    for (let [cut] = this.#cuts; cut && this.#isComplete(cut, isOver); [cut] = this.#cuts) {
      this.#cuts.shift()
      this.#make(cut)
    }
  }

  #isComplete({ end }: Cut, isOver: boolean): boolean {
    if (isOver) return true
    const { picture, sound } = this.#options.has
    const last = (packets: Packet[]) => packets.at(-1)?.pts ?? Number.NEGATIVE_INFINITY
    const isPast = (packets: Packet[]) => last(packets) >= end - TOLERANCE_MS
    if (picture && this.#countUntil(end) === null) return false
    return !sound || isPast(this.#sounds) || (picture && last(this.#pictures) - end > SOUND_LATE_MS)
  }

  /** Number of pictures, in the order of decoding, before the first one that belongs to what follows. */
  #countUntil(end: number): number | null {
    const count = this.#pictures.findIndex(({ pts }) => pts >= end - TOLERANCE_MS)
    return count < 0 ? null : count
  }

  #make({ segment, start, end }: Cut) {
    const pictures = this.#pictures.splice(0, this.#countUntil(end) ?? this.#pictures.length)
    const isBefore = ({ pts }: Packet) => pts < end - TOLERANCE_MS
    const count = this.#sounds.findIndex((sound) => !isBefore(sound))
    const sounds = this.#sounds.splice(0, count < 0 ? this.#sounds.length : count)
    const { has, height, write } = this.#options
    const [first] = has.picture ? pictures : sounds
    // An encoder that began within the segment has no rendition of it.
    if (!first || (!this.#begun && first.pts > start + LEAD_MS)) return
    this.#begun = true
    const [video, audio] = [this.#video, this.#audio]
    if (has.picture && !video) return
    this.#working = this.#working.then(async () => {
      const { init, bytes } = await pack(has.picture ? video : null, audio, pictures, sounds, end)
      const isFirst = this.#init === null
      this.#init ??= renditionFiles(segment.file, height).init
      await write({
        ...{ of: segment, height, bytes, frames: pictures.length },
        init: { file: this.#init, bytes: isFirst ? init : null },
        codecs: codecsOf(has.picture ? video : null, audio),
      })
    })
    this.#working.catch(() => {}) // `end` rejects.
  }
}

/** A picture that is shown later than the segment begins: B-frames are reordered. */
const LEAD_MS = 100

export const codecsOf = (video: VideoTrack | null, audio: AudioTrack | null) =>
  [video?.codec, audio?.codec].filter((codec) => codec !== undefined).join()
