import type { Event } from '#contract/events/calls.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { LiveBadge } from '#pwa/ui/badge/LiveBadge.tsx'
import css from './Stub.module.css'
import { watchLabel } from './watch-label.ts'

/** In place of a code: when the event or its archive can be watched. */
export function WatchStub({ event }: { event: Event }) {
  const labels = watchLabel(event, useNow())
  if (!labels) return null
  const { label, figure, below } = labels
  return (
    <div className={css.stub}>
      {phaseOf(event) === 'onAir' ? <LiveBadge /> : <p className={css.label}>{label}</p>}
      <p className={css.figure}>{figure}</p>
      <p className={css.label}>{below}</p>
    </div>
  )
}
