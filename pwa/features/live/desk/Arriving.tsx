import type { Event } from '#contract/events.ts'
import type { Ingest } from '#contract/streams.ts'
import { count } from '#pwa/lib/format.ts'
import { Badge } from '#pwa/ui/Badge.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { LiveBadge } from '#pwa/ui/LiveBadge.tsx'
import { Notice } from '#pwa/ui/Notice.tsx'
import { arrivingWords, deskWords } from './desk-words.ts'
import css from './OwnerDesk.module.css'

/** What arrives from the owner's encoder, and what should be better about it. */
export function Arriving({ ingest, event }: { ingest: Ingest; event: Event }) {
  const { status, health, viewers } = ingest
  const { label, tone, text } = deskWords(ingest, event.publishment_flg)
  return (
    <div className={css.arriving}>
      <div className={css.state} role="status">
        {tone === 'live' ? <LiveBadge /> : <Badge tone={tone}>{label}</Badge>}
        <p className="small">{text}</p>
      </div>
      {(status === 'on_air' || status === 'interrupted') && (
        <p className={css.viewers}>
          <Icon name="eye" size="s" />
          <span>
            視聴中 <b className="num">{count(viewers)}</b>人
          </span>
        </p>
      )}
      {health && <p className="note muted num">{arrivingWords(health)}</p>}
      {health?.advice.map((word) => (
        <Notice key={word} tone="warning">
          {word}
        </Notice>
      ))}
    </div>
  )
}
