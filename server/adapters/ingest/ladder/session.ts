import type { Ffmpeg } from '#server/adapters/ffmpeg.ts'
import type { NewRendition } from '#server/adapters/recordings.ts'
import type { LadderSettings, Rung } from '#server/config/ladder.ts'
import { SOUND_ALONE } from '#server/ports/ladder.ts'
import type { AudioTrack, FlvMedia, VideoTrack } from '../flv.ts'
import { type Packet, soundFrameMs } from '../pack.ts'
import { type Cut, Cutter } from './cutter.ts'
import { Transcoder } from './transcoder.ts'

/** Pictures of at most this rate have the small sound; the others have the source's own. */
export const SMALL_KBPS = 800
/** The encoder's times are whole milliseconds; further away is a gap. */
const ROUNDED_MS = 5
interface SessionOptions {
  ffmpeg: Ffmpeg
  video: VideoTrack
  audio: AudioTrack | null
  settings: LadderSettings
  write: (rendition: NewRendition) => Promise<void>
  onExit: (reason: string | null) => void
}

/** One life of an encoder: the renditions of a run from one key frame on. Times are those of the run. */
export class Session {
  readonly #transcoder
  readonly #cutters = new Map<number, Cutter>()
  /** Cutters that get the source's sound, and those that get the small one. */
  readonly #full: Cutter[] = []
  readonly #small: Cutter[] = []
  readonly #seen = new Map<Rung | 'sound', number>()
  #firstSent: number | null = null
  #lastSent = 0
  #soundEnd: number | null = null
  #smallFrame = 0

  constructor({ settings, video, audio, write, ...options }: SessionOptions) {
    const rungs = settings.rungs.filter(({ height }) => height !== SOUND_ALONE)
    const add = (height: number, has: { picture: boolean; sound: boolean }) => {
      const cutter = new Cutter({ height, has, write })
      this.#cutters.set(height, cutter)
      return cutter
    }
    for (const { height, kbps } of rungs) {
      const cutter = add(height, { picture: true, sound: audio !== null })
      if (audio === null) continue
      if (kbps > SMALL_KBPS) {
        cutter.audioTrack(audio)
        this.#full.push(cutter)
      } else this.#small.push(cutter)
    }
    if (audio && settings.rungs.some(({ height }) => height === SOUND_ALONE))
      this.#small.push(add(SOUND_ALONE, { picture: false, sound: true }))
    this.#transcoder = new Transcoder({
      ...options,
      ...{ video, rungs, soundKbps: settings.soundKbps },
      audio: this.#small.length > 0 ? audio : null,
      onMedia: (output, media) => this.#take(output, media),
    })
  }

  get pid() {
    return this.#transcoder.pid
  }

  picture(packet: Packet) {
    this.#firstSent ??= packet.dts
    this.#lastSent = packet.dts
    this.#transcoder.picture(packet)
  }

  sound(dts: number, data: Uint8Array) {
    if (this.#small.length > 0) this.#transcoder.sound(dts, data)
    for (const cutter of this.#full) cutter.sound({ key: true, dts, pts: dts, data })
  }

  cut(cut: Cut) {
    for (const cutter of this.#cutters.values()) cutter.cut(cut)
  }

  /** How far the slowest rendition is behind what was sent, in milliseconds. */
  behind(): number {
    const pictures = [...this.#seen].flatMap(([output, at]) => (output === 'sound' ? [] : [at]))
    if (this.#count() === 0) return 0 // Sound alone is no work.
    const isWhole = pictures.length >= this.#count()
    return this.#lastSent - (isWhole ? Math.min(...pictures) : (this.#firstSent ?? this.#lastSent))
  }

  /** Resolves when all that was sent is written; of an encoder that failed, what is complete. */
  async end(): Promise<void> {
    const reason = await this.#transcoder.end()
    await Promise.all([...this.#cutters.values()].map((cutter) => cutter.end(reason === null)))
  }

  kill() {
    this.#transcoder.kill()
  }

  /** Number of renditions with a picture. */
  #count() {
    return this.#cutters.size - (this.#cutters.has(SOUND_ALONE) ? 1 : 0)
  }

  #take(output: Rung | 'sound', media: FlvMedia) {
    if (output === 'sound') return this.#takeSound(media)
    const cutter = this.#cutters.get(output.height)
    if (media.is === 'videoTrack') cutter?.videoTrack(media.track)
    if (media.is !== 'video') return
    this.#seen.set(output, media.dts)
    cutter?.picture(media)
  }

  #takeSound(media: FlvMedia) {
    if (media.is === 'audioTrack') {
      this.#smallFrame = soundFrameMs(media.track.sampleRate)
      for (const cutter of this.#small) cutter.audioTrack(media.track)
    }
    if (media.is !== 'audio') return
    const due = this.#soundEnd ?? media.dts
    const dts = Math.abs(media.dts - due) < ROUNDED_MS ? due : media.dts
    this.#soundEnd = dts + this.#smallFrame
    // Before the run began: the encoder's own delay.
    if (dts < 0) return
    const { data } = media
    for (const cutter of this.#small) cutter.sound({ key: true, dts, pts: dts, data })
  }
}
