import { cx } from '../cx.ts'
import css from './Counter.module.css'

const segmenter = new Intl.Segmenter('ja', { granularity: 'grapheme' })

/** Counts graphemes: a family emoji is one, が is one in any normalization form. */
const countOf = (text: string) => [...segmenter.segment(text)].length

interface CounterProps {
  text: string
  max: number
  id?: string
  /** The field has an error. */
  failed?: boolean
}

/** `n/max`, red above the maximum. */
export function Counter({ text, max, id, failed = false }: CounterProps) {
  const count = countOf(text)
  return (
    <span id={id} className={cx(css.counter, (failed || count > max) && css.over)}>
      {count}/{max}
      <span className="sr">文字</span>
    </span>
  )
}
