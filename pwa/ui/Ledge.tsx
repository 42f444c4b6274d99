import type { ReactNode } from 'react'
import css from './Ledge.module.css'

/** The rooms I am in, side by side. Its children are `Pane`s. */
export function Ledge({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.ledge} aria-label={label}>
      {children}
    </ul>
  )
}
