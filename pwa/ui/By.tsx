import css from './By.module.css'
import { OfficialBadge } from './OfficialBadge.tsx'

/** Who: a name, and the blossom if the account is official. */
export function By({ name, official = false }: { name: string; official?: boolean }) {
  return (
    <span className={css.by}>
      <span className="clip1">{name}</span>
      {official && <OfficialBadge />}
    </span>
  )
}
