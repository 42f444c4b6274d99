import { cx } from './cx.ts'
import css from './Icon.module.css'
import type { IconName } from './icon-names.ts'
import sprite from './icons.svg'

interface IconProps {
  name: IconName
  /** 24, 20 or 16 px. */
  size?: 'm' | 's' | 'xs'
  /** Filled for the user's own reaction. */
  filled?: boolean
}

/** One sprite file holds all icons. Hidden from screen readers: the control has the accessible name. */
export function Icon({ name, size = 'm', filled = false }: IconProps) {
  return (
    <svg
      className={cx(css.icon, css[size], filled && css.filled)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  )
}
