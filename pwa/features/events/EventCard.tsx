import { Link } from 'react-router-dom'
import type { Event } from '#contract/events/calls.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import { PlaceholderImage } from '#pwa/ui/picture/PlaceholderImage.tsx'
import css from './EventCard.module.css'
import { EventState } from './EventState.tsx'
import { eventPrice } from './event-price.ts'
import { placesLabel } from './places-label.ts'
import { startLabel } from './start-label.ts'

/** One event as an invitation: picture, day, title, host, price and the places left. */
export function EventCard({ event }: { event: Event }) {
  const { id, title, room, host, start, thumbnail_image_path } = event
  const places = placesLabel(event, useNow())
  return (
    <li className={css.item}>
      <Link to={paths.event(room.id, id)} className={css.card}>
        <span className={css.picture}>
          <PlaceholderImage src={thumbnail_image_path} alt="" className="art" viewBox="0 0 160 90">
            <path d="M60 70V42a20 20 0 0 1 40 0v28z" />
          </PlaceholderImage>
          <span className={css.badges}>
            <Badge tone="over">
              <time dateTime={start}>{startLabel(start, useNow())}</time>
            </Badge>
            <EventState event={event} />
          </span>
        </span>
        <span className={css.words}>
          <span className="title clip2">{title}</span>
          <span className={css.host}>
            <Avatar src={host.icon_image_small_path} size="xs" />
            <span className="note muted clip1">{host.display_name}</span>
          </span>
          <span className={css.foot}>
            <b>{eventPrice(event)}</b>
            {places && <span className="muted">{places}</span>}
          </span>
        </span>
      </Link>
    </li>
  )
}
