import { Link, NavLink, type To } from 'react-router-dom'
import { Icon } from '../Icon.tsx'
import css from './Tabs.module.css'

export interface Tab {
  label: string
  to: To
  /** Current only at exactly this path, not below it. */
  end?: boolean
  /** Current despite another path: for a section's first page. Of tabs that differ by their query: whether it is this one. */
  current?: boolean
  /** The reason why it is locked: 参加すると見られます. A locked tab is no link. */
  locked?: string
}

/** Tabs belong to one page: switching keeps the scroll position. */
const STAY = { stay: true }

/** Tabs as links; the selected one is the current page. */
export function Tabs({ tabs, label }: { tabs: Tab[]; label: string }) {
  return (
    <nav aria-label={label}>
      <ul className={css.tabs}>
        {tabs.map((tab) => (
          <li key={tab.label}>
            {tab.locked === undefined ? <Open {...tab} /> : <Closed {...tab} />}
          </li>
        ))}
      </ul>
    </nav>
  )
}

const Open = ({ label, to, end = false, current = false }: Tab) =>
  current || hasQuery(to) ? (
    <Link
      to={to}
      className={css.tab}
      aria-current={current ? 'page' : undefined}
      replace
      state={STAY}
    >
      {label}
    </Link>
  ) : (
    <NavLink to={to} end={end} className={css.tab ?? ''} replace state={STAY}>
      {label}
    </NavLink>
  )

/** The router compares paths alone. */
const hasQuery = (to: To) => typeof to !== 'string' && to.search !== undefined

const Closed = ({ label, locked }: Tab) => (
  // Focusable, so that keyboard users learn why it is locked.
  <span className={css.tab} role="link" aria-disabled="true" tabIndex={0}>
    <Icon name="lock" size="xs" />
    {label}
    <span className="sr">（{locked}）</span>
  </span>
)
