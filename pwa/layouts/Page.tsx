import type { ReactNode } from 'react'
import { cx } from '#pwa/ui/cx.ts'
import css from './Page.module.css'

/** The width and padding of a page's content. */
export function Page({ narrow = false, children }: { narrow?: boolean; children: ReactNode }) {
  return <div className={cx(css.page, narrow && css.narrow)}>{children}</div>
}
