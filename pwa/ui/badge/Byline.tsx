import css from './Byline.module.css'
import { OfficialBadge } from './OfficialBadge.tsx'

/** A name, with the official badge if the account has it. */
export function Byline({ name, official = false }: { name: string; official?: boolean }) {
  return (
    <span className={css.byline}>
      <span className="clip1">{name}</span>
      {official && <OfficialBadge />}
    </span>
  )
}
