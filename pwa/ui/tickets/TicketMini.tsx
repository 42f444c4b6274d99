import type { ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icon-names.ts'
import css from './TicketMini.module.css'

interface TicketMiniProps {
  to: To
  picture: string | null
  /** The color of the room's picture, for a ticket without a color of its own. */
  tint: string | null
  /** The kind: 視聴チケット, 見逃し配信. */
  kind: string
  icon: IconName
  room: string
  title: ReactNode
  when: ReactNode
  /** At the right: あと15日 or a badge; `play` marks an event that can be watched now. */
  rest?: ReactNode
  play?: boolean
}

/** A ticket in the list of the ticket box. */
export function TicketMini(props: TicketMiniProps) {
  const { to, picture, tint, kind, icon, room, title, when, rest, play = false } = props
  return (
    <li className={css.item}>
      <Link to={to} className={css.mini}>
        <span className={css.picture} style={tint ? { '--tint': tint } : undefined}>
          {picture && <img className="art" src={picture} alt="" />}
        </span>
        <span className={css.body}>
          <span className={css.kind}>
            <Icon name={icon} size="xs" />
            {kind}
            <span className={css.room}>{room}</span>
          </span>
          <span className="title clip2">{title}</span>
          <span className="note muted">{when}</span>
        </span>
        <span className={css.rest}>
          {rest}
          {play && (
            <span className={css.play}>
              <Icon name="play" size="s" />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
