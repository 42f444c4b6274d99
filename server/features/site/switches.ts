import { recordOf } from '#contract/lib/records.ts'
import { PAUSED } from '#contract/site/switch-messages.ts'
import { SWITCHES, type SwitchName } from '#contract/site/switches.ts'
import { ApiError } from '#server/http/api-error.ts'
import { isYoung } from '#server/ports/clock.ts'
import { SWITCHES_CHANGED } from '#server/ports/topics.ts'
import type { GivenDeps } from '#server/process/deps.ts'
import * as query from './switch-queries.ts'

/** Cache time, in case the bus message of a change is lost. */
const HOLD_MS = 10_000
const RETRY_S = 300

interface SwitchState {
  switches: Record<SwitchName, boolean>
  notice: string | null
}

/** Paused switches and the site notice, cached until they change. */
export class Switches {
  readonly #deps: GivenDeps
  #known: { at: number; state: Promise<SwitchState> } | null = null

  constructor(deps: GivenDeps) {
    this.#deps = deps
    deps.bus.subscribe(SWITCHES_CHANGED, () => this.#clear())
  }

  #clear() {
    this.#known = null
  }

  async #ask(): Promise<SwitchState> {
    const off = new Set(await query.listOff(this.#deps.read))
    return {
      switches: recordOf(SWITCHES, (name) => !off.has(name)),
      notice: (await query.findSiteNotice(this.#deps.read))?.text ?? null,
    }
  }

  /** Cached for `HOLD_MS`, but not a failure of the database. */
  load(): Promise<SwitchState> {
    const now = this.#deps.clock.now().getTime()
    if (this.#known && isYoung(this.#known.at, now, HOLD_MS)) return this.#known.state
    const fresh = { at: now, state: this.#ask() }
    this.#known = fresh
    fresh.state.catch(() => this.#known === fresh && this.#clear())
    return fresh.state
  }

  async isOn(name: SwitchName) {
    return (await this.load()).switches[name]
  }

  /** The refusal of a paused feature. */
  async refusalOf(name: SwitchName): Promise<ApiError | null> {
    const isOn = await this.isOn(name)
    return isOn ? null : new ApiError(503, PAUSED[name], { retryAfter: RETRY_S })
  }

  async assertEnabled(name: SwitchName) {
    const refusal = await this.refusalOf(name)
    if (refusal) throw refusal
  }

  /** Invalidates the cache in all processes; call it after the commit. */
  async changed() {
    this.#clear()
    await this.#deps.bus.publish(SWITCHES_CHANGED, '')
  }
}
