import type { ComponentPropsWithRef } from 'react'
import { cx } from '../cx.ts'
import card from './Card.module.css'
import css from './List.module.css'

interface ListProps extends ComponentPropsWithRef<'ul'> {
  /** Inside a card, rows have padding at its edge. */
  carded?: boolean
}

/** Rows with a line between them. Its children are `ListRow`s or `li`s. */
export function List({ carded = false, className, ...rest }: ListProps) {
  return (
    <ul {...rest} className={cx(css.list, carded && css.carded, carded && card.card, className)} />
  )
}
