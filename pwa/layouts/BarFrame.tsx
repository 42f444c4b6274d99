import type { ReactNode } from 'react'
import css from './BarFrame.module.css'
import { Frame } from './Frame.tsx'

/** The frame of a page with its sections above it, or beside it on wide screens. */
export const BarFrame = ({ bar, children }: { bar: ReactNode; children: ReactNode }) => (
  <Frame header={false}>
    <div className={css.desk}>
      {bar}
      <div className={css.page}>{children}</div>
    </div>
  </Frame>
)
