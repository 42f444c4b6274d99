import type { Event } from '#contract/events.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { LiveBadge } from '#pwa/ui/LiveBadge.tsx'
import css from './Stub.module.css'
import { watchWords } from './watch-words.ts'

/** In place of a code: when there is something to watch. */
export function WatchStub({ event }: { event: Event }) {
  const { label, figure, below } = watchWords(event, useNow())
  return (
    <div className={css.stub}>
      {event.publishment_flg === 1 ? <LiveBadge /> : <p className={css.label}>{label}</p>}
      <p className={css.figure}>{figure}</p>
      <p className={css.label}>{below}</p>
    </div>
  )
}
