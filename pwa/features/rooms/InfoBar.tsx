import { Link, useLocation } from 'react-router-dom'
import type { Room } from '#contract/rooms/calls.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './InfoBar.module.css'
import { joinPath } from './join/useJoinLink.ts'
import { RoomMenu } from './RoomMenu.tsx'
import { isJoinable, relationOf } from './relation.ts'
import { useShareRoom } from './useShareRoom.tsx'

/** Four equal actions for those who are not in the room: join, about, share, more. */
export function InfoBar({ room }: { room: Room }) {
  const { share, sheet } = useShareRoom(room)
  return (
    <ul className={css.bar}>
      <li>
        <Joining room={room} />
      </li>
      <li>
        <Link className={css.action} to={paths.roomAbout(room.id)}>
          <Icon name="info" />
          概要
        </Link>
      </li>
      <li>
        <button type="button" className={css.action} onClick={share}>
          <Icon name="share" />
          共有
        </button>
        {sheet}
      </li>
      <li className={css.other}>
        <RoomMenu room={room}>
          <span className={css.action}>
            <Icon name="more" />
            その他
          </span>
        </RoomMenu>
      </li>
    </ul>
  )
}

/** Join, by the button below, or a note for a room that cannot be joined. */
function Joining({ room }: { room: Room }) {
  const session = useSessionState()
  const { pathname } = useLocation()
  if (!isJoinable(relationOf(room, session.at)))
    return (
      <span className={css.action}>
        <Icon name="card" />
        募集終了
      </span>
    )
  return (
    <Link className={css.action} to={joinPath(pathname)} replace state={{ stay: true }}>
      <Icon name="plus" />
      参加
    </Link>
  )
}
