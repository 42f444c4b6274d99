/**
 * Maps the timestamps of one encoder to a timeline that never steps back. Encoders' clocks start anywhere, wrap, jump, stand
 * still and drift, and the two tracks need not agree; a packager refuses most of that, and players stop at the rest. All
 * times are in milliseconds.
 *
 * Pictures follow their own timestamps. Packets of sound follow one another, each as long as it lasts, and are moved only
 * where the order in which sound and pictures arrive shows that they came apart.
 */

/** A timestamp that moves further than this beyond what has passed since the packet before it has jumped. */
const JUMP_MS = 1_000
/** Sound and pictures that begin further apart do not share a clock. */
const SHARED_CLOCK_MS = 2_000
/** Sound that is further from where its timestamp says has a gap, or a clock that drifts. */
const APART_MS = 60
/** Sound that arrives further from its pictures than at the beginning is moved; together with the lag of the mean: 100 ms. */
const DRIFT_MS = 50
/** Sound that comes this much after its pictures was silent meanwhile: the order of packets differs by less. */
const SILENT_MS = 500
/** Over this much of pictures the distance of sound and pictures is averaged. */
const MEAN_MS = 2_000
/** A picture is shown this much after it is decoded at most; what says more is wrong. */
const MAX_COMPOSITION_MS = 5_000
/** Where clocks of encoders wrap: RTMP's basic timestamp, a signed and an unsigned integer. */
const WRAPS = [2 ** 24, 2 ** 31, 2 ** 32]
/** Until two pictures were seen. */
const FRAME_MS = 33

export interface PlacedPicture {
  dts: number
  pts: number
  /** The encoder's clock jumped since the last key picture: this one begins a run of its own. */
  isNewRun: boolean
}

/** How far a clock moved from one timestamp to the next, seen through a wrap. `passed`: since the packet before arrived. */
function moved(from: number, to: number, passed: number): number {
  const step = to - from
  if (!hasJumped(step, passed)) return step
  const wrapped = WRAPS.flatMap((wrap) => [step + wrap, step - wrap])
  return wrapped.find((one) => !hasJumped(one, passed)) ?? step
}
const hasJumped = (step: number, passed: number) => step < -JUMP_MS || step > JUMP_MS + passed

interface Track {
  /** The last timestamp as the encoder said it. */
  said: number
  /** What is added to a timestamp for its place on the timeline. */
  offset: number
  arrived: number
}

export function createTimeline() {
  /** `frame`: between the last two. `heard`: how much sound had come by then. */
  let picture: (Track & { dts: number; frame: number; heard: number }) | null = null
  let sound: (Track & { end: number; heard: number }) | null = null
  let mustRestart = false
  /** How far the end of sound was ahead of pictures in the beginning, and is in the mean; null until enough was seen. */
  let usual: number | null = null
  let mean = 0
  const seen = { since: 0, sum: 0, count: 0 }

  const offsetOf = (said: number, other: { offset: number } | null, place: number) =>
    other && Math.abs(said + other.offset - place) <= SHARED_CLOCK_MS ? other.offset : place - said

  function watchDistance(dts: number, step: number) {
    if (!sound) return
    const distance = sound.end - dts
    // Further away it is silent for a while, and no clock that drifts.
    if (usual !== null && distance < usual - JUMP_MS) return
    if (usual !== null) {
      mean += (distance - usual - mean) * Math.min(1, step / MEAN_MS)
      return
    }
    if (seen.count === 0) seen.since = dts
    seen.sum += distance
    seen.count++
    if (dts - seen.since >= MEAN_MS) usual = seen.sum / seen.count
  }

  return {
    /** `arrived` on a clock that only moves forward. */
    picture(said: number, composition: number, isKey: boolean, arrived: number): PlacedPicture {
      let step = 0
      if (!picture) {
        const offset = offsetOf(said, sound, sound?.end ?? 0)
        const heard = sound?.heard ?? 0
        picture = { said, offset, arrived, dts: said + offset, frame: FRAME_MS, heard }
      } else {
        // A line that stalled brings at once what took seconds; the sound in between tells how many.
        const heard = sound?.heard ?? 0
        const waited = arrived - picture.arrived
        const sounded = heard - picture.heard
        const passed = Math.max(waited, sounded)
        step = moved(picture.said, said, passed)
        if (hasJumped(step, passed)) {
          mustRestart = true
          step = passed > SILENT_MS ? passed : picture.frame
        } else if (step <= 0) step = Math.min(Math.max(waited, 1), JUMP_MS)
        else if (step <= JUMP_MS) picture.frame = step
        const dts = picture.dts + step
        picture = { ...picture, said, arrived, heard, dts, offset: dts - said }
      }
      watchDistance(picture.dts, step)
      const isNewRun = mustRestart && isKey
      if (isNewRun) mustRestart = false
      const shown = Math.abs(composition) > MAX_COMPOSITION_MS ? 0 : composition
      return { dts: picture.dts, pts: picture.dts + shown, isNewRun }
    },

    /** Where a packet of sound that lasts `frame` begins; null for one too many, of a clock that is faster than the pictures'. */
    sound(said: number, frame: number, arrived: number): number | null {
      if (!sound) {
        const offset = offsetOf(said, picture, picture?.dts ?? 0)
        const at = said + offset
        sound = { said, offset, arrived, end: at + frame, heard: frame }
        return at
      }
      const passed = arrived - sound.arrived
      const step = moved(sound.said, said, passed)
      const late = sound.said + sound.offset + step - sound.end
      let at = sound.end
      const gap = gapOf(late, hasJumped(step, passed))
      if (gap > 0) {
        at += gap
        mean = 0
      } else if (usual !== null && mean < -DRIFT_MS) {
        at -= mean
        mean = 0
      } else if (usual !== null && mean > DRIFT_MS) {
        sound = { ...sound, said, arrived, offset: sound.end - said }
        mean -= frame
        return null
      }
      const offset = Math.abs(late) > APART_MS ? at - said : sound.said + sound.offset + step - said
      sound = { said, arrived, offset, end: at + frame, heard: sound.heard + frame }
      return at
    },
  }

  /**
   * How much sound before this packet was never sent. Its timestamp says so where the pictures that came meanwhile, or the
   * time that passed, agree; where its clock jumped as well, the pictures say it.
   */
  function gapOf(late: number, isJump: boolean): number {
    if (!picture || !sound || usual === null) return late > APART_MS && !isJump ? late : 0
    const behind = picture.dts + usual - sound.end
    if (late > APART_MS && late < 2 * behind)
      return Math.abs(late - behind) < APART_MS ? late : behind
    return behind > SILENT_MS ? behind : 0
  }
}
