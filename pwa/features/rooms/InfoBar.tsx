import { Link } from 'react-router-dom'
import type { Room } from '#contract/rooms/calls.ts'
import { useSessionState } from '#pwa/lib/api/session.tsx'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './InfoBar.module.css'
import { JoinPrompt } from './join/JoinPrompt.tsx'
import { useJoinPrompt } from './join/useJoinPrompt.ts'
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

/** Join, or a note for a room that cannot be joined. */
function Joining({ room }: { room: Room }) {
  const session = useSessionState()
  const { open, ask, close } = useJoinPrompt()
  if (!isJoinable(relationOf(room, session.at)))
    return (
      <span className={css.action}>
        <Icon name="card" />
        募集終了
      </span>
    )
  return (
    <>
      <button type="button" className={css.action} onClick={ask}>
        <Icon name="plus" />
        参加
      </button>
      {open && <JoinPrompt room={room} onClose={close} />}
    </>
  )
}
