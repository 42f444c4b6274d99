import type { ReactNode } from 'react'
import { Pressable, type PressableProps } from '../button/Pressable.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import css from './List.module.css'

interface ListRowLook {
  title?: ReactNode
  note?: ReactNode
  /** An avatar, a room's picture, a date badge or an icon. */
  leading?: ReactNode
  trailing?: ReactNode
  /** Below `title` and `note`, or in their place. */
  children?: ReactNode
}

type ListRowProps = ListRowLook & PressableProps

/** A row of a `List`: with `to` or `href` a link with a chevron, with `onClick` a button, else plain. */
export function ListRow(props: ListRowProps) {
  const { title, note, leading, trailing, children, ...rest } = props
  const leads = rest.to !== undefined || rest.href !== undefined
  const inner = (
    <>
      {leading && <span className={css.leading}>{leading}</span>}
      <span className={css.body}>
        {title && <span className={css.title}>{title}</span>}
        {note && <span className="note muted">{note}</span>}
        {children}
      </span>
      {trailing && <span className={css.trailing}>{trailing}</span>}
      {leads && (
        <span className={css.chevron}>
          <Icon name="right" size="s" />
        </span>
      )}
    </>
  )
  if (!leads && !rest.onClick) {
    return (
      <li>
        <div className={css.row}>{inner}</div>
      </li>
    )
  }
  return (
    <li>
      <Pressable {...rest} className={cx(css.row, css.pressed, rest.className)}>
        {inner}
      </Pressable>
    </li>
  )
}
