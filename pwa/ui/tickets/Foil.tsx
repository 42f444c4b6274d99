import { cx } from '../cx.ts'
import css from './Foil.module.css'

/** A foil of small windows that shimmers while the ticket is valid. */
export const Foil = ({ animated }: { animated: boolean }) => (
  <div className={cx(css.foil, animated && css.alive)} aria-hidden="true" />
)
