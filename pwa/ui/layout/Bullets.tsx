import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './Bullets.module.css'

/** A dotted list of sentences, such as rules or reasons. `sunken`: on a ground of its own. */
export const Bullets = ({ sunken, children }: { sunken?: boolean; children: ReactNode }) => (
  <ul className={cx(css.bullets, sunken && css.sunken)}>{children}</ul>
)
