import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './Facts.module.css'

interface Fact {
  term: string
  value: ReactNode
  /** A highlighted row, such as the total. */
  strong?: boolean
}

interface FactsProps {
  facts: Fact[]
  label?: string
  /** With a background, as in a final confirmation. */
  boxed?: boolean
}

export function Facts({ facts, label, boxed = false }: FactsProps) {
  return (
    <dl className={cx(css.facts, boxed && css.boxed)} aria-label={label}>
      {facts.map(({ term, value, strong }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={cx(strong && css.strong)}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
