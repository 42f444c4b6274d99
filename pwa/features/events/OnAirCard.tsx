import { Link } from 'react-router-dom'
import type { Event } from '#contract/events/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { LiveBadge } from '#pwa/ui/badge/LiveBadge.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import css from './OnAirCard.module.css'
import { phaseOf } from './phase.ts'
import { startLabel } from './start-label.ts'

/** A live event, or the reader's own of this evening: a large picture and a link to watch, or to the ticket. */
export function OnAirCard({ event }: { event: Event }) {
  const { id, title, room, participants, start, thumbnail_image_path } = event
  const isLive = phaseOf(event) === 'onAir'
  const now = useNow()
  return (
    <Link to={isLive ? paths.event(room.id, id) : paths.eventTicket(id)} className={css.card}>
      <span className={css.picture}>
        {thumbnail_image_path && (
          <img
            className="art"
            src={thumbnail_image_path}
            alt=""
            width={1000}
            height={563}
            fetchPriority="high"
          />
        )}
        <span className={css.badges}>
          {isLive ? <LiveBadge /> : <Badge tone="over">{startLabel(start, now)}</Badge>}
          <Badge tone="over" icon="ticket">
            <span className="num">{count(participants)}人が参加</span>
          </Badge>
        </span>
      </span>
      <span className={css.body}>
        <span>
          <strong className={css.title}>{title}</strong>
          <span className={css.room}>
            <ArchedImage src={room.icon_image_path} size="xs" />
            {room.title}
          </span>
        </span>
        <span className={css.go}>
          <Icon name={isLive ? 'play' : 'ticket'} size="s" />
          {isLive ? '視聴する' : 'チケットを開く'}
        </span>
      </span>
    </Link>
  )
}
