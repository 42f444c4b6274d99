import { Link } from 'react-router-dom'
import type { Event } from '#contract/events/calls.ts'
import { count } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { LiveBadge } from '#pwa/ui/badge/LiveBadge.tsx'
import { Icon } from '#pwa/ui/Icon.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import css from './OnAirCard.module.css'

/** A live event: a large picture and a link to watch. */
export function OnAirCard({ event }: { event: Event }) {
  const { id, title, room, participants, thumbnail_image_path } = event
  return (
    <Link to={paths.event(room.id, id)} className={css.card}>
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
          <LiveBadge />
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
          <Icon name="play" size="s" />
          視聴する
        </span>
      </span>
    </Link>
  )
}
