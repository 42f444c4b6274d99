import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import css from './Paper.module.css'

interface PaperProps {
  /** The color of the room's picture; tints paper and foil. */
  tint: string | null
  /** Torn off at the gate. */
  torn?: boolean
  /** Comes out of the printer as it appears. */
  printed?: boolean
  top: ReactNode
  stub: ReactNode
}

/** The two parts of a ticket, with the perforation between them. */
export function Paper({ tint, torn = false, printed = false, top, stub }: PaperProps) {
  return (
    <div
      className={cx(css.paper, torn && css.torn, printed && css.printed)}
      style={tint ? { '--tint': tint } : undefined}
    >
      <div className={css.top}>{top}</div>
      <div className={css.perforation} />
      <div className={css.stub}>{stub}</div>
    </div>
  )
}
