import type { Event } from '#contract/events/calls.ts'
import { NOT_STARTED_MS } from '#contract/events/limits.ts'
import { DAY_MS } from '#contract/lib/durations.ts'
import { phaseOf } from './phase.ts'

const SOON_MS = DAY_MS

/** Whether an event starts within `ms` from now; one that is overdue for too long never starts. */
export function startsWithin({ start }: Pick<Event, 'start'>, now: string, ms: number) {
  const left = Date.parse(start) - Date.parse(now)
  return left > -NOT_STARTED_MS && left < ms
}

/** The first event of the home page: the viewer's own on air, then their own of the next 24 hours, then any on air. */
export const firstEvent = (onAir: Event[], held: Event[], now: string): Event | undefined =>
  onAir.find(({ joined }) => joined) ??
  held.find((event) => phaseOf(event) === 'coming' && startsWithin(event, now, SOON_MS)) ??
  onAir[0]
