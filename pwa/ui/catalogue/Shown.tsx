import type { ReactNode } from 'react'
import css from './Shown.module.css'

/** One component in all of its states. */
export const Shown = ({ name, children }: { name: string; children: ReactNode }) => (
  <section className={css.shown}>
    <h3>{name}</h3>
    {children}
  </section>
)
