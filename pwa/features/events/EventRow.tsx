import { Link } from 'react-router-dom'
import type { Event } from '#contract/events/calls.ts'
import { dateBadgeParts, time } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { DateBadge } from '#pwa/ui/badge/DateBadge.tsx'
import css from './EventRow.module.css'
import { EventState } from './EventState.tsx'
import { eventPrice } from './event-price.ts'

/** One event in a list: date badge, title, room, time and price. */
export function EventRow({ event, showRoom = true }: { event: Event; showRoom?: boolean }) {
  const { id, title, room, start } = event
  const dateParts = dateBadgeParts(start)
  return (
    <li>
      <Link to={paths.event(room.id, id)} className={css.row}>
        <DateBadge {...dateParts} weekday={`${dateParts.weekday}曜`} />
        <span className="grow">
          <span className="title clip2">{title}</span>
          {showRoom && <span className="note muted clip1">{room.title}</span>}
          <span className={css.meta}>
            <time dateTime={start}>{time(start)}</time>
            <b>{eventPrice(event)}</b>
            <EventState event={event} />
          </span>
        </span>
      </Link>
    </li>
  )
}
