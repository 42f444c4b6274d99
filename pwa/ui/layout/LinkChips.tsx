import { Link } from 'react-router-dom'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import css from './LinkChips.module.css'

interface Chip {
  name: string
  label: string
  to: string
  /** Of a filter: whether it applies. A press on one that does shows all again. */
  chosen?: boolean
}

interface LinkChipsProps {
  label: string
  chips: Chip[]
  /** In several rows; otherwise a phone shows one row that scrolls. */
  wrap?: boolean
  /** Called when a chip is pressed, before the navigation. */
  onChoose?: () => void
}

/** Filters of the page keep its place in the history and on the screen. */
const asFilter = (chosen: boolean | undefined) =>
  chosen !== undefined && { replace: true, state: { stay: true } }

/** Short links in a row: filters, or tags. */
export const LinkChips = ({ label, chips, wrap = false, onChoose }: LinkChipsProps) => (
  <ul className={cx(css.chips, wrap && css.wrap)} aria-label={label}>
    {chips.map(({ name, label, to, chosen }) => (
      <li key={name}>
        <Link
          to={to}
          onClick={onChoose}
          {...asFilter(chosen)}
          className={css.chip}
          aria-current={chosen ? 'true' : undefined}
        >
          {chosen && <Icon name="check" size="xs" />}
          {label}
        </Link>
      </li>
    ))}
  </ul>
)
