import { Link } from 'react-router-dom'
import type { Room } from '#contract/rooms/calls.ts'
import { count, monthly } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Byline } from '#pwa/ui/badge/Byline.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import css from './RoomCard.module.css'

export function RoomCard({ room }: { room: Room }) {
  const { id, title, about, amount, subscribers, owner, icon_image_path } = room
  return (
    <li>
      <Link to={paths.room(id)} className={css.card}>
        <span className={css.window}>
          <ArchedImage src={icon_image_path} size="fill" />
        </span>
        <span className="grow">
          <span className="title clip1">{title}</span>
          <span className="note muted">
            <Byline name={owner.display_name} official={owner.official_flg === 1} />
          </span>
          <span className={css.about}>{about}</span>
          <span className={css.meta}>
            <b>{monthly(amount)}</b>
            <span className="muted">{count(subscribers)}人が参加中</span>
          </span>
        </span>
      </Link>
    </li>
  )
}
