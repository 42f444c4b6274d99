import { Link, NavLink, type To } from 'react-router-dom'
import { Icon } from './Icon.tsx'
import css from './Tabs.module.css'

export interface Tab {
  label: string
  to: To
  /** Current only at exactly this address, not below it. */
  end?: boolean
  /** The current page though its address says otherwise: a section's first page. */
  current?: boolean
  /** Why it is closed: 参加すると見られます. A closed tab leads nowhere. */
  locked?: string
}

/** One page with several sides: turning to another one does not scroll. */
const STAY = { stay: true }

/** Tabs that lead somewhere: the chosen one is the current page. */
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
  current ? (
    <Link to={to} className={css.tab} aria-current="page" replace state={STAY}>
      {label}
    </Link>
  ) : (
    <NavLink to={to} end={end} className={css.tab ?? ''} replace state={STAY}>
      {label}
    </NavLink>
  )

const Closed = ({ label, locked }: Tab) => (
  // Reached by the keyboard, so that one may learn why it is closed.
  <span className={css.tab} role="link" aria-disabled="true" tabIndex={0}>
    <Icon name="lock" size="xs" />
    {label}
    <span className="sr">（{locked}）</span>
  </span>
)
