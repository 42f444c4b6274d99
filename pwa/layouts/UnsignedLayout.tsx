import { Footer } from './chrome/Footer.tsx'
import type { LayoutProps } from './layouts.tsx'
import css from './UnsignedLayout.module.css'

/** Login and sign-up pages: one column without side content. */
export const UnsignedLayout = ({ children }: LayoutProps) => (
  <div className={css.frame}>
    <main className={css.column}>{children}</main>
    <Footer />
  </div>
)
