import { Link } from 'react-router-dom'
import type { Room } from '#contract/rooms/calls.ts'
import { count, date } from '#pwa/lib/format.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Badge } from '#pwa/ui/badge/Badge.tsx'
import { IconButton } from '#pwa/ui/button/IconButton.tsx'
import { ArchedImage } from '#pwa/ui/picture/ArchedImage.tsx'
import css from './CommunityHeader.module.css'
import { RoomMenu } from './RoomMenu.tsx'
import { useShareRoom } from './useShareRoom.tsx'

/** A room's header strip: member count, creation date, membership badge, about, share, more. */
export function CommunityHeader({ room }: { room: Room }) {
  const { id, title, subscribers, created_date, icon_image_path, subscribed, is_owner } = room
  const { share, sheet } = useShareRoom(room)
  return (
    <header className={css.bar}>
      <IconButton icon="back" label="ルームへ戻る" to={paths.room(id)} />
      <Link to={paths.room(id)} className={css.room}>
        <ArchedImage src={icon_image_path} size="xs" />
        <b className="small clip2 grow">{title}</b>
      </Link>
      <IconButton icon="info" label="概要" to={paths.roomAbout(id)} />
      <IconButton icon="share" label="共有" onClick={share} />
      {sheet}
      <RoomMenu room={room} />
      <p className={css.facts}>
        {count(subscribers)}人・{date(created_date)}開設
        {(subscribed || is_owner) && <Badge icon="check">{is_owner ? 'My Room' : '参加中'}</Badge>}
      </p>
    </header>
  )
}
