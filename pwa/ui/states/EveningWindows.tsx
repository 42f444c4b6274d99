import { cx } from '../cx.ts'
import css from './EveningWindows.module.css'

export type Evening = 'waiting' | 'off' | 'lit'

const columns = [14, 72, 130, 188, 246]
const rows = [14, 84]
/** Column and row of the one window that differs. */
const special: Record<Evening, string> = { waiting: '72 14', off: '130 84', lit: '188 84' }

/** Ten windows in the evening: a first one lit (empty), one off its sill (error), one with a plant lit (offline). */
export function EveningWindows({ evening }: { evening: Evening }) {
  return (
    <svg className={css.evening} viewBox="0 0 300 152" aria-hidden="true">
      {rows.flatMap((y) =>
        columns.map((x) => (
          <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
            <Pane state={special[evening] === `${x} ${y}` ? evening : 'dark'} />
            <path className={css.sill} d="M-4 52h48" />
          </g>
        )),
      )}
    </svg>
  )
}

const Pane = ({ state }: { state: Evening | 'dark' }) => (
  <g
    className={cx(state !== 'dark' && css[state])}
    {...(state === 'off' && { transform: 'translate(5 13) rotate(13 20 48)' })}
  >
    <path className={css.glass} d="M0 48V20a20 20 0 0 1 40 0v28z" />
    {state === 'lit' && (
      <path
        className={css.plant}
        d="M12 46v-9h7v9zM15.5 37c-6-4-5-11-1-14 1 5 2 8 1 14zM15.5 37c5-2 8-6 7-12-4 2-7 6-7 12z"
      />
    )}
    <path className={css.bars} d="M20 0v48M0 24h40" />
  </g>
)
