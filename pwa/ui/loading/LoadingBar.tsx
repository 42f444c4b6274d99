import css from './LoadingBar.module.css'

/**
 * A loading bar at the top of the screen; `value` is 0 to 100, null while idle. Hidden from screen readers: the
 * loading content announces itself.
 */
export function LoadingBar({ value }: { value: number | null }) {
  if (value === null) return null
  return (
    <div className={css.bar} aria-hidden="true">
      <span style={{ scale: `${value / 100} 1` }} />
    </div>
  )
}
