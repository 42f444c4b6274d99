import css from './Stamp.module.css'

export interface StampLabel {
  /** 入場済, キャンセル. */
  word: string
  /** The time, for example 18:42. */
  main: string
  /** The gate, for example ゲートB. */
  below: string
  /** All of it as a sentence for screen readers: 入場済み 11月28日 18時42分 ゲートB. */
  label: string
}

export const Stamp = ({ word, main, below, label }: StampLabel) => (
  <div className={css.stamp} role="img" aria-label={label}>
    <span>{word}</span>
    <b>{main}</b>
    <span>{below}</span>
  </div>
)
