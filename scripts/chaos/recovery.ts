import { setTimeout as pause } from 'node:timers/promises'
import { profile } from '#contract/profile.ts'
import { callerOf, type World } from './buyer.ts'

/** So soon after a kill people are served again, each time, on a machine that does nothing else. */
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

export const medianOf = (ms: number[]): number =>
  ms.toSorted((a, b) => a - b)[Math.floor((ms.length - 1) / 2)] ?? 0

export function recoveryWords({ fromKill, fromStart }: Recovery): string {
  const said = (ms: number[]) =>
    `median ${Math.round(medianOf(ms))}, longest ${Math.round(Math.max(0, ...ms))} ms`
  const kills = fromKill.length > 0 ? `: ${said(fromKill)} after the kill` : ''
  return `back to the first acknowledged change${kills}, ${said(fromStart)} after the start`
}
