import { Link } from 'react-router-dom'
import type { Event } from '#contract/events.ts'
import { count, leafOf, yearOf } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { CalendarLeaf } from '#pwa/ui/CalendarLeaf.tsx'
import { Window } from '#pwa/ui/Window.tsx'
import css from './EventHead.module.css'
import { EventState } from './EventState.tsx'

/** The calendar block, how many come, the title, and the room it belongs to. */
export function EventHead({ event }: { event: Event }) {
  const { title, room, start, participants } = event
  const leaf = leafOf(start)
  return (
    <header>
      <div className={css.head}>
        <div className={css.leaf}>
          <CalendarLeaf {...leaf} year={yearOf(start)} weekday={`${leaf.weekday}曜日`} size="l" />
        </div>
        <div className={css.words}>
          <p className="small muted row row-s wrap">
            <EventState event={event} />
            <span>
              <b className={css.count}>{count(participants)}人</b>が参加
            </span>
          </p>
          <h1>{title}</h1>
        </div>
      </div>
      <Link to={paths.room(room.id)} className={css.room}>
        <Window src={room.icon_image_path} />
        <b className="small">{room.title}</b>
      </Link>
    </header>
  )
}
