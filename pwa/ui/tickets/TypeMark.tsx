import { cx } from '../cx.ts'
import css from './TypeMark.module.css'

export type TypeColor = 'gray' | 'red' | 'orange' | 'green' | 'blue' | 'purple'

interface TypeMarkProps {
  name: string
  color: TypeColor
  /** On a ticket and at the gate, readable from a distance. */
  large?: boolean
}

/** 券種: its name on its color. */
export const TypeMark = ({ name, color, large = false }: TypeMarkProps) => (
  <b className={cx(css.mark, css[color], large && css.large)}>{name}</b>
)
