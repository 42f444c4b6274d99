import { Link } from 'react-router-dom'
import type { Room } from '#contract/rooms.ts'
import { paths } from '#pwa/lib/paths.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import { MenuButton } from '#pwa/ui/MenuButton.tsx'
import css from './InfoBar.module.css'
import { othersOf } from './others.ts'
import { shareRoom } from './shareRoom.ts'

/** Four equal actions: joined or not, about, share, other. */
export function InfoBar({ room }: { room: Room }) {
  const joined = room.subscribed || room.is_owner
  return (
    <ul className={css.bar}>
      <li>
        <span className={css.action}>
          <Icon name={joined ? 'check' : 'plus'} />
          {joined ? '参加中' : '参加'}
        </span>
      </li>
      <li>
        <Link className={css.action} to={paths.roomAbout(room.id)}>
          <Icon name="info" />
          概要
        </Link>
      </li>
      <li>
        <button type="button" className={css.action} onClick={() => void shareRoom(room)}>
          <Icon name="share" />
          共有
        </button>
      </li>
      <li className={css.other}>
        <MenuButton label="その他" items={othersOf(room)}>
          <span className={css.action}>
            <Icon name="more" />
            その他
          </span>
        </MenuButton>
      </li>
    </ul>
  )
}
