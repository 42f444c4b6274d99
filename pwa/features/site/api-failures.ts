import { RequestError, Unreachable } from '#contract/http/caller.ts'
import { PAUSED } from '#contract/site/switch-messages.ts'

/** The number of failed calls in a row that counts as an outage. */
export const FAILURES = 3

const paused = new Set<string>(Object.values(PAUSED))

/** The service failed: not the device's network, an invalid request or a paused feature. */
export function isOurs(error: unknown, online: boolean): boolean {
  if (error instanceof Unreachable) return online
  return error instanceof RequestError && error.status >= 500 && !paused.has(error.message)
}

/** Counts consecutive failures; a success resets the count. */
export function failureCount() {
  let count = 0
  return {
    note: (outcome: 'failed' | 'answered') => {
      count = outcome === 'failed' ? count + 1 : 0
      return count >= FAILURES
    },
  }
}
