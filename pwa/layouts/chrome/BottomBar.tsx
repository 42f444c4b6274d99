import { NavLink } from 'react-router-dom'
import type { User } from '#contract/account/calls.ts'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import css from './BottomBar.module.css'
import { type Destination, footerBar, standaloneMenu } from './navigation.ts'

/** Four links in a mobile browser, five icons when started from the home screen, nothing on wide screens. */
export function BottomBar({ user }: { user: User }) {
  return (
    <div data-bottom-bar>
      <Bar items={footerBar(user)} className={css.browser} />
      <Bar items={standaloneMenu(user)} className={css.standalone} />
    </div>
  )
}

function Bar({ items, className }: { items: Destination[]; className: string | undefined }) {
  return (
    <nav className={cx(css.bar, className)} aria-label="メニュー">
      {items.map(({ to, label, icon, count = 0, end = false }) => (
        <NavLink key={to} to={to} end={end} className={cx(css.link)}>
          <span className={css.nook}>
            <Icon name={icon} />
            {count > 0 && <span className={css.dot} />}
          </span>
          {label}
          {count > 0 && <span className="sr">（未読{count}件）</span>}
        </NavLink>
      ))}
    </nav>
  )
}
