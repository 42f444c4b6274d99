import type { Event } from '#contract/events.ts'
import type { Ingest } from '#contract/streams.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { LiveBadge } from '#pwa/ui/LiveBadge.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { arrivingWords, deskWords } from './desk-words.ts'
import css from './OwnerDesk.module.css'

/** What arrives from the owner's encoder, and what should be better about it. */
export function Arriving({ ingest, event }: { ingest: Ingest; event: Event }) {
  const { status, health } = ingest
  const { label, tone, text } = deskWords(status, event.publishment_flg)
  return (
    <div className={css.arriving}>
      <div className={css.state} role="status">
        {tone === 'live' ? <LiveBadge /> : <Badge tone={tone}>{label}</Badge>}
        <p className="small">{text}</p>
      </div>
      {health && <p className="note muted num">{arrivingWords(health)}</p>}
      {health?.advice.map((word) => (
        <Notice key={word} tone="warning">
          {word}
        </Notice>
      ))}
    </div>
  )
}
