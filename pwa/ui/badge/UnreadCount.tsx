import { cx } from '../cx.ts'
import css from './UnreadCount.module.css'

interface UnreadCountProps {
  count: number
  className?: string | undefined
}

/** How many unread things are behind a link; nothing for none. */
export const UnreadCount = ({ count, className }: UnreadCountProps) =>
  count > 0 && (
    <span className={cx(css.count, className)}>
      {count}
      <span className="sr">件の未読</span>
    </span>
  )
