import type { Event } from '#contract/events/calls.ts'

export type Phase = 'coming' | 'onAir' | 'after' | 'archive' | 'ended' | 'cancelled'

/** `publishment_flg` 1 and 2 are live; after the end, only a ready archive can be watched. */
export function phaseOf({
  publishment_flg,
  archive,
  cancelled,
}: Pick<Event, 'publishment_flg' | 'archive' | 'cancelled'>): Phase {
  if (cancelled) return 'cancelled'
  switch (publishment_flg) {
    case 0:
      return 'coming'
    case 1:
      return 'onAir'
    case 2:
      return 'after'
    case 3:
      return archive === 1 ? 'archive' : 'ended'
  }
}
