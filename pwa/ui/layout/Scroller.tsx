import type { ReactNode } from 'react'
import css from './Scroller.module.css'

/** A horizontally scrolling list of `RoomTile`s. */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={css.scroller} aria-label={label}>
      {children}
    </ul>
  )
}
