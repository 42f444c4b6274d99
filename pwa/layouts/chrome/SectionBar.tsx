import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { cx } from '#pwa/ui/cx.ts'
import { Icon } from '#pwa/ui/Icon.tsx'
import type { Destination } from './navigation.ts'
import css from './SectionBar.module.css'

interface SectionBarProps {
  label: string
  items: readonly Destination[]
  /** At its end, always in view. */
  children?: ReactNode
  /**
   * On wide screens: beside the page, or nothing where the frame has the same links. `only`: beside the page there, and
   * nothing elsewhere.
   */
  wide: 'beside' | 'hidden' | 'only'
}

/** The sections of a desk above its pages: a row that scrolls on a phone. */
export function SectionBar({ label, items, children, wide }: SectionBarProps) {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path decides which link is the current one
  useEffect(() => {
    if (nav.current) showCurrent(nav.current)
  }, [pathname])
  return (
    <div
      className={cx(
        css.bar,
        wide === 'hidden' ? css.hidden : css.beside,
        wide === 'only' && css.only,
      )}
    >
      <nav ref={nav} className={css.nav} aria-label={label}>
        <ul className={css.list}>
          {items.map(({ to, icon, label: name, end = false }) => (
            <li key={to}>
              <NavLink to={to} end={end} className={cx(css.link)}>
                <Icon name={icon} size="s" />
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      {children && <div className={css.more}>{children}</div>}
    </div>
  )
}

/** Scrolls the row so far that the current section stands in its middle; the page itself does not move. */
function showCurrent(nav: HTMLElement) {
  const current = nav.querySelector('[aria-current]')
  if (!current) return
  const [row, link] = [nav.getBoundingClientRect(), current.getBoundingClientRect()]
  nav.scrollLeft += link.left + link.width / 2 - (row.left + row.width / 2)
}
