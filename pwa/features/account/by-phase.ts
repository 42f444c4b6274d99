import type { Event } from '#contract/events/calls.ts'
import { type Phase, phaseOf } from '#pwa/features/events/phase.ts'

const GROUPS: { title: string; phases: Phase[] }[] = [
  { title: '配信中', phases: ['onAir', 'after'] },
  { title: 'これから', phases: ['coming'] },
  { title: '見逃し配信', phases: ['archive'] },
  { title: '終了', phases: ['ended', 'cancelled'] },
]

/** Events grouped by what the user can do now; empty groups are left out. */
export const byPhase = (events: Event[]): { title: string; events: Event[] }[] =>
  GROUPS.map(({ title, phases }) => ({
    title,
    events: events.filter((event) => phases.includes(phaseOf(event))),
  })).filter((group) => group.events.length > 0)
