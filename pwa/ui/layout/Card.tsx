import type { ComponentPropsWithRef } from 'react'
import { cx } from '../cx.ts'
import css from './Card.module.css'

interface CardProps extends ComponentPropsWithRef<'div'> {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li'
  padded?: boolean
}

export function Card({ as = 'div', padded = false, className, ...rest }: CardProps) {
  // All of them take the same props; only the type of `ref` differs.
  const Tag = as as 'div'
  return <Tag {...rest} className={cx(css.card, padded && css.padded, className)} />
}
