import type { Event } from '#contract/events.ts'
import { phaseOf } from '#pwa/features/events/phase.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { LiveBadge } from '#pwa/ui/LiveBadge.tsx'
import css from './Stub.module.css'
import { watchWords } from './watch-words.ts'

/** In place of a code: when there is something to watch. */
export function WatchStub({ event }: { event: Event }) {
  const words = watchWords(event, useNow())
  if (!words) return null
  const { label, figure, below } = words
  return (
    <div className={css.stub}>
      {phaseOf(event) === 'onAir' ? <LiveBadge /> : <p className={css.label}>{label}</p>}
      <p className={css.figure}>{figure}</p>
      <p className={css.label}>{below}</p>
    </div>
  )
}
