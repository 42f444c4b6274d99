import { Badge } from './Badge.tsx'
import css from './LiveBadge.module.css'

/** Blinks for five seconds after it appears, then stays lit. */
export function LiveBadge() {
  return (
    <Badge tone="live">
      <span className={css.lamp} />
      配信中
    </Badge>
  )
}
