import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icon-names.ts'
import css from './Badge.module.css'

type BadgeTone = 'neutral' | 'live' | 'primary' | 'positive' | 'warning' | 'over'

interface BadgeProps {
  /** `over`: on a picture. */
  tone?: BadgeTone
  icon?: IconName
  children: ReactNode
}

export function Badge({ tone = 'neutral', icon, children }: BadgeProps) {
  return (
    <span className={cx(css.badge, css[tone])}>
      {icon && <Icon name={icon} size="xs" />}
      {children}
    </span>
  )
}
