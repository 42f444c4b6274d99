import { Link, type To } from 'react-router-dom'
import { cx } from './cx.ts'
import { LiveBadge } from './LiveBadge.tsx'
import css from './Pane.module.css'
import { Window } from './Window.tsx'

interface PaneProps {
  to: To
  name: string
  src: string | null
  /** Lit: something unread. On air: red. Quiet: pale. */
  light: 'lit' | 'onair' | 'quiet'
}

/** One of my rooms, a window over its sill at night. */
export function Pane({ to, name, src, light }: PaneProps) {
  return (
    <li className={cx(css.pane, css[light])}>
      <Link to={to}>
        <span className={css.glass}>
          <Window src={src} size="l" />
          {light === 'onair' && <LiveBadge />}
        </span>
        <span className={css.sill} />
        <span className={css.name}>{name}</span>
        {light === 'lit' && <span className="sr">新しい投稿があります</span>}
      </Link>
    </li>
  )
}
