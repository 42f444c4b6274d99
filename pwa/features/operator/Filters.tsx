import type { ReactNode } from 'react'
import css from './Filters.module.css'

/** The filters of a list, side by side. */
export const Filters = ({ children }: { children: ReactNode }) => (
  <div className={css.filters}>{children}</div>
)
