import css from './SpinnerScreen.module.css'

interface SpinnerScreenProps {
  /** The reason for waiting: 決済処理中です. */
  text?: string
}

/** A full-screen spinner. Shows only after 200 ms. */
export function SpinnerScreen({ text = '読み込み中' }: SpinnerScreenProps) {
  return (
    <div className={css.screen} role="status" data-coming>
      <span className={css.ring} />
      <p>{text}</p>
    </div>
  )
}
