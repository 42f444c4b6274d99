/**
 * Maps the timestamps of one encoder to a timeline that never steps back. Encoders' clocks start anywhere, wrap,
 * jump, stall and drift, and the two tracks need not agree; packagers reject most of that, and players stop at the
 * rest. All times are in milliseconds.
 *
 * Pictures follow their own timestamps. Audio packets follow one another, each for its duration, and are moved only
 * if the arrival order of audio and video shows that they came apart.
 */

/** A timestamp has jumped if it moves by more than this beyond the time since the previous packet. */
const JUMP_MS = 1_000
/** Tracks whose first timestamps differ by more than this do not share a clock. */
const SHARED_CLOCK_MS = 2_000
/** Audio that is further from its timestamp than this has a gap or a drifting clock. */
const APART_MS = 60
/** A picture without a timestamp whose arrival is further than this from what the audio shows came late. */
const BURST_MS = 40
/** Audio is moved if its arrival drifts from the video by more than this; with the lag of the mean: 100 ms. */
const DRIFT_MS = 50
/** Audio this far behind its video was missing: packet order alone differs by less. */
const SILENT_MS = 500
/** Averaging window of the distance between audio and video, in video time. */
const MEAN_MS = 2_000
/** Longest time between decoding and display of a picture; a larger value is invalid. */
const MAX_COMPOSITION_MS = 5_000
/** Wrap points of encoders' clocks: RTMP's basic timestamp, signed and unsigned 32-bit integers. */
const WRAPS = [2 ** 24, 2 ** 31, 2 ** 32]
/** Assumed until two pictures have arrived. */
const FRAME_MS = 33

export interface PlacedPicture {
  dts: number
  pts: number
  /** The encoder's clock jumped since the last key frame: this key frame starts a new run. */
  isNewRun: boolean
}

/** Distance between two timestamps, corrected for a wrap. `passed`: time between the arrivals of their packets. */
function moved(from: number, to: number, passed: number): number {
  const step = to - from
  if (!hasJumped(step, passed)) return step
  const wrapped = WRAPS.flatMap((wrap) => [step + wrap, step - wrap])
  return wrapped.find((one) => !hasJumped(one, passed)) ?? step
}
const hasJumped = (step: number, passed: number) => step < -JUMP_MS || step > JUMP_MS + passed

interface Track {
  /** The encoder's last timestamp. */
  timestamp: number
  /** Added to a timestamp to get its place on the timeline. */
  offset: number
  arrived: number
}

interface Picture extends Track {
  dts: number
  /** Duration of the last picture. */
  frame: number
  /** Audio duration received by then. */
  audioMs: number
  /** Where the audio ended then; where the picture is, if there was none. */
  audioEnd: number
  /** Where its timestamps stopped, and the end of the audio by then; null while they advance. */
  still: { dts: number; end: number } | null
}
interface Sound extends Track {
  end: number
  audioMs: number
}

const offsetOf = (timestamp: number, other: { offset: number } | null, place: number) =>
  other && Math.abs(timestamp + other.offset - place) <= SHARED_CLOCK_MS
    ? other.offset
    : place - timestamp

type Notice = (what: 'soundLate' | 'soundDrifts' | 'still', arrived: number) => void

export class Timeline {
  readonly #notice: Notice
  #picture: Picture | null = null
  #sound: Sound | null = null
  #mustRestart = false
  /** How far the audio's end was ahead of the video: at the start, and on average. Null until enough has arrived. */
  #usual: number | null = null
  #mean = 0
  readonly #seen = { since: 0, sum: 0, count: 0 }

  /** `notice`: called with each warning for the encoder's owner. */
  constructor(notice: Notice = () => {}) {
    this.#notice = notice
  }

