import { NavLink } from 'react-router-dom'
import { UnreadCount } from '#pwa/ui/badge/UnreadCount.tsx'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './NavList.module.css'
import type { Destination } from './navigation.ts'

/** A list of links with unread counts. */
export function NavList({ items }: { items: Destination[] }) {
  return (
    <ul className={css.list}>
      {items.map(({ to, label, icon, count = 0, end = false }) => (
        <li key={to}>
          <NavLink to={to} end={end} className={cx(css.link)}>
            <Icon name={icon} />
            <span className={css.label}>{label}</span>
            <UnreadCount count={count} className={css.count} />
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
