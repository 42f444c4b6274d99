import css from './LoadingBar.module.css'

/**
 * A thin bar at the top of the screen; `value` is 0 to 100, null when nothing is under way. For the eyes alone: what is
 * loading says so itself, where it will stand.
 */
export function LoadingBar({ value }: { value: number | null }) {
  if (value === null) return null
  return (
    <div className={css.bar} aria-hidden="true">
      <span style={{ scale: `${value / 100} 1` }} />
    </div>
  )
}
