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
export function createSwitches({ read, clock, bus }: GivenDeps) {
  let known: { at: number; state: Promise<SwitchState> } | null = null
  const clear = () => {
    known = null
  }
  bus.subscribe(SWITCHES_CHANGED, clear)

  async function ask(): Promise<SwitchState> {
    const off = new Set(await query.listOff(read))
    return {
      switches: recordOf(SWITCHES, (name) => !off.has(name)),
      notice: (await query.findSiteNotice(read))?.text ?? null,
    }
  }

  function state(): Promise<SwitchState> {
    const now = clock.now().getTime()
    if (known && isYoung(known.at, now, HOLD_MS)) return known.state
    const fresh = { at: now, state: ask() }
    known = fresh
    // Errors are not cached.
    fresh.state.catch(() => known === fresh && clear())
    return fresh.state
  }

  const isOn = async (name: SwitchName) => (await state()).switches[name]
  return {
    standing: state,
    isOn,
    /** Refuses a paused feature. */
    async assertEnabled(name: SwitchName) {
      if (!(await isOn(name))) throw new ApiError(503, PAUSED[name], { retryAfter: RETRY_S })
    },
    /** Invalidates the cache in all processes; call it after the commit. */
    async changed() {
      clear()
      await bus.publish(SWITCHES_CHANGED, '')
    },
  }
}
export type Switches = ReturnType<typeof createSwitches>
