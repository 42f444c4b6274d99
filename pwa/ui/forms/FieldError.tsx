import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import css from './FieldError.module.css'

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={css.error}>
      <Icon name="alert" size="s" />
      <span>{children}</span>
    </p>
  )
}
