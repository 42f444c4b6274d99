import type { ReactNode } from 'react'
import css from './Columns.module.css'

/** The page with a side column; below it on narrow screens. */
export const Columns = ({ aside, children }: { aside: ReactNode; children: ReactNode }) => (
  <div className={css.columns}>
    <div className={css.main}>{children}</div>
    <aside className={css.aside}>{aside}</aside>
  </div>
)
