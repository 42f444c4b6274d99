import { cx } from './cx.ts'
import css from './Icon.module.css'
import { paths } from './icon-paths.ts'

export type IconName = keyof typeof paths

interface IconProps {
  name: IconName
  /** 24, 20 or 16 px. */
  size?: 'm' | 's' | 'xs'
  /** Only a reaction that was given is filled. */
  filled?: boolean
}

/** Never read out: the control that carries it has the name. */
export function Icon({ name, size = 'm', filled = false }: IconProps) {
  return (
    <svg
      className={cx(css.icon, css[size], filled && css.filled)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}
