import type { AudioTrack } from './flv.ts'
import { type Packet, soundFrameMs } from './pack.ts'

/** One packet of silence in AAC LC (ISO/IEC 14496-3), by channels. */
const SILENT: Record<number, Uint8Array> = {
  1: Uint8Array.of(0x00, 0xc8, 0x00, 0x80, 0x23, 0x80),
  2: Uint8Array.of(0x21, 0x00, 0x49, 0x90, 0x02, 0x19, 0x00, 0x23, 0x80),
}
const AAC_LC = 'mp4a.40.2'

/**
 * Fills the gaps of a run's sound with silence: browsers play a stretch only where each of its tracks has data, so
 * that the picture would stop with a microphone. Times in milliseconds since the beginning of the run.
 */
export class Silence {
  readonly #data
  readonly #frame
  #end = 0

  constructor({ codec, channels, sampleRate }: AudioTrack) {
    this.#data = codec === AAC_LC ? SILENT[channels] : undefined
    this.#frame = soundFrameMs(sampleRate)
  }

  /** Silence from the end of the sound so far until this instant, in whole packets. */
  until(pts: number): Packet[] {
    const data = this.#data
    if (!data) return []
    const [from, frame] = [this.#end, this.#frame]
    // The rounding of timestamps is not to leave out a packet.
    const count = Math.max(0, Math.floor((pts - from) / frame + 0.1))
    this.#end += count * frame
    return Array.from({ length: count }, (_, n) => {
      const at = from + n * frame
      return { key: true, dts: at, pts: at, data }
    })
  }

  /** The packet at this instant with the silence before it; nothing if silence has taken its place. */
  before(packet: Packet): Packet[] {
    if (packet.pts < this.#end - this.#frame / 2) return []
    const filled = this.until(packet.pts)
    this.#end = packet.pts + this.#frame
    return [...filled, packet]
  }
}
