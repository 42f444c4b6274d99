import { cx } from '../cx.ts'
import css from './Foil.module.css'

/** A band of little windows that shimmers while the ticket is good. */
export const Foil = ({ alive }: { alive: boolean }) => (
  <div className={cx(css.foil, alive && css.alive)} aria-hidden="true" />
)
