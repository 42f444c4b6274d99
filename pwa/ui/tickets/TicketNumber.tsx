import { cx } from '../cx.ts'
import css from './TicketNumber.module.css'

/** 整理番号, large. A ticket without numbers shows nothing. */
export function TicketNumber({ number, large }: { number: string | null; large: boolean }) {
  if (number === null) return <span />
  return (
    <span className={css.number}>
      <span className={css.label}>整理番号</span>
      <b className={cx(css.figure, large && css.large)}>{number}</b>
    </span>
  )
}
