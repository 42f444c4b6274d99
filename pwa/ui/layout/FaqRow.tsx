import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import css from './FaqRow.module.css'

interface FaqRowProps {
  question: string
  /** The anchor for links. */
  id?: string
  children: ReactNode
}

/** An expandable question (`<details>`): works without scripts, and the browser's search finds its answer. */
export function FaqRow({ question, id, children }: FaqRowProps) {
  return (
    <details id={id} className={css.row}>
      <summary>
        <span className={css.mark} aria-hidden="true">
          Q
        </span>
        <span className="grow">{question}</span>
        <Icon name="down" size="s" />
      </summary>
      <div className={css.answer}>
        <span className={css.mark} aria-hidden="true">
          A
        </span>
        <div className="grow">{children}</div>
      </div>
    </details>
  )
}
