import { count } from '#pwa/lib/format.ts'
import css from './Filled.module.css'

/** The taken seats, as a number and as a bar. */
export const Filled = ({ taken, capacity }: { taken: number; capacity: number }) => (
  <span className={css.filled}>
    <span className={css.bar} aria-hidden="true">
      <i style={{ width: `${capacity > 0 ? Math.min(100, (taken / capacity) * 100) : 0}%` }} />
    </span>
    <span className="note num">
      {count(taken)} / {count(capacity)}枚
    </span>
  </span>
)
