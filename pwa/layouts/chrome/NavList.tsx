import { NavLink } from 'react-router-dom'
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
            {count > 0 && (
              <span className={css.count}>
                {count}
                <span className="sr">件の未読</span>
              </span>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
