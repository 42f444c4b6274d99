import { cx } from '../cx.ts'
import css from './Logo.module.css'

/** The name, with one of its two windows lit. */
export function Logo({ size = 'm' }: { size?: 'm' | 'l' }) {
  return (
    <svg className={cx(css.logo, css[size])} viewBox="0 0 92 28" role="img" aria-label="Room">
      <path d="M3 25V4.5h7.5a6 6 0 0 1 0 12H3M10.5 16.5 17.5 25" />
      <path className={css.lit} d="M24.5 25v-9a6.5 6.5 0 0 1 13 0v9z" />
      <path d="M44.5 25v-9a6.5 6.5 0 0 1 13 0v9zM64.5 25v-9.5a6 6 0 0 1 12 0V25M76.5 25v-9.5a6 6 0 0 1 12 0V25" />
    </svg>
  )
}
