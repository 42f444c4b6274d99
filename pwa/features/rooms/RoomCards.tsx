import type { ReactNode } from 'react'
import css from './RoomCards.module.css'

/** Room cards, one below the other; two side by side where there is room. */
export const RoomCards = ({ children }: { children: ReactNode }) => (
  <ul className={css.cards}>{children}</ul>
)
