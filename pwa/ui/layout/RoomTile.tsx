import { Link, type To } from 'react-router-dom'
import { LiveBadge } from '../badge/LiveBadge.tsx'
import { cx } from '../cx.ts'
import { ArchedImage } from '../picture/ArchedImage.tsx'
import css from './RoomTile.module.css'

interface RoomTileProps {
  to: To
  name: string
  src: string | null
  /** `lit`: unread posts. `onair`: a live stream. `quiet`: neither. */
  light: 'lit' | 'onair' | 'quiet'
}

/** A room in the user's list, drawn as a window with its sill. */
export function RoomTile({ to, name, src, light }: RoomTileProps) {
  return (
    <li className={cx(css.tile, css[light])}>
      <Link to={to}>
        <span className={css.glass}>
          <ArchedImage src={src} size="l" />
          {light === 'onair' && <LiveBadge />}
        </span>
        <span className={css.sill} />
        <span className={css.name}>{name}</span>
        {light === 'lit' && <span className="sr">新しい投稿があります</span>}
      </Link>
    </li>
  )
}
