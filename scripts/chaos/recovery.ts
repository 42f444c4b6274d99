import { setTimeout as pause } from 'node:timers/promises'
import { profile } from '#contract/profile.ts'
import { callerOf, type World } from './buyer.ts'

/** Invariant of the product: so soon after a kill people are served again. Held in the long runs, on a machine that others use. */
export const RECOVERY_MAX_MS = 10_000
const AGAIN_MS = 20
/** More than a minute. */
const TRIES = 3_000

/** Who asks after each kill, and whom they follow and leave in turn: something real, that is written. */
export const WATCHMAN = { who: 'watchman', whom: 'lighthouse' } as const

/** Asks the process at `url` until it has kept something; no patience of an app comes between. */
export function knocking(tokenOf: World['tokenOf']) {
  let turns = 0
  return async (url: string): Promise<void> => {
    const call = callerOf({ url, tokenOf }, WATCHMAN.who)
    const act = turns++ % 2 ? profile.unfollow : profile.follow
    for (let tried = 1; ; tried++)
      try {
        await call(act, { params: { name: WATCHMAN.whom } })
        return
      } catch (error) {
        if (tried >= TRIES) throw error
        await pause(AGAIN_MS)
      }
  }
}

export interface Recovery {
  /** Milliseconds of each, in the order of the kills: until something real was acknowledged. */
  fromKill: number[]
  fromStart: number[]
}

export function recoveryWords({ fromKill, fromStart }: Recovery): string {
  const said = (ms: number[]) => {
    const sorted = ms.toSorted((a, b) => a - b)
    const at = (part: number) => Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? 0)
    return `median ${at(0.5)}, longest ${at(1)} ms`
  }
  const kills = fromKill.length > 0 ? `: ${said(fromKill)} after the kill` : ''
  return `back to the first acknowledged change${kills}, ${said(fromStart)} after the start`
}
