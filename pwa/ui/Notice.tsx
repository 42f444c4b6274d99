import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'
import css from './Notice.module.css'

interface NoticeProps {
  tone?: 'info' | 'warning' | 'danger' | 'offline'
  /** Read out when it appears: `status` when the reader has done, `alert` at once. */
  role?: 'status' | 'alert'
  children: ReactNode
}

const icons: Record<NonNullable<NoticeProps['tone']>, IconName> = {
  info: 'info',
  warning: 'alert',
  danger: 'alert',
  offline: 'offline',
}

export function Notice({ tone = 'info', role, children }: NoticeProps) {
  return (
    <div className={cx(css.notice, css[tone])} role={role}>
      <Icon name={icons[tone]} size="s" />
      <div className="grow">{children}</div>
    </div>
  )
}
