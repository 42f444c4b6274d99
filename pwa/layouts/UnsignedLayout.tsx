import { Footer } from './chrome/Footer.tsx'
import type { LayoutProps } from './layouts.tsx'
import css from './UnsignedLayout.module.css'

/** The way in: one column, nothing beside it. */
export const UnsignedLayout = ({ children }: LayoutProps) => (
  <div className={css.frame}>
    <main className={css.column}>{children}</main>
    <Footer />
  </div>
)
