import type { ReactNode } from 'react'
import { List } from '../layout/List.tsx'
import css from './StillOpen.module.css'

/** The pages that open offline. Its children are `ListRow`s. */
export function StillOpen({ children }: { children: ReactNode }) {
  return (
    <section>
      <h2 className={css.title}>いま開けるもの</h2>
      <List carded>{children}</List>
    </section>
  )
}
