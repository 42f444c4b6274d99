import type { Doubt } from '#server/ports/ingest.ts'

/** How often something is noticed within how long until it is no accident; times of arrival, in milliseconds. */
const RULES: Record<Exclude<Doubt, 'slow' | 'short'>, { times: number; withinMs: number }> = {
  soundLate: { times: 1, withinMs: 10_000 },
  soundDrifts: { times: 3, withinMs: 60_000 },
  still: { times: 5, withinMs: 10_000 },
}
/** Most of them that are remembered; more say the same. */
const MAX_TIMES = 8

/** What was noticed about an encoder that its owner should know. All times are monotonic. */
export class Doubts {
  readonly #noticed = new Map<Doubt, number[]>()
  readonly #pace = new Pace()

  notice(what: keyof typeof RULES, arrived: number): void {
    this.#noticed.set(what, [...(this.#noticed.get(what) ?? []), arrived].slice(-MAX_TIMES))
  }

  /** The encoder means to send so much, in kbit/s. */
  announce(kbps: number): void {
    this.#pace.announced = kbps
  }

  /** A picture of this time has arrived. */
  picture(dts: number, arrived: number, bytes = 0): void {
    this.#pace.receive(bytes)
    this.#pace.add(dts, arrived)
  }

  sound(bytes: number): void {
    this.#pace.receive(bytes)
  }

  now(arrived: number): Doubt[] {
    const kinds = Object.keys(RULES) as (keyof typeof RULES)[]
    const lasting = kinds.filter((what) => {
      const { times, withinMs } = RULES[what]
      const recent = (this.#noticed.get(what) ?? []).filter((at) => arrived - at < withinMs)
      return recent.length >= times
    })
    return [...lasting, ...this.#pace.now()]
  }
}

const [SAMPLE_MS, WINDOW_MS, LEAST_MS] = [1_000, 20_000, 10_000]
/** Seconds of media per second. An uplink below this is too slow for the stream. */
const SLOW = 0.9
/** Share of the announced bitrate. Encoders send less of a picture that hardly moves, and drop frames of others. */
const SHORT = 0.7
/** A stall that is made up for is shorter. */
const LASTS_MS = 5_000

interface PaceSample {
  dts: number
  arrived: number
  /** Received until then. */
  bytes: number
}

/** How much of a stream arrives in how long. */
class Pace {
  /** In kbit/s; 0 if the encoder does not say. */
  announced = 0
  #bytes = 0
  #samples: PaceSample[] = []
  readonly #since = new Map<'slow' | 'short', number>()

  receive(bytes: number) {
    this.#bytes += bytes
  }

  add(dts: number, arrived: number) {
    const last = this.#samples.at(-1)
    if (last && arrived - last.arrived < SAMPLE_MS) return
    const now = { dts, arrived, bytes: this.#bytes }
    this.#samples.push(now)
    this.#samples = this.#samples.filter((sample) => arrived - sample.arrived <= WINDOW_MS)
    const [first = now] = this.#samples
    const passed = arrived - first.arrived
    const isLong = passed >= LEAST_MS
    const kbps = ((now.bytes - first.bytes) * 8) / passed
    this.#note('slow', isLong && dts - first.dts < SLOW * passed, arrived)
    this.#note('short', isLong && kbps < SHORT * this.announced, arrived)
  }

  #note(what: 'slow' | 'short', holds: boolean, arrived: number) {
    if (!holds) this.#since.delete(what)
    else if (!this.#since.has(what)) this.#since.set(what, arrived)
  }

  now(): Doubt[] {
    const last = this.#samples.at(-1)?.arrived ?? 0
    return [...this.#since].flatMap(([what, since]) => (last - since >= LASTS_MS ? [what] : []))
  }
}
