import type { Doubt } from '#server/ports/ingest.ts'

/** How often something is noticed within how long until it is no accident; times of arrival, in milliseconds. */
const RULES: Record<Exclude<Doubt, 'slow'>, { times: number; withinMs: number }> = {
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

  /** A picture of this time has arrived. */
  picture(dts: number, arrived: number): void {
    this.#pace.add(dts, arrived)
  }

  now(arrived: number): Doubt[] {
    const kinds = Object.keys(RULES) as (keyof typeof RULES)[]
    const lasting = kinds.filter((what) => {
      const { times, withinMs } = RULES[what]
      const recent = (this.#noticed.get(what) ?? []).filter((at) => arrived - at < withinMs)
      return recent.length >= times
    })
    return this.#pace.isSlow() ? [...lasting, 'slow'] : lasting
  }
}

const [SAMPLE_MS, WINDOW_MS, LEAST_MS] = [1_000, 20_000, 10_000]
/** Seconds of media per second. An uplink below this is too slow for the stream. */
const SLOW = 0.9
/** A stall that is made up for is shorter. */
const SLOW_FOR_MS = 5_000

/** How much of a stream arrives in how long. */
class Pace {
  #samples: { dts: number; arrived: number }[] = []
  #slowSince: number | null = null

  add(dts: number, arrived: number) {
    const last = this.#samples.at(-1)
    if (last && arrived - last.arrived < SAMPLE_MS) return
    this.#samples.push({ dts, arrived })
    this.#samples = this.#samples.filter((sample) => arrived - sample.arrived <= WINDOW_MS)
    const [first = { dts, arrived }] = this.#samples
    const passed = arrived - first.arrived
    const isSlow = passed >= LEAST_MS && dts - first.dts < SLOW * passed
    this.#slowSince = isSlow ? (this.#slowSince ?? arrived) : null
  }

  isSlow(): boolean {
    const last = this.#samples.at(-1)
    return last !== undefined && last.arrived - (this.#slowSince ?? last.arrived) >= SLOW_FOR_MS
  }
}
