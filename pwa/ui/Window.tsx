import { cx } from './cx.ts'
import css from './Window.module.css'

interface WindowProps {
  src: string | null
  /** 34, 48, 56, 84 or 116 px wide; `fill` takes the width it is given. */
  size?: 'xs' | 's' | 'm' | 'l' | 'xl' | 'fill'
  alt?: string
}

/** Rooms are windows: round above, flat below, five to six. */
export function Window({ src, size = 's', alt = '' }: WindowProps) {
  const className = cx(css.window, css[size])
  if (src)
    return (
      <img className={cx(className, 'art')} src={src} alt={alt} loading="lazy" decoding="async" />
    )
  return (
    <svg
      className={className}
      viewBox="0 0 40 48"
      role="img"
      aria-label={alt}
      aria-hidden={alt === ''}
    >
      <path d="M20 0v48M0 24h40" />
    </svg>
  )
}
