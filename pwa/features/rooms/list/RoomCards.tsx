import type { ReactNode } from 'react'
import css from './RoomCards.module.css'

/** Room cards in one column, or in two if there is space. */
export const RoomCards = ({ children }: { children: ReactNode }) => (
  <ul className={css.cards}>{children}</ul>
)
