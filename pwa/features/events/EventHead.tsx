import { Link } from 'react-router-dom'
import type { Event } from '#contract/events/calls.ts'
import type { Room } from '#contract/rooms/calls.ts'
import { JoinButton } from '#pwa/features/rooms/join/JoinButton.tsx'
import { count, dateBadgeParts, yearOf } from '#pwa/lib/format.ts'
import { useNow } from '#pwa/lib/now.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { DateBadge } from '#pwa/ui/badge/DateBadge.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import { Avatar } from '#pwa/ui/picture/Avatar.tsx'
import css from './EventHead.module.css'
import { EventState } from './EventState.tsx'
import { placesLabel } from './places-label.ts'

/** The head of an event page: date, title, number of participants, and the room with its join button. */
export function EventHead({ event, room }: { event: Event; room: Room | undefined }) {
  const { title, start, participants, host } = event
  const places = placesLabel(event, useNow())
  const dateParts = dateBadgeParts(start)
  return (
    <header>
      <div className={css.head}>
        <div className={css.leaf}>
          <DateBadge
            {...dateParts}
            year={yearOf(start)}
            weekday={`${dateParts.weekday}曜日`}
            size="l"
          />
        </div>
        <div className={css.words}>
          <p className="small muted row row-s wrap">
            <EventState event={event} />
            <span>
              <b className={css.count}>{count(participants)}人</b>が参加
            </span>
            {places && <span>{places}</span>}
          </p>
          <h1>{title}</h1>
        </div>
      </div>
      <div className={css.at}>
        <Link to={paths.room(event.room.id)} className={css.room}>
          <ArchedImage src={event.room.icon_image_path} />
          <span className="grow">
            <b className="small clip1">{event.room.title}</b>
            {/* An event in a device's offline store may be of the last release, without its host. */}
            {host && (
              <span className={css.host}>
                <Avatar src={host.icon_image_small_path} size="xs" />
                <Byline name={host.display_name} official={host.official_flg === 1} />
              </span>
            )}
          </span>
        </Link>
        {room && <JoinButton room={room} aside />}
      </div>
    </header>
  )
}
