import type { ReactNode } from 'react'
import { cx } from '#pwa/ui/cx.ts'
import scroller from '#pwa/ui/layout/Scroller.module.css'
import css from './EventCards.module.css'

/** Cards of events: scrolled sideways on a phone, a grid in a wide window. */
export const EventCards = ({ children }: { children: ReactNode }) => (
  <ul className={cx(scroller.scroller, css.cards)}>{children}</ul>
)
