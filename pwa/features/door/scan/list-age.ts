import { BUNDLE_STALE_MS } from '#contract/door/limits.ts'
import { time } from '#pwa/lib/format.ts'

const MINUTE = 60_000

/** The age of a gate's list, as text; milliseconds of this phone's clock. */
export function listAge(checkedAt: number, now: number): string {
  const minutes = Math.floor((now - checkedAt) / MINUTE)
  if (minutes < 1) return 'たった今'
  if (minutes < 60) return `${minutes}分前`
  return `${time(new Date(checkedAt).toISOString())} 時点`
}

export const isStale = (checkedAt: number, now: number) => now - checkedAt > BUNDLE_STALE_MS
