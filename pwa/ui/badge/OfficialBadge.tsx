import css from './OfficialBadge.module.css'

const petals = [0, 72, 144, 216, 288]

/** A plum blossom with a check. */
export function OfficialBadge() {
  return (
    <svg className={css.official} viewBox="0 0 24 24" role="img" aria-label="公式">
      {petals.map((turn) => (
        <circle key={turn} cx="12" cy="7" r="5.6" transform={`rotate(${turn} 12 12)`} />
      ))}
      <path d="m8.3 12.3 2.6 2.6 4.9-5.2" />
    </svg>
  )
}
