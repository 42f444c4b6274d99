import type { ReactNode } from 'react'
import css from './Alert.module.css'
import { cx } from './cx.ts'
import { Icon } from './Icon.tsx'
import type { IconName } from './icon-names.ts'

interface AlertProps {
  tone?: 'info' | 'warning' | 'danger' | 'offline'
  /** How screen readers announce it: `status` when idle, `alert` at once. */
  role?: 'status' | 'alert'
  children: ReactNode
}

const icons: Record<NonNullable<AlertProps['tone']>, IconName> = {
  info: 'info',
  warning: 'alert',
  danger: 'alert',
  offline: 'offline',
}

export function Alert({ tone = 'info', role, children }: AlertProps) {
  return (
    <div className={cx(css.notice, css[tone])} role={role}>
      <Icon name={icons[tone]} size="s" />
      <div className="grow">{children}</div>
    </div>
  )
}
