import css from './LoadingBar.module.css'

/** A thin bar at the top of the screen; `value` is 0 to 100, null when nothing is under way. */
export function LoadingBar({ value }: { value: number | null }) {
  if (value === null) return null
  return (
    <div
      className={css.bar}
      role="progressbar"
      aria-label="読み込み中"
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ scale: `${value / 100} 1` }} />
    </div>
  )
}