  /** `arrived`: monotonic. */
  picture(timestamp: number, composition: number, isKey: boolean, arrived: number): PlacedPicture {
    let step = 0
    if (!this.#picture) {
      const offset = offsetOf(timestamp, this.#sound, this.#sound?.end ?? 0)
      const audioMs = this.#sound?.audioMs ?? 0
      this.#picture = {
        timestamp,
        offset,
        arrived,
        dts: timestamp + offset,
        frame: FRAME_MS,
        audioMs,
        audioEnd: this.#sound?.end ?? timestamp + offset,
        still: null,
      }
    } else {
      // After a stall, seconds of data arrive at once; the audio in between shows how many.
      const audioMs = this.#sound?.audioMs ?? 0
      const waited = arrived - this.#picture.arrived
      let still: Picture['still'] = null
      const sounded = audioMs - this.#picture.audioMs
      const passed = Math.max(waited, sounded)
      step = moved(this.#picture.timestamp, timestamp, passed)
      // Sound and arrival both show that much more time has passed.
      const isShort = step > 0 && step < Math.min(waited, sounded) - JUMP_MS
      if (hasJumped(step, passed) || isShort) {
        this.#mustRestart = true
        step = passed > SILENT_MS ? passed : this.#picture.frame
      } else if (step <= 0) {
        still = this.#picture.still ?? { dts: this.#picture.dts, end: this.#picture.audioEnd }
        step = this.#stepOf(still, this.#picture, waited)
        this.#notice('still', arrived)
      } else if (step <= JUMP_MS) this.#picture.frame = step
      const dts = this.#picture.dts + step
      this.#picture = {
        ...this.#picture,
        timestamp,
        arrived,
        audioMs,
        audioEnd: this.#sound?.end ?? dts,
        dts,
        offset: dts - timestamp,
        still,
      }
    }
    this.#watchDistance(this.#picture.dts, step)
    const isNewRun = this.#mustRestart && isKey
    if (isNewRun) this.#mustRestart = false
    const shown = Math.abs(composition) > MAX_COMPOSITION_MS ? 0 : composition
    return { dts: this.#picture.dts, pts: this.#picture.dts + shown, isNewRun }
  }

  /**
   * Start of an audio packet of the duration `frame`; null drops it: the audio clock is faster than the video
   * clock.
   */
  sound(timestamp: number, frame: number, arrived: number): number | null {
    if (!this.#sound) {
      const offset = offsetOf(timestamp, this.#picture, this.#picture?.dts ?? 0)
      const at = timestamp + offset
      this.#sound = { timestamp, offset, arrived, end: at + frame, audioMs: frame }
      return at
    }
    const passed = arrived - this.#sound.arrived
    const step = moved(this.#sound.timestamp, timestamp, passed)
    const late = this.#sound.timestamp + this.#sound.offset + step - this.#sound.end
    let at = this.#sound.end
    const gap = this.#gapOf(late, hasJumped(step, passed), arrived)
    if (gap > 0) {
      at += gap
      if (gap > SILENT_MS) this.#notice('soundLate', arrived)
      this.#mean = 0
    } else if (this.#usual !== null && this.#mean < -DRIFT_MS) {
      at -= this.#mean
      this.#mean = 0
      this.#notice('soundDrifts', arrived)
    } else if (this.#usual !== null && this.#mean > DRIFT_MS) {
      this.#sound = { ...this.#sound, timestamp, arrived, offset: this.#sound.end - timestamp }
      this.#mean -= frame
      this.#notice('soundDrifts', arrived)
      return null
    }
    // Without a gap or a jump, its timestamps have come apart from its packets little by little.
    if (gap === 0 && Math.abs(late) > APART_MS && !hasJumped(step, passed))
      this.#notice('soundDrifts', arrived)
    const offset =
      Math.abs(late) > APART_MS || step <= 0
        ? at - timestamp
        : this.#sound.timestamp + this.#sound.offset + step - timestamp
    this.#sound = {
      timestamp,
      arrived,
      offset,
      end: at + frame,
      audioMs: this.#sound.audioMs + frame,
    }
    return at
  }

  /** Time from a picture to the next one, without a timestamp: by its arrival, unless the audio shows another. */
  #stepOf(still: { dts: number; end: number }, { dts, audioMs }: Picture, waited: number): number {
    const sound = this.#sound
    if (!sound || sound.audioMs <= audioMs) return Math.min(Math.max(waited, 1), JUMP_MS)
    const due = still.dts + sound.end - still.end - dts
    return Math.max(1, Math.abs(due - waited) > BURST_MS ? due : waited)
  }

  #watchDistance(dts: number, step: number): void {
    if (!this.#sound) return
    const distance = this.#sound.end - dts
    // A larger distance is a pause of the audio, not a drifting clock.
    if (this.#usual !== null && distance < this.#usual - JUMP_MS) return
    if (this.#usual !== null) {
      this.#mean += (distance - this.#usual - this.#mean) * Math.min(1, step / MEAN_MS)
      return
    }
    // Measured again if one of the tracks is missing meanwhile.
    const isFar = Math.abs(distance - this.#seen.sum / this.#seen.count) > SILENT_MS
    if (isFar) this.#seen.sum = this.#seen.count = 0
    if (this.#seen.count === 0) this.#seen.since = dts
    this.#seen.sum += distance
    this.#seen.count++
    if (dts - this.#seen.since >= MEAN_MS) this.#usual = this.#seen.sum / this.#seen.count
  }

  /**
   * Duration of missing audio before this packet. Its timestamp decides if the pictures that arrived meanwhile, or
   * the elapsed time, agree; if the audio clock jumped as well, the pictures decide.
   */
  #gapOf(late: number, isJump: boolean, arrived: number): number {
    if (!this.#picture || !this.#sound || this.#usual === null)
      return late > APART_MS && !isJump ? late : 0
    const lag = this.#picture.dts + this.#usual - this.#sound.end
    // Pictures may be missing as well: none of them shows how much time has passed since the last one.
    const most = lag + arrived - this.#picture.arrived
    // For a while neither track was sent: the timestamp decides if it agrees with the elapsed time.
    const isSilent = most - lag > SILENT_MS
    if (isSilent && late > SILENT_MS && Math.abs(late - most) < SILENT_MS) return late
    if (late > APART_MS && late < 2 * lag)
      return late > lag - APART_MS && late < most + APART_MS ? late : lag
    return lag > SILENT_MS ? lag : 0
  }
}
