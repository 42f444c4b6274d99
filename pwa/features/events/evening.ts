import type { Event } from '#contract/events/calls.ts'
import { NOT_STARTED_MS } from '#contract/events/limits.ts'
import { phaseOf } from './phase.ts'

const SOON_MS = 24 * 3_600_000
export const WEEK_MS = 7 * 24 * 3_600_000

/** Whether an event starts within `ms` from now; one that is overdue for too long never starts. */
export function startsWithin({ start }: Pick<Event, 'start'>, now: string, ms: number) {
  const left = Date.parse(start) - Date.parse(now)
  return left > -NOT_STARTED_MS && left < ms
}

/** The event that comes first on the home page: one's own on air, then one's own of the next 24 hours, then any on air. */
export const firstEvent = (onAir: Event[], held: Event[], now: string): Event | undefined =>
  onAir.find(({ joined }) => joined) ??
  held.find((event) => phaseOf(event) === 'coming' && startsWithin(event, now, SOON_MS)) ??
  onAir[0]
