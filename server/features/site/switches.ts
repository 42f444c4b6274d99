import { PAUSED } from '#contract/switch-messages.ts'
import { SWITCHES, type SwitchName } from '#contract/switches.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isYoung } from '#server/ports/clock.ts'
import { SWITCHES_CHANGED } from '#server/ports/topics.ts'
import type { Deps } from '#server/process/deps.ts'
import * as query from './switch-queries.ts'

/** Another process that the bus does not reach learns of a change within it. */
const HOLD_MS = 10_000
const RETRY_S = 300

interface Standing {
  switches: Record<SwitchName, boolean>
  notice: string | null
}

/** What operators have paused, and what they say to everybody: read once, and remembered until somebody changes it. */
export function createSwitches({ read, clock, bus }: Pick<Deps, 'read' | 'clock' | 'bus'>) {
  let known: { at: number; standing: Promise<Standing> } | null = null
  const forget = () => {
    known = null
  }
  bus.subscribe(SWITCHES_CHANGED, forget)

  async function ask(): Promise<Standing> {
    const off = new Set(await query.listOff(read))
    const on = SWITCHES.map((name) => [name, !off.has(name)] as const)
    return {
      switches: Object.fromEntries(on) as Record<SwitchName, boolean>,
      notice: (await query.findNotice(read))?.text ?? null,
    }
  }

  function standing(): Promise<Standing> {
    const now = clock.now().getTime()
    if (known && isYoung(known.at, now, HOLD_MS)) return known.standing
    const fresh = { at: now, standing: ask() }
    known = fresh
    // Nothing is remembered of a database that did not answer.
    fresh.standing.catch(() => known === fresh && forget())
    return fresh.standing
  }

  const isOn = async (name: SwitchName) => (await standing()).switches[name]
  return {
    standing,
    isOn,
    /** Refuses what is paused. */
    async demand(name: SwitchName) {
      if (!(await isOn(name))) throw new Refusal(503, PAUSED[name], { retryAfter: RETRY_S })
    },
    /** Everywhere, once a change is in the database. */
    async changed() {
      forget()
      await bus.publish(SWITCHES_CHANGED, '')
    },
  }
}
export type Switches = ReturnType<typeof createSwitches>
