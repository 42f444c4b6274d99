import css from './UnsignedLayout.module.css'
import { Footer } from './chrome/Footer.tsx'
import type { LayoutProps } from './layouts.tsx'

/** The way in: one column, nothing beside it. */
export const UnsignedLayout = ({ children }: LayoutProps) => (
  <div className={css.frame}>
    <main className={css.column}>{children}</main>
    <Footer />
  </div>
)
