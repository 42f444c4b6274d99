import type { CSSProperties, ReactNode } from 'react'
import css from './Celebration.module.css'
import { cx } from './cx.ts'

interface CelebrationProps {
  particles: number
  durationMs: number
  /** The picture is as wide as the page: the particles fly farther. */
  far?: boolean
  /** The picture that the particles come from. */
  children: ReactNode
}

const GOLDEN_ANGLE = 137.508
// The first is a small window, the stylesheet's default.
const kinds = ['', css.spark, css.leaf, css.drop, css.ring]

/** Particles (small windows and sparks) fly out from behind a picture, once. */
export function Celebration({ particles, durationMs, far = false, children }: CelebrationProps) {
  return (
    <div className={cx(css.celebration, far && css.far)} style={{ '--life': `${durationMs}ms` }}>
      <div className={css.light} aria-hidden="true">
        <span className={css.glow} />
        {Array.from({ length: particles }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a particle is nothing but its number
          <i key={index} className={cx(kinds[index % kinds.length])} style={placeOf(index)} />
        ))}
      </div>
      <div className={css.picture}>{children}</div>
    </div>
  )
}

/** Evenly around the picture without overlaps; whole pixels, equal on server and browser. */
function placeOf(index: number): CSSProperties {
  const angle = (index * GOLDEN_ANGLE * Math.PI) / 180
  const distance = 130 + (index % 4) * 13
  return {
    '--x': `${Math.round(distance * Math.cos(angle))}px`,
    '--y': `${Math.round(distance * Math.sin(angle))}px`,
    '--turned': `${(index * 53) % 360}deg`,
    '--late': `${index * 80}ms`,
  }
}
