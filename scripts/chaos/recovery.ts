import { setTimeout as pause } from 'node:timers/promises'
import { profile } from '#contract/profile/calls.ts'
import { callerOf, type World } from './buyer.ts'

const AGAIN_MS = 20
/** Retries for more than a minute. */
const MAX_ATTEMPTS = 3_000

/** The user of the probe after each kill: a real write, who follows and unfollows `whom` in turn. */
export const WATCHMAN = { who: 'watchman', whom: 'lighthouse' } as const

/** Probes the process at `url` until a write is acknowledged; without the app's retries. */
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
        if (tried >= MAX_ATTEMPTS) throw error
        await pause(AGAIN_MS)
      }
  }
}

export interface Recovery {
  /** Milliseconds from each kill to the first acknowledged write. */
  fromKill: number[]
  fromStart: number[]
}

const medianOf = (ms: number[]): number =>
  ms.toSorted((a, b) => a - b)[Math.floor((ms.length - 1) / 2)] ?? 0

export function recoverySummary({ fromKill, fromStart }: Recovery): string {
  const format = (ms: number[]) =>
    `median ${Math.round(medianOf(ms))}, longest ${Math.round(Math.max(0, ...ms))} ms`
  const kills = fromKill.length > 0 ? `: ${format(fromKill)} after the kill` : ''
  return `back to the first acknowledged change${kills}, ${format(fromStart)} after the start`
}
