import { cx } from '../cx.ts'
import css from './DateBadge.module.css'

interface DateBadgeProps {
  year?: number
  month: number
  day: number
  /** 金曜, or 金曜日 on the large badge. */
  weekday: string
  /** 56, 76 or 104 px wide. */
  size?: 's' | 'm' | 'l'
}

/** A date in the form of a tear-off calendar sheet (日めくり). */
export function DateBadge({ year, month, day, weekday, size = 's' }: DateBadgeProps) {
  return (
    <time className={cx(css.badge, css[size])} dateTime={dateOf(year, month, day)}>
      <span className={css.month}>
        {year !== undefined && <span className={css.year}>{year}年</span>}
        {month}月
      </span>
      <span className={css.day}>
        {day}
        <span className="sr">日</span>
      </span>
      <span className={css.weekday}>{weekday}</span>
    </time>
  )
}

function dateOf(year: number | undefined, month: number, day: number): string {
  const monthDay = [month, day].map((part) => String(part).padStart(2, '0')).join('-')
  return year === undefined ? monthDay : `${String(year).padStart(4, '0')}-${monthDay}`
}
