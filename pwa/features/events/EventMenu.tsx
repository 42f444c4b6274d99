import { Link } from 'react-router-dom'
import css from './EventMenu.module.css'

export type EventTab = 'about' | 'event'

const tabs: { name: EventTab; label: string; to: string }[] = [
  { name: 'about', label: '概要', to: '?' },
  { name: 'event', label: 'ほかのイベント', to: '?menu=event' },
]

/** Tabs: this event, and other events of the room. */
export const EventMenu = ({ current }: { current: EventTab }) => (
  <nav aria-label="イベントのメニュー">
    <ul className={css.menu}>
      {tabs.map(({ name, label, to }) => (
        <li key={name}>
          <Link
            to={to}
            replace
            state={{ stay: true }}
            className={css.item}
            aria-current={name === current ? 'page' : undefined}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
