import { cx } from './cx.ts'
import css from './Icon.module.css'
import type { IconName } from './icon-names.ts'
import sprite from './icons.svg'

interface IconProps {
  name: IconName
  /** 24, 20 or 16 px. */
  size?: 'm' | 's' | 'xs'
  /** Only a reaction that was given is filled. */
  filled?: boolean
}

/** One file holds all icons and is fetched once. Never read out: the control that carries it has the name. */
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
