import type { Event } from '#contract/events/calls.ts'
import type { Ingest, StreamNotice } from '#contract/streams/calls.ts'
import { count, time } from '#pwa/lib/format.ts'
import { Alert } from '#pwa/ui/Alert.tsx'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { LiveBadge } from '#pwa/ui/badge/LiveBadge.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './Studio.module.css'
import { healthLabel, studioLabels } from './studio-labels.ts'

/** The incoming stream of the owner's encoder, with advice on its quality. */
export function IncomingStream({ ingest, event }: { ingest: Ingest; event: Event }) {
  const { status, health, viewers } = ingest
  const { label, tone, text } = studioLabels(ingest, event.publishment_flg)
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
      {health && <p className="note muted num">{healthLabel(health)}</p>}
      {health?.advice.map((word) => (
        <Alert key={word} tone="warning">
          {word}
        </Alert>
      ))}
      <PassedNotices notices={ingest.notices ?? []} />
    </div>
  )
}

/** Warnings of the last ten minutes that no longer apply, for an owner who was looking elsewhere. */
export const PassedNotices = ({ notices }: { notices: StreamNotice[] }) =>
  notices.length > 0 && (
    <Alert>
      <ul>
        {notices.map(({ at, text }) => (
          <li key={text}>
            <span className="num">{time(at)}まで</span>：{text}
          </li>
        ))}
      </ul>
    </Alert>
  )
