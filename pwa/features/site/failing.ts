import { Refused, Unreachable } from '#contract/caller.ts'
import { PAUSED } from '#contract/switch-messages.ts'

/** So many calls one after the other, none of them answered. */
export const FAILURES = 3

const paused = new Set<string>(Object.values(PAUSED))

/** It was the service that failed: neither this device's network, nor something that was asked wrongly or is paused. */
export function isOurs(error: unknown, online: boolean): boolean {
  if (error instanceof Unreachable) return online
  return error instanceof Refused && error.status >= 500 && !paused.has(error.message)
}

/** Counts failures until something is answered again. */
export function failureCount() {
  let count = 0
  return {
    note: (outcome: 'failed' | 'answered') => {
      count = outcome === 'failed' ? count + 1 : 0
      return count >= FAILURES
    },
  }
}
